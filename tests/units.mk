# Written by src/list-sources.sh: run it after adding or removing a file.
KZ_TEST_FILES = \
	tests/bad.tap \
	tests/cases.tap \
	tests/compare.tap \
	tests/completion.tap \
	tests/config.tap \
	tests/deals.tap \
	tests/diff.tap \
	tests/docs.tap \
	tests/failing.tap \
	tests/file_names.tap \
	tests/fuzz.tap \
	tests/golden.tap \
	tests/hands.tap \
	tests/language.tap \
	tests/limits.tap \
	tests/mutate.tap \
	tests/notation.tap \
	tests/overlays.tap \
	tests/pages.tap \
	tests/prove.tap \
	tests/quickstart.tap \
	tests/rule_path.tap \
	tests/rules_mutants.tap \
	tests/schema.tap \
	tests/stack.tap \
	tests/stream.tap \
	tests/table.tap \
	tests/terminal.tap \
	tests/usage.tap \
	tests/cxx.test \
	tests/explain.test \
	tests/exports.test \
	tests/floors.test \
	tests/format.test \
	tests/house.test \
	tests/install.test \
	tests/man.test \
	tests/names.test \
	tests/paths.test \
	tests/programs.test \
	tests/sources.test \
	tests/without_check.test
KZ_UNIT_SHARED = \
	tests/bench_hands.h \
	tests/bench_stages.h \
	tests/bench_timing.h \
	tests/every_sets_and_pair.h \
	tests/hand_line.h \
	tests/laid_hand.h \
	tests/must_stop.h \
	tests/properties.h \
	tests/run_suite.h \
	tests/slow_combine.h \
	tests/slow_readings.h \
	tests/slow_verdict.h \
	tests/suit_symmetry.h \
	tests/walker.h
KZ_UNITS =

KZ_UNITS += tests/unit_analysis.tap
tests_unit_analysis_tap_SOURCES = tests/unit_analysis.c $(KZ_UNIT_SHARED)
tests_unit_analysis_tap_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
tests_unit_analysis_tap_LDADD = $(KZ_ALL) $(CHECK_LIBS)

KZ_UNITS += tests/unit_api.tap
tests_unit_api_tap_SOURCES = tests/unit_api.c $(KZ_UNIT_SHARED)
tests_unit_api_tap_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
tests_unit_api_tap_LDADD = $(KZ_ALL) $(CHECK_LIBS)

KZ_UNITS += tests/unit_base.tap
tests_unit_base_tap_SOURCES = tests/unit_base.c $(KZ_UNIT_SHARED)
tests_unit_base_tap_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
tests_unit_base_tap_LDADD = $(KZ_ALL) $(CHECK_LIBS)

KZ_UNITS += tests/unit_blame.tap
tests_unit_blame_tap_SOURCES = tests/unit_blame.c $(KZ_UNIT_SHARED)
tests_unit_blame_tap_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
tests_unit_blame_tap_LDADD = $(KZ_ALL) $(CHECK_LIBS)

KZ_UNITS += tests/unit_budget.tap
tests_unit_budget_tap_SOURCES = tests/unit_budget.c $(KZ_UNIT_SHARED)
tests_unit_budget_tap_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
tests_unit_budget_tap_LDADD = $(KZ_ALL) $(CHECK_LIBS)

KZ_UNITS += tests/unit_changed.tap
tests_unit_changed_tap_SOURCES = tests/unit_changed.c $(KZ_UNIT_SHARED)
tests_unit_changed_tap_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
tests_unit_changed_tap_LDADD = $(KZ_ALL) $(CHECK_LIBS)

KZ_UNITS += tests/unit_combine.tap
tests_unit_combine_tap_SOURCES = tests/unit_combine.c $(KZ_UNIT_SHARED)
tests_unit_combine_tap_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
tests_unit_combine_tap_LDADD = $(KZ_ALL) $(CHECK_LIBS)

KZ_UNITS += tests/unit_compare.tap
tests_unit_compare_tap_SOURCES = tests/unit_compare.c $(KZ_UNIT_SHARED)
tests_unit_compare_tap_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
tests_unit_compare_tap_LDADD = $(KZ_ALL) $(CHECK_LIBS)

KZ_UNITS += tests/unit_deal.tap
tests_unit_deal_tap_SOURCES = tests/unit_deal.c $(KZ_UNIT_SHARED)
tests_unit_deal_tap_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
tests_unit_deal_tap_LDADD = $(KZ_ALL) $(CHECK_LIBS)

KZ_UNITS += tests/unit_diag.tap
tests_unit_diag_tap_SOURCES = tests/unit_diag.c $(KZ_UNIT_SHARED)
tests_unit_diag_tap_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
tests_unit_diag_tap_LDADD = $(KZ_ALL) $(CHECK_LIBS)

KZ_UNITS += tests/unit_differ.tap
tests_unit_differ_tap_SOURCES = tests/unit_differ.c $(KZ_UNIT_SHARED)
tests_unit_differ_tap_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
tests_unit_differ_tap_LDADD = $(KZ_ALL) $(CHECK_LIBS)

KZ_UNITS += tests/unit_digits.tap
tests_unit_digits_tap_SOURCES = tests/unit_digits.c $(KZ_UNIT_SHARED)
tests_unit_digits_tap_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
tests_unit_digits_tap_LDADD = $(KZ_ALL) $(CHECK_LIBS)

KZ_UNITS += tests/unit_every.tap
tests_unit_every_tap_SOURCES = tests/unit_every.c $(KZ_UNIT_SHARED)
tests_unit_every_tap_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
tests_unit_every_tap_LDADD = $(KZ_ALL) $(CHECK_LIBS)

KZ_UNITS += tests/unit_family.tap
tests_unit_family_tap_SOURCES = tests/unit_family.c $(KZ_UNIT_SHARED)
tests_unit_family_tap_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
tests_unit_family_tap_LDADD = $(KZ_ALL) $(CHECK_LIBS)

KZ_UNITS += tests/unit_json.tap
tests_unit_json_tap_SOURCES = tests/unit_json.c $(KZ_UNIT_SHARED)
tests_unit_json_tap_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
tests_unit_json_tap_LDADD = $(KZ_ALL) $(CHECK_LIBS)

KZ_UNITS += tests/unit_memory.tap
tests_unit_memory_tap_SOURCES = tests/unit_memory.c $(KZ_UNIT_SHARED)
tests_unit_memory_tap_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
tests_unit_memory_tap_LDADD = $(KZ_ALL) $(CHECK_LIBS)

KZ_UNITS += tests/unit_mutants.tap
tests_unit_mutants_tap_SOURCES = tests/unit_mutants.c $(KZ_UNIT_SHARED)
tests_unit_mutants_tap_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
tests_unit_mutants_tap_LDADD = $(KZ_ALL) $(CHECK_LIBS)

KZ_UNITS += tests/unit_one_place.tap
tests_unit_one_place_tap_SOURCES = tests/unit_one_place.c $(KZ_UNIT_SHARED)
tests_unit_one_place_tap_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
tests_unit_one_place_tap_LDADD = $(KZ_ALL) $(CHECK_LIBS)

KZ_UNITS += tests/unit_oracle.tap
tests_unit_oracle_tap_SOURCES = tests/unit_oracle.c $(KZ_UNIT_SHARED)
tests_unit_oracle_tap_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
tests_unit_oracle_tap_LDADD = $(KZ_ALL) $(CHECK_LIBS)

KZ_UNITS += tests/unit_parse.tap
tests_unit_parse_tap_SOURCES = tests/unit_parse.c $(KZ_UNIT_SHARED)
tests_unit_parse_tap_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
tests_unit_parse_tap_LDADD = $(KZ_ALL) $(CHECK_LIBS)

KZ_UNITS += tests/unit_prove.tap
tests_unit_prove_tap_SOURCES = tests/unit_prove.c $(KZ_UNIT_SHARED)
tests_unit_prove_tap_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
tests_unit_prove_tap_LDADD = $(KZ_ALL) $(CHECK_LIBS)

KZ_UNITS += tests/unit_readings.tap
tests_unit_readings_tap_SOURCES = tests/unit_readings.c $(KZ_UNIT_SHARED)
tests_unit_readings_tap_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
tests_unit_readings_tap_LDADD = $(KZ_ALL) $(CHECK_LIBS)

KZ_UNITS += tests/unit_report.tap
tests_unit_report_tap_SOURCES = tests/unit_report.c $(KZ_UNIT_SHARED)
tests_unit_report_tap_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
tests_unit_report_tap_LDADD = $(KZ_ALL) $(CHECK_LIBS)

KZ_UNITS += tests/unit_score.tap
tests_unit_score_tap_SOURCES = tests/unit_score.c $(KZ_UNIT_SHARED)
tests_unit_score_tap_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
tests_unit_score_tap_LDADD = $(KZ_ALL) $(CHECK_LIBS)

KZ_UNITS += tests/unit_sheets.tap
tests_unit_sheets_tap_SOURCES = tests/unit_sheets.c $(KZ_UNIT_SHARED)
tests_unit_sheets_tap_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
tests_unit_sheets_tap_LDADD = $(KZ_ALL) $(CHECK_LIBS)

KZ_UNITS += tests/unit_splits.tap
tests_unit_splits_tap_SOURCES = tests/unit_splits.c $(KZ_UNIT_SHARED)
tests_unit_splits_tap_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
tests_unit_splits_tap_LDADD = $(KZ_ALL) $(CHECK_LIBS)

KZ_UNITS += tests/unit_summary.tap
tests_unit_summary_tap_SOURCES = tests/unit_summary.c $(KZ_UNIT_SHARED)
tests_unit_summary_tap_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
tests_unit_summary_tap_LDADD = $(KZ_ALL) $(CHECK_LIBS)

KZ_UNITS += tests/unit_table.tap
tests_unit_table_tap_SOURCES = tests/unit_table.c $(KZ_UNIT_SHARED)
tests_unit_table_tap_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
tests_unit_table_tap_LDADD = $(KZ_ALL) $(CHECK_LIBS)

KZ_UNITS += tests/unit_threads.tap
tests_unit_threads_tap_SOURCES = tests/unit_threads.c $(KZ_UNIT_SHARED)
tests_unit_threads_tap_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
tests_unit_threads_tap_LDADD = $(KZ_ALL) $(CHECK_LIBS)

KZ_UNITS += tests/unit_together.tap
tests_unit_together_tap_SOURCES = tests/unit_together.c $(KZ_UNIT_SHARED)
tests_unit_together_tap_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
tests_unit_together_tap_LDADD = $(KZ_ALL) $(CHECK_LIBS)

KZ_UNITS += tests/unit_why_not.tap
tests_unit_why_not_tap_SOURCES = tests/unit_why_not.c $(KZ_UNIT_SHARED)
tests_unit_why_not_tap_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
tests_unit_why_not_tap_LDADD = $(KZ_ALL) $(CHECK_LIBS)

KZ_UNITS += tests/unit_witness.tap
tests_unit_witness_tap_SOURCES = tests/unit_witness.c $(KZ_UNIT_SHARED)
tests_unit_witness_tap_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
tests_unit_witness_tap_LDADD = $(KZ_ALL) $(CHECK_LIBS)

KZ_UNITS += tests/unit_yaml.tap
tests_unit_yaml_tap_SOURCES = tests/unit_yaml.c $(KZ_UNIT_SHARED)
tests_unit_yaml_tap_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
tests_unit_yaml_tap_LDADD = $(KZ_ALL) $(CHECK_LIBS)

KZ_REPLAYS =
KZ_FUZZERS =

KZ_REPLAYS += tests/fuzz/replay-cases
tests_fuzz_replay_cases_SOURCES = tests/fuzz/cases.c tests/fuzz/replay.c $(KZ_FUZZ_SHARED)
tests_fuzz_replay_cases_LDADD = $(KZ_ALL)
KZ_FUZZERS += tests/fuzz/fuzz-cases
tests_fuzz_fuzz_cases_SOURCES = tests/fuzz/cases.c $(KZ_FUZZ_SHARED)
tests_fuzz_fuzz_cases_LDADD = $(KZ_ALL)
tests_fuzz_fuzz_cases_LDFLAGS = $(AM_LDFLAGS) -fsanitize=fuzzer

KZ_REPLAYS += tests/fuzz/replay-hand
tests_fuzz_replay_hand_SOURCES = tests/fuzz/hand.c tests/fuzz/replay.c $(KZ_FUZZ_SHARED)
tests_fuzz_replay_hand_LDADD = $(KZ_ALL)
KZ_FUZZERS += tests/fuzz/fuzz-hand
tests_fuzz_fuzz_hand_SOURCES = tests/fuzz/hand.c $(KZ_FUZZ_SHARED)
tests_fuzz_fuzz_hand_LDADD = $(KZ_ALL)
tests_fuzz_fuzz_hand_LDFLAGS = $(AM_LDFLAGS) -fsanitize=fuzzer

KZ_REPLAYS += tests/fuzz/replay-pairs
tests_fuzz_replay_pairs_SOURCES = tests/fuzz/pairs.c tests/fuzz/replay.c $(KZ_FUZZ_SHARED)
tests_fuzz_replay_pairs_LDADD = $(KZ_ALL)
KZ_FUZZERS += tests/fuzz/fuzz-pairs
tests_fuzz_fuzz_pairs_SOURCES = tests/fuzz/pairs.c $(KZ_FUZZ_SHARED)
tests_fuzz_fuzz_pairs_LDADD = $(KZ_ALL)
tests_fuzz_fuzz_pairs_LDFLAGS = $(AM_LDFLAGS) -fsanitize=fuzzer

KZ_REPLAYS += tests/fuzz/replay-record
tests_fuzz_replay_record_SOURCES = tests/fuzz/record.c tests/fuzz/replay.c $(KZ_FUZZ_SHARED)
tests_fuzz_replay_record_LDADD = $(KZ_ALL)
KZ_FUZZERS += tests/fuzz/fuzz-record
tests_fuzz_fuzz_record_SOURCES = tests/fuzz/record.c $(KZ_FUZZ_SHARED)
tests_fuzz_fuzz_record_LDADD = $(KZ_ALL)
tests_fuzz_fuzz_record_LDFLAGS = $(AM_LDFLAGS) -fsanitize=fuzzer

KZ_REPLAYS += tests/fuzz/replay-rules
tests_fuzz_replay_rules_SOURCES = tests/fuzz/rules.c tests/fuzz/replay.c $(KZ_FUZZ_SHARED)
tests_fuzz_replay_rules_LDADD = $(KZ_ALL)
KZ_FUZZERS += tests/fuzz/fuzz-rules
tests_fuzz_fuzz_rules_SOURCES = tests/fuzz/rules.c $(KZ_FUZZ_SHARED)
tests_fuzz_fuzz_rules_LDADD = $(KZ_ALL)
tests_fuzz_fuzz_rules_LDFLAGS = $(AM_LDFLAGS) -fsanitize=fuzzer

KZ_REPLAYS += tests/fuzz/replay-settle
tests_fuzz_replay_settle_SOURCES = tests/fuzz/settle.c tests/fuzz/replay.c $(KZ_FUZZ_SHARED)
tests_fuzz_replay_settle_LDADD = $(KZ_ALL)
KZ_FUZZERS += tests/fuzz/fuzz-settle
tests_fuzz_fuzz_settle_SOURCES = tests/fuzz/settle.c $(KZ_FUZZ_SHARED)
tests_fuzz_fuzz_settle_LDADD = $(KZ_ALL)
tests_fuzz_fuzz_settle_LDFLAGS = $(AM_LDFLAGS) -fsanitize=fuzzer

KZ_REPLAYS += tests/fuzz/replay-summary
tests_fuzz_replay_summary_SOURCES = tests/fuzz/summary.c tests/fuzz/replay.c $(KZ_FUZZ_SHARED)
tests_fuzz_replay_summary_LDADD = $(KZ_ALL)
KZ_FUZZERS += tests/fuzz/fuzz-summary
tests_fuzz_fuzz_summary_SOURCES = tests/fuzz/summary.c $(KZ_FUZZ_SHARED)
tests_fuzz_fuzz_summary_LDADD = $(KZ_ALL)
tests_fuzz_fuzz_summary_LDFLAGS = $(AM_LDFLAGS) -fsanitize=fuzzer
