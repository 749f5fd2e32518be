"""Why CALLISTO chooses a configuration: the same that it takes, with amounts that add up, in words."""

from dataclasses import replace

import numpy as np
import pytest

import sumspace
from sumspace.document import Document
from sumspace.summarizers.callisto.explaining import describe_model, explain_choice, value_of
from sumspace.summarizers.callisto.features import FEATURES, feature_name, features_of, written_feature
from sumspace.summarizers.callisto.pipeline import Pipeline
from sumspace.summarizers.callisto.summarizer import Callisto
from sumspace.text.profile import Profile

SAMPLE = list(sumspace.read("sample"))
ARTICLES = [Document(example, Profile()).article() for example in SAMPLE[::5]]


@pytest.fixture(scope="module", params=["value", "odds", "paper"])
def selection(request):
    return request.param


@pytest.fixture(scope="module", params=["tree", "naive-bayes", "boosting", "additive(evidence=0)", "fixed"])
def model(request, selection):
    small = {"segmenter": ["none", "c99"], "extractor": "rake", "phrases": [5, 20], "sentences": [2, 3]}
    return sumspace.callisto_train(SAMPLE, learner=request.param, selection=selection, classes=3, **small).model


def test_the_choice_is_the_one_that_is_taken_and_its_reasons_sum_to_its_value(model):
    for article in ARTICLES:
        told = explain_choice(model, article, 3, "sentences", 7)
        chosen = model.choose(article, 3, "sentences", 7)
        assert told["configuration"] == str(chosen.configuration)
        assert told["next_best"].configuration == str(chosen.runner_up)
        opinion, number = model.judge(article), model.configurations.index(chosen.configuration)
        expected = opinion.odds[number] if model.rule == "odds" else opinion.values[number]
        assert told["value"] == pytest.approx(expected, abs=1e-12)
        assert sum(reason.amount for reason in told["reasons"]) == pytest.approx(expected, abs=1e-9)
        if model.rule in ("value", "odds"):
            assert told["next_best"].value <= told["value"] + 1e-9
            assert told["best_fixed"].value <= told["value"] + 1e-9
        names = [reason.what for reason in told["reasons"]]
        assert names[0] == "whatever the text"
        assert Callisto(model).explain(article, 3, "sentences", 7).reasons == told["reasons"]


def test_what_a_model_has_learned(model):
    learned = describe_model(model)
    assert [length for length, _ in learned.best] == ["2 sentences", "3 sentences"]
    plain = model.learned.without_text()
    for length, best in learned.best:
        same = [n for n, one in enumerate(model.configurations) if str(one.size) == length]
        assert best.value == pytest.approx(plain[same].max())
    amounts = [reason.amount for reason in learned.importance]
    assert amounts == sorted(amounts, reverse=True)
    assert bool(learned.rules) == (str(model.learner) == "tree")
    if learned.rules:
        values = [value for _, value in learned.rules]
        assert values == sorted(values, reverse=True)
        told = explain_choice(model, ARTICLES[0], 3, "sentences")
        asked = {
            " ".join([*rule.split(" (")[:1], rule.split(") ")[-1]]) if " (" in rule else rule for rule in told["rules"]
        }
        assert any(asked == set(rules) for rules, _ in learned.rules)
    assert learned.record["value_is"] == learned.value_is


def test_a_value_is_named(model):
    explained = explain_choice(model, ARTICLES[0], 3, "sentences")["value_is"]
    share = "expected share of the document's best lin-hovy"
    assert explained == (share if model.rule != "odds" else "log-odds of the best class of lin-hovy against the worst")
    assert value_of(replace(model, target="rank")) == "expected rank within the document, from 0 to 1, by lin-hovy"
    assert value_of(replace(model, target="score")) == "expected lin-hovy"


def test_features_are_written_as_people_would():
    article = ARTICLES[0]
    features = features_of(article, Pipeline(article).wording)
    assert written_feature(FEATURES.index("sentences"), features[0]) == str(len(article))
    assert written_feature(FEATURES.index("words"), np.log1p(123456)) == "1.235e+05"
    assert written_feature(FEATURES.index("share of questions"), 0.25) == "0.25"
    assert feature_name(FEATURES.index("their deviation")) == "deviation of letters a word"
    assert len({feature_name(number) for number in range(len(FEATURES))}) == len(FEATURES)
