"""The figures of the study of measures."""

import json
import re
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
        pairs=(),
        sweeps=(),
    )


def data_of(figure):
    return [row for table in figure.to_dict(validate=False)["datasets"].values() for row in json.loads(table)]


def test_there_are_figures_for_each_aspect_and_for_the_sweeps(figures):
    aspects = ("responsiveness", "reference-clarity")
    kinds = ("measures-{}", "tests-{}", "levels-{}", "top-{}", "power-{}", "systems-{}")
    expected = [kind.format(aspect) for aspect in aspects for kind in kinds]
    assert list(figures) == ["overview", *expected, "between", "figure-3", "figure-4", "figure-5", "figure-6"]


def test_figures_say_what_they_rest_on(figures):
    assert "of 6 systems (system level)" in figures["measures-responsiveness"].title.subtitle
    assert figures["between"].title.subtitle.endswith("of the means of 6 systems")


def test_systems_are_drawn_with_the_correlation_of_systems(study, figures):
    specification = json.dumps(figures["systems-responsiveness"].to_dict(validate=False))
    for result in study.ranked("responsiveness", "system", "recall")[:6]:
        assert f"r = {result.value('pearson'):.3f}" in specification


def test_without_the_level_of_systems_they_are_not_drawn(systems_alone):
    place = "responsiveness", "pooled"
    pooled = replace(
        systems_alone,
        plan=replace(systems_alone.plan, levels=("pooled",)),
        compared={place: systems_alone.compared[place]},
    )
    figures = list(draw_figures(replace(pooled, power={})))
    assert figures == ["overview", "measures-responsiveness", "tests-responsiveness", "figure-3"]


def test_the_forest_has_every_measure_of_a_view_in_order_with_its_interval(study, figures):
    ranked = study.ranked("responsiveness", "system", "recall")
    points = [row for row in data_of(figures["measures-responsiveness"]) if "measure" in row]
    shown = [(p["measure"], p["value"], p["low"], p["high"]) for p in points]
    assert shown[: len(ranked)] == [
        (str(r.measure), r.value("pearson"), r.intervals["pearson"].low, r.intervals["pearson"].high) for r in ranked
    ]
    kinds = {p["measure"]: p["kind"] for p in points}
    assert {name for name, kind in kinds.items() if kind == "text"} == {"cosine(text)", "lsa-topic(text)"}
    assert {name for name, kind in kinds.items() if kind == "apart"} == {"oracle(rouge-1)"}
    assert {p["label"][-4:] for p in points if p["kind"] == "apart"} == {" (5)"}
    assert {p["measure"]: p["family"] for p in points}["rouge-2"] == "n-grams"


def scales(specification, channel):
    """Find the ends of all axes of a channel."""
    if isinstance(specification, dict):
        if channel in specification and isinstance(specification[channel], dict):
            domain = (specification[channel].get("scale") or {}).get("domain")
            if domain and specification[channel].get("type") == "quantitative":
                yield tuple(domain)
        for inner in specification.values():
            yield from scales(inner, channel)
    elif isinstance(specification, list):
        for inner in specification:
            yield from scales(inner, channel)


@pytest.mark.parametrize("name", ["measures-responsiveness", "levels-responsiveness"])
def test_axes_of_coefficients_end_at_one_and_are_the_same_in_all_panels(figures, name):
    ends = set(scales(figures[name].to_dict(validate=False), "x"))
    assert len(ends) == 1
    assert ends.pop()[1] == 1


def test_what_one_rater_reaches_with_another_is_a_line(study, figures):
    reached = {row["reached"] for row in data_of(figures["measures-responsiveness"]) if "reached" in row}
    assert reached == {study.compared["responsiveness", "system"].ceiling.values["pearson"]}


def test_the_overview_has_every_measure_beside_every_aspect(study, figures):
    cells = data_of(figures["overview"])
    assert {(cell["measure"].rstrip("*"), cell["aspect"]) for cell in cells} == {
        (str(measure), f"{aspect} (6)") for measure in study.measures for aspect in study.aspects
    }
    assert {cell["measure"] for cell in cells if not cell["ranked"]} == {"oracle(rouge-1)*"}
    assert {cell["label"][-4:] for cell in cells if not cell["ranked"]} == {" (5)"}


def test_cells_are_those_of_the_corrected_tests(study, figures):
    cells = [row for row in data_of(figures["tests-responsiveness"]) if "kind" in row]
    expected = []
    for view in study.plan.views:
        for pair, p in study.p_values("responsiveness", "system", view).items():
            expected.append((frozenset(str(metric.measure) for metric in pair), p >= 0.05))
    found = [(frozenset((cell["first"], cell["second"])), cell["kind"] == "p ≥ 0.05") for cell in cells]
    assert set(found) == set(expected)  # panels with the same cells share them


def test_measures_of_a_family_stand_together(study, figures):
    order = figures["between"].to_dict(validate=False)["layer"][0]["encoding"]["x"]["sort"]
    families = {str(measure): FAMILIES.index(measure.family) for measure in study.measures}
    assert set(order) == set(families) - {"oracle(rouge-1)"}  # which does not score all systems
    assert [families[name] for name in order] == sorted(families[name] for name in order)


def test_many_systems_go_by_numbers_with_a_list(odd):
    figure = draw_figures(odd)["systems-b"]
    assert {"1", "10"} <= {row["system"] for row in data_of(figure) if "system" in row}
    assert " ".join(figure.title.subtitle).count('<b>&"') == 1


def test_so_do_systems_with_long_names(systems_alone):
    long = replace(systems_alone, systems=tuple(f"a system with a long name, {i}" for i in range(6)))
    figure = draw_figures(long)["systems-responsiveness"]
    assert "1" in {row["system"] for row in data_of(figure) if "system" in row}
    assert " ".join(figure.title.subtitle).count("a system with a long name") == 6


def test_what_is_not_defined_is_not_drawn(odd):
    assert not any("constant" in name for name in draw_figures(odd))
    constant = {place: found for place, found in odd.compared.items() if place[0] == "constant"}
    nothing = replace(odd, judgements={"constant": odd.judgements["constant"]}, compared=constant, pairs=())
    assert draw_figures(nothing) == {}


def test_every_usual_measure_has_a_family():
    families = {str(measure): measure.family for measure in usual_measures()}
    assert set(families.values()) == set(FAMILIES) - {"others", "external"}
    assert families["rouge-su4"] == "n-grams"
    assert families["rouge-l"] == families["lcs(text)"] == "subsequences"


def test_lines_among_the_best_systems_have_no_layer_without_rows(figures, odd):
    """Vega would look for the ends of nothing, and say so on the console of the page."""
    drawn = [figure for some in (figures, odd.figures()) for name, figure in some.items() if name.startswith("top-")]
    few = 0
    for figure in drawn:
        filters = re.findall(r"\"datum\.line (==|!=) 'others'\"", json.dumps(figure.to_dict(validate=False)))
        lines = {row["line"] for row in data_of(figure) if "line" in row}
        assert ("==" in filters) == ("others" in lines)
        assert ("!=" in filters) == (lines != {"others"})
        few += "others" not in lines
    assert few
