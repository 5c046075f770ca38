# intended accepts notes, and an entry that matches no note causes one.
cd "$SCRATCH" || exit
cat >club.yaml <<'END'
kazoe: 1
ruleset: club
extends: ema-2016
options:
  idle: {default: no, values: {no: {}, yes: {yaku.pinfu.value: {closed: 1}}}}
yaku:
  three_terminal_pungs:
    value: 2
    when: {sets: {pung of terminal: 3+}}
    covers: [tanyao]
  all_terminal_pungs:
    value: 3
    when: {sets: {pung of terminal: all}, pair: terminal}
END
kazoe check --notes club.yaml 2>&1 | grep warning
echo == marked
cat >>club.yaml <<'END'
    intended: [three_terminal_pungs, toitoi, no_case, sanankou, honroutou]
yaku.three_terminal_pungs.intended: [tanyao, no_case]
options.idle.intended: [yes, no]
END
kazoe check --notes club.yaml 2>&1 | grep warning
kazoe check club.yaml
sed 's/intended: .*/intended: no_case/' club.yaml >slip.yaml
kazoe check slip.yaml
