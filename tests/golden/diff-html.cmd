# A page, without the pictures.
kazoe diff --html - --language=zh-hant ema-2016 ema-2025 |
    sed -E '/<h1>/,$!d; /^<svg class="symbols"/,/^<\/svg>$/d; s/<svg.*<\/svg>/<svg>/; s/kazoe [0-9][^<]*/kazoe N./'
