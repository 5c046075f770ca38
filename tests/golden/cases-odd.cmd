# Case files with impossible expectations, and cases that fail in odd ways.
cd "$SCRATCH" || exit
cat >bad.cases.yaml <<'END'
kazoe: 1
cases: ema-2016
statements:
  1: ""
  2: {says: Two, colour: red}
list:
  - {case: mixture, hand: "123m +1m", expect: {error: tile_count, total: 3, at: 1}}
  - {case: no error, hand: "123456m23p55789s +1p", expect: {at: 1}}
  - {case: numbers, hand: "123456m23p55789s +1p", expect: {total: many, fu: [30], points: ""}}
  - {case: yaku, hand: "123456m23p55789s +1p", expect: {yaku: {pinfuu: 1, pinfu: [1], tanyao: 2 of yakuman, toitoi: ""}}}
  - {case: fu, hand: "123456m23p55789s +1p", expect: {fu_items: {basis: 20, pair: much}}}
  - {case: lists, hand: "123456m23p55789s +1p", expect: {yaku: [pinfu], covered: [], fu_items: 20, payments: all}}
  - {case: seats, hand: "123456m23p55789s +1p", expect: {payments: {X: 1}}}
  - {case: covers, hand: "123456m23p55789s +1p", expect: {covered: {pinfu: x, tanyo: none}}}
  - {case: deal, deal: '{"draw":"exhaustive"}', expect: {results: none}}
  - {case: winners, deal: '{"draw":"exhaustive"}', expect: {results: [{total: x}]}}
  - {case: settings, options: [red_fives], hand: "123456m23p55789s +1p", expect: {total: 1}}
  - {case: setting, options: {red_fives: [no]}, hand: "123456m23p55789s +1p", expect: {total: 1}}
  - {case: expects, hand: "123456m23p55789s +1p", expect: total}
  - {case: keys, hand: "123m +1m", expect: {error: tile_count, key: [hand]}}
  - {case: draws, deal: '{"draw":"exhaustive"}', expect: {draw: [exhaustive]}}
END
kazoe test bad.cases.yaml
cat >failing.cases.yaml <<'END'
kazoe: 1
cases: ema-2016
list:
  - {case: "who discarded is not said", hand: "123456m23p55789s +1p", expect: {payments: {S: 1, discarder: -1, others: 5}}}
  - {case: who did is, hand: "123456m23p55789s +1p from=W", expect: {payments: {S: 1000, W: -1000, E: 0, N: 1}}}
  - {case: another error, hand: "123m +1m", expect: {error: too_many_of_a_tile, at: 3, key: hand}}
  - {case: no error, hand: "123456m23p55789s +1p", expect: {error: tile_count}}
  - {case: an error, hand: "123m +1m", expect: {total: 1}}
  - {case: no win, hand: "123456m23p5578s1z +1p", expect: {total: 1, shape: standard, wait: edge}}
  - {case: a win, hand: "123456m23p55789s +1p", expect: {reason: no_yaku, wait: edge, shape: seven_pairs}}
  - {case: as many winners, deal: '{"from":"W","winners":[{"seat":"S","hand":"123456m23p55789s","win":"1p"}]}', expect: {results: [{total: 1}, {total: 2}]}}
  - {case: another seat, deal: '{"from":"W","winners":[{"seat":"S","hand":"123456m23p55789s","win":"1p"}]}', expect: {results: [{seat: E, total: 2}], draw: exhaustive, deposits_left: 1}}
  - {case: no winner, deal: '{"draw":"exhaustive","tenpai":["E"]}', expect: {draw: none, payments: {E: 0}}}
  - {case: no deal, deal: '{"draw":"never"}', expect: {draw: none}}
END
kazoe test failing.cases.yaml
kazoe test --json failing.cases.yaml
cat >examples.yaml <<'END'
kazoe: 1
ruleset: examples
extends: ema-2016
yaku:
  pinfu:
    examples:
      scores: ["123456m23p55789s +5s", "123m", "11z"]
      fails: ["123456m23p55789s +1p", "112233m445566p7s +7s tsumo"]
      covered: ["123456m23p55789s +1p"]
  chanta:
    examples:
      scores: ["123m123999p999s1z +1z"]
      fails: ["123m123789p999s9m +9m"]
END
kazoe test examples.yaml
