"""Give every yaku and limit of a ruleset another id, and write hands to score under both.

    renamed.py WHOLE CASES RENAMED HANDS

WHOLE is the output of kazoe show --yaml, CASES a case file. Another id is the old one with _x7 at its end. Options are
left out, because their values are in the rules already, and so is what only readers see, save names, which messages have.
"""
import re
import sys
import yaml

END = "_x7"
READER, WRITER = (getattr(yaml, "C" + name, getattr(yaml, name)) for name in ("BaseLoader", "SafeDumper"))
DROPPED = {"language", "options", "examples", "intended", "note", "source", "title"}


def renamed(node, ids, limits, key=""):
    """Return the node with other ids; key is the one that it is the value of."""
    if isinstance(node, dict):
        named = {"covers": ids, "yaku": ids, "limits": limits}.get(key, ())
        return {k + END if k in named else k: renamed(v, ids, limits, key if key == "holds" else k)
                for k, v in node.items() if k in named or k not in DROPPED}
    if isinstance(node, list):
        return [renamed(item, ids, limits, key) for item in node]
    if key in ("covers", "holds", "scored", "without", "yaku", "liable") and node in ids:
        return node + END
    if key in ("value", "closed", "open", "nagashi") and node.split(" ")[-1] in limits:
        return node + END
    return node


def main():
    whole, cases, rules, hands = sys.argv[1:]
    with open(whole, encoding="utf-8") as file:
        tree = yaml.load(file, READER)
    with open(rules, "w", encoding="utf-8") as file:
        yaml.dump(renamed(tree, tree["yaku"], tree.get("limits", {})), file, WRITER, sort_keys=False, allow_unicode=True)
    with open(cases, encoding="utf-8") as file:
        listed = [case["hand"] for case in yaml.load(file, READER)["list"] if "hand" in case]
    texts = [text for hand in listed for text in (hand if isinstance(hand, list) else [hand]) if isinstance(text, str)]
    with open(hands, "w", encoding="utf-8") as file:
        file.writelines(" ".join(text.split()) + "\n" for text in texts)
    with open(hands + END, "w", encoding="utf-8") as file:
        file.writelines(re.sub(r"pao=(\w+)", r"pao=\1" + END, " ".join(text.split())) + "\n" for text in texts)


main()
