#!/bin/sh
# Build the source package and from it the wheel, install that into .venv with what the tests use, and
# run them. make python-check calls this.
#
#     check.sh [PYTHON]
set -eu
cd "$(dirname "$0")"
python=${1-python3}

test -x .venv/bin/python || "$python" -m venv .venv
install() {
    .venv/bin/python -m pip install -q -c constraints.txt "$@"
}
install -r requirements.txt
# Spark, of 400 MB, is of no use without Java.
if command -v java >/dev/null; then
    install -r requirements-clusters.txt
else
    # Words with no blanks.
    # shellcheck disable=SC2046
    install $(grep -E '^(dask|distributed|chdb)==' requirements-clusters.txt)
fi
rm -rf dist
# These steps use what was just installed, so that nothing else is fetched.
.venv/bin/python -m build -q --no-isolation .
.venv/bin/python -m pip install -q --no-deps --force-reinstall dist/*.whl
# Called by its name, pytest does not look for kazoe in this folder.
exec .venv/bin/pytest -q
