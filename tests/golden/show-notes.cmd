# notes within sections, in the language that is asked for
cat >"$SCRATCH/notes.yaml" <<'END'
kazoe: 1
ruleset: notes
extends: ema-2016
circumstances:
  last_copy: {note: {en: Three are seen., ja: 三枚見えている。}}
limits.mangan.note: {en: As in the book., ja: 本のとおり。}
payments.draw.note: {en: As in the book., ja: 本のとおり。}
fu.note: {en: As in the book., ja: 本のとおり。}
fu.add.wait.note: {en: As in the book.}
END
for language in en ja; do
    kazoe show --language $language "$SCRATCH/notes.yaml" | grep 'note:\|note '
done
