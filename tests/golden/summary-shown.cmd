# Everything that a summary can contain, as text, as a page and added to itself.
plain() {
    sed -e '/^<style>$/,/^<\/style>$/d' -e '/^<\(style\|symbol\|rect\)/d' -e 's/<p class="hand">.*/<p class="hand">/' \
        -e 's/kazoe [0-9.]*\.</kazoe VERSION.</'
}
kazoe merge --text tests/data/summary.json
kazoe merge --html - tests/data/summary.json | plain
KAZOE_PATH=rules kazoe compare -r ema-2016 -r tenhou --summary --html - -f /dev/null | plain
kazoe merge tests/data/summary.json tests/data/summary.json
KAZOE_PATH=rules kazoe compare -r ema-2016 -r tenhou -r mcr --summary --html - <<'HANDS' | plain
123m67p777z11z[789s] +8p seat=E from=S
no hand
11122233344z55z +4z tsumo seat=E
11122233344z55z +4z tsumo seat=E
222m333p[444s]55m88s +8s
HANDS
