# Written by src/list-sources.sh: run it after adding or removing a file.
KZ_BASE = \
	src/base/arena.c \
	src/base/arena.h \
	src/base/diag.c \
	src/base/diag.h \
	src/base/names.c \
	src/base/names.h \
	src/base/text.c \
	src/base/text.h \
	src/base/utf8.c \
	src/base/utf8.h
KZ_TILE = \
	src/tile/code.h \
	src/tile/counts.h \
	src/tile/kind.h \
	src/tile/notation.c \
	src/tile/notation.h \
	src/tile/sets.c \
	src/tile/sets.h \
	src/tile/shape.h \
	src/tile/splits.c \
	src/tile/splits.h
KZ_HAND = \
	src/hand/deal.h \
	src/hand/hand.c \
	src/hand/hand.h \
	src/hand/json.c \
	src/hand/json.h \
	src/hand/parse.c \
	src/hand/parse.h \
	src/hand/parse_deal.c \
	src/hand/parse_items.c \
	src/hand/parse_items.h \
	src/hand/parse_json.c \
	src/hand/parse_line.c \
	src/hand/parse_meld.c \
	src/hand/parse_record.h \
	src/hand/parse_tiles.c \
	src/hand/problem.c \
	src/hand/problem.h \
	src/hand/reading.c \
	src/hand/reading.h \
	src/hand/valid.c \
	src/hand/valid.h \
	src/hand/waits.c
KZ_RULES = \
	src/rules/checks.c \
	src/rules/conditions.def \
	src/rules/difference.c \
	src/rules/difference.h \
	src/rules/digest.c \
	src/rules/files.c \
	src/rules/files.h \
	src/rules/limits.h \
	src/rules/load.c \
	src/rules/load.h \
	src/rules/meaning.c \
	src/rules/meaning.h \
	src/rules/meaning_if.c \
	src/rules/merge.c \
	src/rules/merge.h \
	src/rules/model.h \
	src/rules/mutants.c \
	src/rules/mutants.h \
	src/rules/node.c \
	src/rules/node.h \
	src/rules/options.c \
	src/rules/options.h \
	src/rules/read_fu.c \
	src/rules/read_if.c \
	src/rules/read_later.c \
	src/rules/read_model.c \
	src/rules/read_pay.c \
	src/rules/read_phrase.c \
	src/rules/read_settle.c \
	src/rules/read_shapes.c \
	src/rules/read_tiles.c \
	src/rules/read_yaku.c \
	src/rules/reader.c \
	src/rules/reader.h \
	src/rules/settled.c \
	src/rules/settled.h \
	src/rules/yaml.c
KZ_COMPILE = \
	src/compile/builder.c \
	src/compile/builder.h \
	src/compile/changed.c \
	src/compile/changed.h \
	src/compile/facts.c \
	src/compile/facts.h \
	src/compile/group.c \
	src/compile/group.h \
	src/compile/holds.c \
	src/compile/holds.h \
	src/compile/lower.c \
	src/compile/match.c \
	src/compile/plan.c \
	src/compile/possible.c \
	src/compile/program.h \
	src/compile/ranks.c \
	src/compile/rows.c \
	src/compile/rows.h \
	src/compile/ruleset.c \
	src/compile/ruleset.h \
	src/compile/say.c
KZ_SCORE = \
	src/score/admit.c \
	src/score/choose.c \
	src/score/combine.c \
	src/score/deal.c \
	src/score/deal.h \
	src/score/instances.c \
	src/score/internal.h \
	src/score/left_out.c \
	src/score/liability.c \
	src/score/memory.h \
	src/score/price.c \
	src/score/price.h \
	src/score/result.h \
	src/score/score.c \
	src/score/selection.c \
	src/score/selection.h \
	src/score/settle.c \
	src/score/tally.c
KZ_REPORT = \
	src/report/blame.c \
	src/report/blame.h \
	src/report/cases.c \
	src/report/cases.h \
	src/report/cases_deal.c \
	src/report/cases_expect.c \
	src/report/cases_read.c \
	src/report/compare.c \
	src/report/compare.h \
	src/report/deal_json.c \
	src/report/deal_report.h \
	src/report/deal_text.c \
	src/report/differ.c \
	src/report/differ.h \
	src/report/differ_carry.c \
	src/report/explain.c \
	src/report/explain_json.c \
	src/report/grid.c \
	src/report/grid.h \
	src/report/json.c \
	src/report/json.h \
	src/report/mutate.c \
	src/report/mutate.h \
	src/report/not_counted.c \
	src/report/pay.c \
	src/report/pay.h \
	src/report/random.h \
	src/report/random_hand.c \
	src/report/random_hand.h \
	src/report/random_making.c \
	src/report/random_making.h \
	src/report/random_situation.c \
	src/report/random_wanted.c \
	src/report/say.c \
	src/report/say.h \
	src/report/situation.c \
	src/report/table.c \
	src/report/table.h \
	src/report/table_fu.c \
	src/report/table_json.c \
	src/report/table_sheets.c \
	src/report/table_text.c \
	src/report/text.c \
	src/report/text.h \
	src/report/used.c \
	src/report/used.h
KZ_CLI = \
	src/cli/casefile.c \
	src/cli/casefile.h \
	src/cli/choice.c \
	src/cli/choice.h \
	src/cli/cmd_check.c \
	src/cli/cmd_list.c \
	src/cli/cmd_score.c \
	src/cli/cmd_settle.c \
	src/cli/cmd_show.c \
	src/cli/cmd_table.c \
	src/cli/cmd_test.c \
	src/cli/commands.h \
	src/cli/complete.c \
	src/cli/complete.h \
	src/cli/config.c \
	src/cli/config.h \
	src/cli/crew.c \
	src/cli/crew.h \
	src/cli/main.c \
	src/cli/mutate.c \
	src/cli/mutate.h \
	src/cli/options.c \
	src/cli/options.h \
	src/cli/output.c \
	src/cli/output.h \
	src/cli/rulesets.c \
	src/cli/rulesets.h \
	src/cli/score_deals.c \
	src/cli/score_hands.c \
	src/cli/scorer.c \
	src/cli/scorer.h \
	src/cli/scoring.c \
	src/cli/scoring.h \
	src/cli/show.h \
	src/cli/show_options.c \
	src/cli/show_rules.c \
	src/cli/show_yaku.c \
	src/cli/show_yaml.c \
	src/cli/stream.c \
	src/cli/stream.h
KZ_API = \
	src/api.c \
	src/api.h
KZ_PAGES = \
	doc/kazoe.1
