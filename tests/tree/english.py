"""Print the English words that reports write themselves instead of taking them from the catalogue:
letters in the strings of calls that write text.  Arguments are the files to read."""
import re
import sys

CALL = re.compile(r"\b(?:kzi_text_put|kzi_text_format|KZI_PUT|kzi_html_format)\(")
STRING = re.compile(r'"((?:\\.|[^"\\])*)"')
DIRECTIVE = re.compile(r"%[-+*.0-9]*(?:ll|l|z)?[a-z%]")
NO_WORDS = re.compile(r'<[^>]*>?|&\w+;|\\.|\b[a-z]+=|,?\\?"\w+\\?":')

# Words that only English has ("the second 123p"), words of rule files and of the command line, members of
# results that are assembled from fragments, and errors, which are in English in every language.
ALLOWED = {"the ", "sets", "set", " and a pair", " and %s pairs", "no", "  (--set %s)", "--set %s",
           "line %lu: error: %s", "column %d"}


def without_comments(text):
    return re.sub(r"/\*.*?\*/", lambda found: "\n" * found.group().count("\n"), text, flags=re.S)


def arguments(text, at):
    """Return the text between the parentheses that open before `at`."""
    begin, depth = at, 1
    while depth:
        string = STRING.match(text, at)
        if string:
            at = string.end()
            continue
        depth += {"(": 1, ")": -1}.get(text[at], 0)
        at += 1
    return text[begin:at]


def main():
    found = False
    for path in sys.argv[1:]:
        with open(path, encoding="utf-8") as file:
            text = without_comments(file.read())
        for call in CALL.finditer(text):
            for string in STRING.findall(arguments(text, call.end())):
                words = NO_WORDS.sub("", DIRECTIVE.sub("", string))
                # ".yaku" is a key of a document, and quotes mean a piece of JSON
                if (string in ALLOWED or string.startswith(".") or '\\"' in string
                        or not re.search(r"[A-Za-z]{2}", words)):
                    continue
                line = text.count("\n", 0, call.start()) + 1
                print(f'{path}:{line}: "{string}" belongs into src/words/en.yaml')
                found = True
    return found


sys.exit(main())
