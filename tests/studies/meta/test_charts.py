"""The figures of the study of measures."""

import json
from dataclasses import replace

import pytest

from sumspace.measures.measure import FAMILIES, usual_measures
from sumspace.studies.meta.charts import draw_figures


@pytest.fixture(scope="module")
def figures(study):
    return study.figures()


@pytest.fixture(scope="module")
def systems_alone(study):
    """One aspect at the level of systems, and no sweeps."""
    return replace(
        study,
        plan=replace(study.plan, levels=("system",)),
        judgements={"responsiveness": study.judgements["responsiveness"]},
        p_values={},
        pairs=(),
        sweeps=(),
    )


def data_of(figure):
    return [row for table in figure.to_dict(validate=False)["datasets"].values() for row in json.loads(table)]


def test_there_are_figures_for_each_aspect_and_for_the_sweeps(figures):
    aspects = ("responsiveness", "reference-clarity")
    kinds = ("measures-{}", "levels-{}", "systems-{}", "williams-{}-system", "williams-{}-pooled")
    expected = [kind.format(aspect) for aspect in aspects for kind in kinds]
    assert list(figures) == [*expected, "between", "figure-4", "figure-5", "figure-6"]


def test_figures_say_what_they_rest_on(figures):
    assert "of 5 to 6 systems (system level)" in figures["measures-responsiveness"].title.subtitle
    assert figures["between"].title.subtitle.endswith("by the means of 5 to 6 systems")


def test_systems_are_drawn_with_the_correlation_of_systems(study, figures):
    specification = json.dumps(figures["systems-responsiveness"].to_dict(validate=False))
    for result in study.correlations["responsiveness", "system"][:6]:
        assert f"r = {result.pearson:.3f}" in specification


def test_without_the_level_of_systems_they_are_not_drawn(systems_alone):
    place = "responsiveness", "pooled"
    pooled = replace(
        systems_alone,
        plan=replace(systems_alone.plan, levels=("pooled",)),
        correlations={place: systems_alone.correlations[place]},
    )
    assert list(draw_figures(pooled)) == ["measures-responsiveness"]


def test_the_forest_has_every_measure_in_order_with_its_interval(study, figures):
    results = study.correlations["responsiveness", "system"]
    points = [row for row in data_of(figures["measures-responsiveness"]) if "measure" in row]
    assert [(p["measure"], p["pearson"], p["low"], p["high"]) for p in points] == [
        (str(r.measure), r.pearson, r.intervals["pearson"].low, r.intervals["pearson"].high) for r in results
    ]
    assert {p["measure"] for p in points if p["text"]} == {"cosine(text)", "lsa-topic(text)"}
    assert {p["measure"]: p["family"] for p in points}["rouge-2"] == "n-grams"


def test_charts_grow_with_the_number_of_measures(systems_alone):
    place = "responsiveness", "system"
    half = {place: systems_alone.correlations[place][:4]}

    def height(shown):
        return draw_figures(shown)["measures-responsiveness"].to_dict(validate=False)["height"]

    assert height(systems_alone) == 2 * height(replace(systems_alone, correlations=half))


def test_cells_are_those_of_the_test(records, figures):
    cells = {(row["first"], row["second"]): row["kind"] for row in data_of(figures["williams-responsiveness-pooled"])}
    rows = [row for row in records["williams"] if (row["aspect"], row["level"]) == ("responsiveness", "pooled")]
    assert len(cells) == len(rows)
    for row in rows:
        assert (cells[row["first"], row["second"]] == "p ≥ 0.05") == (row["p"] >= 0.05)


def test_measures_of_a_family_stand_together(study, figures):
    order = figures["between"].to_dict(validate=False)["layer"][0]["encoding"]["x"]["sort"]
    families = {str(measure): FAMILIES.index(measure.family) for measure in study.measures}
    assert [families[name] for name in order] == sorted(families.values())


def test_many_systems_go_by_numbers_with_a_list(odd):
    texts = [row["text"] for row in data_of(draw_figures(odd)["systems-b"]) if "text" in row]
    assert {"1", "10"} <= set(texts)
    assert sum('<b>&"' in text for text in texts) == 1


def test_so_do_systems_with_long_names(systems_alone):
    long = replace(systems_alone, systems=tuple(f"a system with a long name, {i}" for i in range(6)))
    texts = {row["text"] for row in data_of(draw_figures(long)["systems-responsiveness"]) if "text" in row}
    assert "1" in texts
    assert sum("a system with a long name" in str(text) for text in texts) == 6


def test_what_is_not_defined_is_not_drawn(odd):
    assert not any("constant" in name for name in draw_figures(odd))
    constant = {place: results for place, results in odd.correlations.items() if place[0] == "constant"}
    nothing = replace(
        odd, judgements={"constant": odd.judgements["constant"]}, correlations=constant, p_values={}, pairs=()
    )  # fmt: skip
    assert draw_figures(nothing) == {}


def test_every_usual_measure_has_a_family():
    families = {str(measure): measure.family for measure in usual_measures()}
    assert set(families.values()) == set(FAMILIES) - {"others"}
    assert families["rouge-su4"] == "n-grams"
    assert families["rouge-l"] == families["lcs(text)"] == "subsequences"
