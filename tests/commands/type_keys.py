"""Type keys into an interactive bash that completes kazoe, like a user at a terminal.

usage: type_keys.py COMPLETION KEYS...    each KEYS as in $'...': \\t is a press of TAB
Print everything that the terminal showed. The shell runs in this folder; each KEYS is typed when
the shell has handled the ones before."""
import os
import pty
import select
import sys
import time

QUIET = 1.0  # seconds without output: the shell waits for keys
MAX_SECONDS = 60.0


def shown(terminal, until=None):
    """Read until the output ends with a text, or until no more arrives."""
    got, began = b"", time.monotonic()
    while time.monotonic() - began < MAX_SECONDS:
        if not select.select([terminal], [], [], MAX_SECONDS if until else QUIET)[0]:
            break
        try:
            piece = os.read(terminal, 65536)
        except OSError:
            break
        got += piece
        if not piece or (until and until in got):
            break
    return got


def main():
    completion, keys = sys.argv[1], sys.argv[2:]
    child, terminal = pty.fork()
    if not child:
        os.environ.update(PS1="ready> ", TERM="dumb", INPUTRC="/dev/null", HISTFILE="")
        os.execvp("bash", ["bash", "--norc", "--noprofile", "-i"])
    output = shown(terminal, b"ready> ")
    os.write(terminal, b"source '%s'; stty -echo; echo so''urced\n" % os.fsencode(completion))
    output += shown(terminal, b"sourced")
    for text in keys:
        output += shown(terminal)
        os.write(terminal, text.encode().decode("unicode_escape").encode("latin-1"))
    output += shown(terminal)
    os.write(terminal, b"\x03\nexit\n")
    output += shown(terminal, b"exit")
    os.close(terminal)
    os.waitpid(child, 0)
    sys.stdout.buffer.write(output)


main()
