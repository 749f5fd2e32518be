"""The plans of CALLISTO: what they refuse, and what their signatures say."""

import pytest

from sumspace.errors import SettingError, UnknownNameError
from sumspace.measures.measure import parse_measure
from sumspace.studies.callisto.plan import CallistoPlan, GenerationPlan, TrainingPlan, measures_for
from sumspace.summarizers.callisto.configuration import grid
from sumspace.summarizers.callisto.learners.learner import parse_learner

GRID = grid(
    ["none", "c99", "texttiling"], ["rake", "extractor"], phrases=[5, 20], thresholds=[1, 2],
    matches=["stems", "words"], sentences=[1, 3, 50], kind="paper",
)  # fmt: skip
LEARNERS = parse_learner("naive-bayes"), parse_learner("fixed")
LIN_HOVY, KPIA = parse_measure("lin-hovy"), parse_measure("kpia")


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"configurations": ()}, "there is no configuration to summarize with"),
        ({"measures": (parse_measure("pyramid"),)}, "pyramid is known only for summaries that people have annotated"),
        ({"measures": (parse_measure("relevance"),)}, "relevance looks at a whole corpus of summaries"),
        ({"seed": -1}, "a seed is a whole number from 0 on, not -1"),
    ],
)
def test_generation_that_cannot_be_done(wrong, message):
    with pytest.raises(SettingError, match=message):
        GenerationPlan(**{"configurations": GRID, **wrong})


def test_the_signature_names_every_value_once():
    shown = str(GenerationPlan(GRID))
    for part in (
        "segmenter:none,c99,texttiling", "extractor:rake,extractor", "phrases:5,20", "threshold:1,2",
        "match:stems,words", "sentences:1,3,50", "lin-hovy,kpia", "seed:0",
    ):  # fmt: skip
        assert f" | {part} | " in shown


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"learners": ()}, "name at least one learner"),
        ({"trained_on": ()}, "one measure to train it on"),
        ({"classes": ()}, "at least one number of classes"),
        ({"classes": (5, 1)}, "classes must be 2 to 100, not 1"),
        ({"selections": ()}, "name at least one selection"),
        ({"selections": ("best",)}, "unknown selection 'best'; there are: value, odds, paper, random"),
        ({"targets": ()}, "name at least one target: score, rank, share"),
        ({"targets": ("grade",)}, "unknown target 'grade'; there are: score, rank, share"),
        ({"folds": 1}, "cross-validation needs at least 2 folds, not 1"),
        ({"ranked_by": parse_measure("cosine")}, "needs a measure that counts units, such as rouge-2, not cosine"),
        ({"ranked_by": parse_measure("pyramid")}, "needs a measure that counts units, such as rouge-2, not pyramid"),
        ({"judged_by": parse_measure("pyramid")}, "pyramid is known only for summaries that people have annotated"),
        ({"seconds": 0.0}, "an allowance is more than nothing"),
    ],
)
def test_studies_that_cannot_be_done(wrong, message):
    with pytest.raises((SettingError, UnknownNameError), match=message):
        CallistoPlan(GenerationPlan(GRID), **wrong)


def test_summaries_are_scored_by_all_measures_that_are_needed_once():
    plan = CallistoPlan(GenerationPlan(GRID), LEARNERS, (KPIA, LIN_HOVY), LIN_HOVY, ranked_by=None)
    assert plan.generation.measures == (LIN_HOVY, KPIA)
    shown = str(plan)
    for part in ("learners:naive-bayes,fixed", "trained on:kpia,lin-hovy", "judged by:F of lin-hovy", "not ranked"):
        assert part in shown


def test_at_least_two_classes():
    with pytest.raises(SettingError, match="classes must be 2 to 100, not 1"):
        TrainingPlan(GenerationPlan(GRID), classes=1)


def test_a_signature_of_summarizers_says_no_more_than_what_applies():
    shown = str(GenerationPlan(grid(summarizers=["lead", "gong-liu(lo-en)"], words=[100], kind="summarizers")))
    assert "summarizer:lead,gong-liu(weighting=lo-en) | words:100 | lin-hovy" in shown
    assert "segmenter" not in shown


@pytest.mark.parametrize("wrong", [{"selection": "confidence"}, {"target": "rang"}])
def test_training_knows_its_rules_and_targets(wrong):
    ((kind, name),) = wrong.items()
    with pytest.raises(UnknownNameError, match=f"unknown {kind} '{name}'; there are: "):
        TrainingPlan(GenerationPlan(GRID), **wrong)


def test_only_measures_that_are_defined_for_the_language_are_usual():
    assert measures_for("en") == (LIN_HOVY, KPIA)
    assert measures_for("de") == (LIN_HOVY,)


def test_one_configuration_is_chosen_of_each_length_or_of_all():
    plan = CallistoPlan(GenerationPlan(GRID), lengths="given")
    assert [{GRID[place].sentences for place in group} for group in plan.groups] == [{1}, {3}, {50}]
    (every,) = CallistoPlan(GenerationPlan(GRID)).groups
    assert every.tolist() == list(range(len(GRID)))
