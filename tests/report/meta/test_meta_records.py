"""The records of the study of measures: every number, from the best measure to the worst."""

import re
from math import isclose, isnan

from sumspace.report.meta.published import HIRAO_6, TABLES
from sumspace.report.meta.records import as_lines, records


def at(rows, **place):
    return [row for row in rows if all(row[name] == value for name, value in place.items())]


def test_measures_stand_from_the_highest_pearson_to_the_lowest(study, found):
    assert len(found["measures"]) == 2 * 3 * len(study.measures)
    for aspect in study.aspects:
        for level in study.plan.levels:
            values = [row["pearson"] for row in at(found["measures"], aspect=aspect, level=level)]
            assert values == sorted(values, reverse=True)


def test_a_record_has_what_was_found(study, found):
    for one in study.correlated:
        (row,) = at(found["measures"], aspect=one.aspect, level=one.level, measure=str(one.measure))
        for name in ("pearson", "spearman", "kendall"):
            assert row[name] == one.correlation[name]
            assert row[f"{name}_interval"] == [one.intervals[name].low, one.intervals[name].high]
        assert (row["points"], row["reason"]) == (one.correlation.points, "")


def test_the_part_that_counts_is_named(found):
    parts = {row["measure"]: row["score"] for row in found["measures"]}
    assert (parts["rouge-2"], parts["cosine"], parts["oracle(rouge-1)"]) == ("recall", "value", "f1")


def test_what_is_not_defined_has_a_reason_and_no_number(odd):
    rows = at(records(odd)["measures"], aspect="constant")
    assert len(rows) == 2 * 3
    for row in rows:
        assert {row[name] for name in ("pearson", "spearman", "kendall", "pearson_interval")} == {None}
        assert "constant" in row["reason"]


def test_no_number_is_not_a_number(found):
    values = [value for rows in found.values() for row in rows for value in row.values()]
    assert not any(isinstance(value, float) and isnan(value) for value in values)


def test_intervals_have_two_columns_in_a_file(found):
    row, line = found["measures"][0], as_lines(found["measures"])[0]
    assert [line["pearson_low"], line["pearson_high"]] == row["pearson_interval"]
    assert not any(name.endswith("_interval") for name in line)
    assert as_lines([{"x_interval": None}]) == [{"x_low": None, "x_high": None}]


def test_the_tables_of_the_paper_stand_in_the_order_found_with_its_figures_beside(study, found):
    for aspect in study.aspects:
        rows = at(found["paper_1"], aspect=aspect)
        assert {row["measure"] for row in rows} == {"rouge-1", "rouge-2", "cosine", "keywords"}
        assert [row["place"] for row in rows] == [1, 2, 3, 4]
        values = [row["pearson"] for row in rows]
        assert values == sorted(values, reverse=True)
        (row,) = at(rows, measure="rouge-2")
        assert (row["paper_pearson"], row["paper_place"]) == (0.96119, 1)
    assert {row["measure"] for row in found["paper_2"]} == {"cosine(text)", "lsa-topic(text)"}


def test_oracles_stand_beside_rouge_as_in_the_paper(study, found):
    rows = at(found["hirao_6"], aspect=study.aspects[0])
    assert [row["name"] for row in rows] == ["ROUGE-1", "ROUGE-2", "F (R1) multi-M"]
    assert (rows[2]["paper_pearson"], rows[2]["paper_spearman"]) == ("0.814", "0.841")


def test_the_published_figures_are_in_the_order_of_the_paper():
    for figures in TABLES.values():
        assert list(figures.values()) == sorted(figures.values(), reverse=True)
    assert len({line.measure for line in HIRAO_6}) == len(HIRAO_6) == 10
    assert all(re.fullmatch(r"0\.\d{3}( … 0\.\d{3})?", line.pearson) for line in HIRAO_6)


def test_every_two_measures_are_tested_once_the_better_one_first(study, found):
    number = len(study.measures)
    assert len(found["williams"]) == 2 * 2 * number * (number - 1) // 2
    by_name = {str(measure): place for place, measure in enumerate(study.measures)}
    for comparison in study.comparisons:
        place = {"aspect": comparison.aspect, "level": comparison.level}
        order = [row["measure"] for row in at(found["measures"], **place)]
        for row in at(found["williams"], **place):
            assert order.index(row["first"]) < order.index(row["second"])
            assert row["p"] == comparison.p[by_name[row["first"]]][by_name[row["second"]]]


def test_systems_have_their_means(study, found):
    for row in at(found["systems"], measure="rouge-1"):
        column = study.systems.index(row["system"])
        assert isclose(row["score"], study.scores["rouge-1"][:, column].mean())
        assert isclose(row["judgement"], study.judgements[row["aspect"]][:, column].mean())


def test_a_system_that_a_measure_cannot_score_has_none(found):
    rows = at(found["systems"], measure="oracle(rouge-1)", system="retell")
    assert {(row["score"], row["judgement"]) for row in rows} == {(None, None)}


def test_sweeps_have_every_setting(study, found):
    assert len(found["sweeps"]) == len(study.swept) == 2 * (4 * 16 + 2 * 15)
    (row,) = at(found["sweeps"], aspect="responsiveness", measure="keywords", against="references")
    (same,) = at(found["measures"], aspect="responsiveness", level="system", measure="keywords")
    assert (row["figure"], row["setting"], row["pearson"]) == ("6", "30", same["pearson"])
