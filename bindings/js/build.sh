#!/bin/sh
# Build the npm package in a folder: kazoe.wasm, the rules, index.js and the rest. make js calls this.
#
#     build.sh SOURCE FOLDER
#
# It needs emscripten and node (Debian: emscripten), and libyaml's source: LIBYAML names the archive,
# otherwise it is fetched from Debian.
set -eu
source=$(cd "$1" && pwd)
mkdir -p "$2/build"
folder=$(cd "$2" && pwd)
work=$folder/build
archive=libyaml_0.2.5.orig.tar.gz
archive_sum=fa240dbf262be053f3898006d502d514936c818e422afdcf33921c63bed9bf2e
jobs=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)

die() {
    printf 'make js: %s\n' "$*" >&2
    exit 1
}
step() {
    printf '  %-8s %s\n' "$1" "$2"
}
quietly() {
    "$@" >"$work/log" 2>&1 || { cat "$work/log" >&2; die "$1 failed"; }
}

command -v emcc >/dev/null || die 'emscripten is not installed (Debian: emscripten)'
command -v node >/dev/null || die 'node is not installed (Debian: nodejs)'
# Emscripten's scripts look for Debian's modules only with Debian's node.
NODE_PATH=/usr/share/nodejs${NODE_PATH:+:$NODE_PATH}
export NODE_PATH

# --- libyaml ------------------------------------------------------------------------------------
fetch() {
    if test -n "${LIBYAML-}"; then
        cp "$LIBYAML" "$work/$archive"
    else
        /usr/lib/apt/apt-helper download-file \
            "http://deb.debian.org/debian/pool/main/liby/libyaml/$archive" "$work/$archive" "SHA256:$archive_sum"
    fi
}
yaml() {
    test -f "$work/libyaml.a" && return
    step FETCH "$archive"
    quietly fetch
    echo "$archive_sum  $work/$archive" | sha256sum -c --quiet - || die "$archive is not the file expected"
    tar -xzf "$work/$archive" -C "$work"
    step EMCC libyaml
    (cd "$work/libyaml-0.2.5/src" &&
        quietly emcc -O2 -c -I../include -DYAML_VERSION_MAJOR=0 -DYAML_VERSION_MINOR=2 -DYAML_VERSION_PATCH=5 \
            -DYAML_VERSION_STRING='"0.2.5"' api.c reader.c scanner.c parser.c loader.c &&
        quietly emar rcs "$work/libyaml.a" api.o reader.o scanner.o parser.o loader.o)
}

# --- libkazoe and libkazoe-analysis -------------------------------------------------------------
libraries() {
    mkdir -p "$work/kazoe"
    cd "$work/kazoe"
    # A change of the arguments below has to reach a folder that was configured before it.
    test -n "$(find config.status -newer "$source/bindings/js/build.sh" 2>/dev/null)" || {
        step EMCC configure
        quietly "$source/configure" --host=wasm32-unknown-emscripten CC=emcc AR=emar RANLIB=emranlib \
            CFLAGS="${CFLAGS_WASM:--O2}" --disable-shared --disable-unit-tests --without-logs \
            YAML_CFLAGS="-I$work/libyaml-0.2.5/include" YAML_LIBS="$work/libyaml.a"
    }
    step EMCC 'libkazoe, libkazoe-analysis'
    quietly make -j "$jobs" libkazoecore.la libkazoeanalysisparts.la
}

# kazoe.wasm: the calls that engine.c exports, and what longjmp needs.
link() {
    step LINK kazoe.wasm
    # find and diagnostic are imported from JavaScript, so they are said to be undefined.
    emcc -O2 -std=c11 -I"$source/src" -Isrc "$source/bindings/js/engine.c" \
        -Wl,--start-group .libs/libkazoecore.a .libs/libkazoeanalysisparts.a "$work/libyaml.a" -Wl,--end-group \
        --no-entry -s STANDALONE_WASM -s WASM_BIGINT -s ALLOW_MEMORY_GROWTH=1 -s ERROR_ON_UNDEFINED_SYMBOLS=0 \
        -s EXPORTED_FUNCTIONS=_setThrew,stackSave,stackRestore -Wl,--export-table \
        -o "$folder/kazoe.wasm" 2>"$work/log" || { cat "$work/log" >&2; die 'linking failed'; }
}

# --- the rules and the sentences of languages, as an object of texts by file name ---------------
rules() {
    step NODE rules.js
    (cd "$source/rules" && node -e '
        const { readFileSync } = require("node:fs");
        const texts = Object.fromEntries(process.argv.slice(1).map((file) => [file, readFileSync(file, "utf8")]));
        // In ASCII, because a bundle may be read by a page that does not say its encoding, and as JSON in a string, because
        // bundlers replace escapes in strings by what they stand for.
        const json = JSON.stringify(texts).replace(/[^ -~]/g, (unit) => "\\u" + unit.charCodeAt(0).toString(16).padStart(4, "0"));
        process.stdout.write("// Written by build.sh.\nexport const rules = JSON.parse(" + JSON.stringify(json) + ");\n");
        ' $(ls -- *.yaml base/*.yaml overlays/*.yaml languages/*.yaml | grep -v '[.]cases[.]yaml$') >"$folder/rules.js")
}

yaml
libraries
link
rules
cp "$source/COPYING" "$source/bindings/COPYING.libraries" "$folder"
mkdir -p "$folder/doc"
for page in rules conditions sections wild card cases new-game options; do # the pages of the rule language
    cp "$source/doc/$page.md" "$folder/doc"
done
cp "$source"/doc/*.schema.json "$folder/doc"
# In the source itself they are there, and may have changed since the copy was made.
test -f "$folder/engine.c" ||
    cp "$source/bindings/js/index.js" "$source/bindings/js/index.d.ts" "$source/bindings/js/package.json" \
        "$source/bindings/js/README.md" "$folder"
step DONE "$(wc -c <"$folder/kazoe.wasm") bytes, $(gzip -9 -c "$folder/kazoe.wasm" "$folder/rules.js" "$folder/index.js" | wc -c) compressed"
