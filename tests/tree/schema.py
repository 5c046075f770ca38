"""Validate YAML files against the schemas: print a line VERDICT FILE REASON for each.

    schema.py FOLDER FILE...    FOLDER has rules.schema.json, cases.schema.json, config.schema.json

VERDICT is good, bad, or no-yaml for a file that no YAML reader accepts. Scalars are read as an editor
reads them (YAML 1.2): integers, true and false; everything else is text, including yes and no.
"""

import json
import os
import re
import sys

try:
    import jsonschema
    import yaml
except ImportError as missing:
    print(missing)
    sys.exit(77)


class Loader(getattr(yaml, "CBaseLoader", yaml.BaseLoader)):
    """A loader that reads only integers, true and false as anything but text."""


Loader.add_implicit_resolver("tag:yaml.org,2002:int", re.compile(r"^-?(0|[1-9][0-9]*)$"), list("-0123456789"))
Loader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile(r"^(true|false)$"), list("tf"))
Loader.add_constructor("tag:yaml.org,2002:int", lambda loader, node: int(node.value))
Loader.add_constructor("tag:yaml.org,2002:bool", lambda loader, node: node.value == "true")


def keys_as_text(node):
    if isinstance(node, dict):
        return {str(key): keys_as_text(value) for key, value in node.items()}
    if isinstance(node, list):
        return [keys_as_text(item) for item in node]
    return node


def kind_of(path, tree):
    if os.path.basename(path) == "kazoe.yaml" or path.endswith("config.yaml"):
        return "config"
    return "cases" if isinstance(tree, dict) and "cases" in tree else "rules"


def verdict(path, schemas):
    try:
        with open(path, "rb") as file:
            tree = keys_as_text(yaml.load(file.read(), Loader))
    except (yaml.YAMLError, UnicodeError, RecursionError, TypeError, ValueError):
        return "no-yaml", ""
    for error in schemas[kind_of(path, tree)].iter_errors(tree):
        return "bad", "%s: %s" % ("/".join(map(str, error.absolute_path)), error.message[:150])
    return "good", ""


def main():
    schemas = {}
    for kind in ("rules", "cases", "config"):
        with open(os.path.join(sys.argv[1], kind + ".schema.json"), encoding="utf-8") as file:
            schema = json.load(file)
        jsonschema.Draft7Validator.check_schema(schema)
        schemas[kind] = jsonschema.Draft7Validator(schema)
    for path in sys.argv[2:]:
        says, why = verdict(path, schemas)
        print(says, path, why.replace("\n", " "))


main()
