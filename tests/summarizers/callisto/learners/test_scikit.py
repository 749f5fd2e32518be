"""Classifiers of scikit-learn as learners."""

import warnings

import numpy as np
import pytest

from callisto_tables import planted, random_table
from sumspace.errors import SettingError
from sumspace.summarizers.callisto.learners.learner import Training, parse_learner
from sumspace.summarizers.callisto.learners.scikit import Scikit


def same(one, other):
    return one.classes.tolist() == other.classes.tolist() and one.confidence.tolist() == other.confidence.tolist()


def test_classifiers_are_found_in_capitals_or_not():
    learner = parse_learner("kneighborsclassifier( n_neighbors = 7, rows=100 )")
    assert learner == Scikit("KNeighborsClassifier", (("n_neighbors", 7),), rows=100)
    assert str(learner) == "KNeighborsClassifier(n_neighbors=7, rows=100)"
    assert parse_learner("SVC(C=2.0, kernel=poly)") == Scikit("SVC", (("C", 2.0), ("kernel", "poly")))
    assert hash(Scikit("SVC", (("class_weight", {0: 1}),))) == hash(parse_learner("svc(class_weight={0: 1})"))


@pytest.mark.parametrize(
    "text",
    [
        "SVC(C=2.0, kernel='poly')",
        "RandomForestClassifier(max_features=1.0)",
        "RandomForestClassifier(max_features=1)",
        "SVC(class_weight={0: 1.0}, kernel='None')",
        "MLPClassifier(hidden_layer_sizes=(5, 2))",
    ],
)
def test_options_keep_their_types(text):
    """To scikit-learn, 1.0 is a share of the features and 1 is one feature."""
    assert str(parse_learner(text)) == str(parse_learner(str(parse_learner(text)))) == text


@pytest.mark.parametrize("text", ["SVC(2.0)", "SVC(C=__import__('os'))", "SVC(poly, C=2.0)"])
def test_options_have_names_and_plain_values(text):
    with pytest.raises(SettingError, match="options of a classifier are written name=value") as caught:
        parse_learner(text)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("SVC(neighbours=3)", r"^SVC has no option 'neighbours'; there are: .*kernel.*, rows$"),
        ("SVC(rows=0)", r"^rows of a learner must be a whole number"),
        ("SVC(verbose=True)", r"^SVC cannot be verbose: its output would mix with the results$"),
    ],
)
def test_unknown_options_of_classifiers_are_answered_in_one_line(text, message):
    with pytest.raises(SettingError, match=message):
        parse_learner(text)


@pytest.mark.parametrize(
    "text",
    ["MultinomialNB", "SVC(C=-1)", "SVC(kernel='none')", "OneVsRestClassifier", "VotingClassifier(estimators=[])"],
)
def test_classifiers_that_cannot_learn_say_so_in_one_line(text):
    with pytest.raises(SettingError, match=r"^\w+.* cannot learn this: [^\n]+$"):
        parse_learner(text).learn(random_table(0))


def test_classifiers_that_cannot_judge_say_so_in_one_line():
    learned = parse_learner("RadiusNeighborsClassifier(radius=0.001)").learn(random_table(0))
    with pytest.raises(SettingError, match=r"RadiusNeighborsClassifier.* cannot judge a text: [^\n]+$"):
        learned.judge(np.full(4, 50.0))


@pytest.mark.parametrize("name", ["LinearSVC", "RidgeClassifier", "Perceptron", "SVC"])
@pytest.mark.parametrize("count", [2, 3])
def test_classifiers_without_probabilities_are_sure_all_the_same(name, count):
    training = random_table(0, count=count)
    learned = parse_learner(name).learn(training)
    for text in training.features:
        opinion = learned.judge(text)
        assert ((opinion.confidence > 1 / count - 1e-9) & (opinion.confidence <= 1)).all()


def test_two_classes_are_as_sure_as_the_logistic_function_of_the_decision():
    learned = parse_learner("LinearSVC").learn(random_table(0, count=2))
    learned.fitted.coef_[:] = 0
    for decision in (0.5, -2.0):
        learned.fitted.intercept_[:] = decision
        opinion = learned.judge(np.zeros(4))
        assert set(opinion.classes.tolist()) == {int(decision > 0)}
        assert opinion.confidence == pytest.approx(np.full(15, 1 / (1 + np.exp(-abs(decision)))))


def test_classifiers_are_quiet_where_they_do_not_converge(capfd):
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always")
        parse_learner("MLPClassifier(max_iter=1)").learn(random_table(0)).judge(np.zeros(4))
    assert not heard
    assert capfd.readouterr() == ("", "")


def test_a_classifier_sees_standard_features_and_a_column_for_each_setting():
    # The nearest row to a text with a setting is the row of the document most like it that has the setting.
    training = planted(3, documents=30)
    factors = np.array([1e6, 1e-6, 1, 1])
    other = Training(training.features * factors, training.settings, training.scores, training.classes, 2)
    learned = parse_learner("KNeighborsClassifier(n_neighbors=1)").learn(other)
    for text, classes in zip(other.features, training.classes, strict=True):
        assert learned.judge(text).classes.tolist() == classes.tolist()


def test_a_classifier_is_as_random_as_the_seed_says():
    training = random_table(0)
    learned = {seed: parse_learner("RandomForestClassifier(n_estimators=3)").learn(training, seed) for seed in (1, 2)}
    assert not all(same(learned[1].judge(text), learned[2].judge(text)) for text in training.features)


def test_more_settings_than_memory_holds_are_refused():
    many = 20_000
    training = Training(np.zeros((1, 1)), np.arange(many)[:, None], np.zeros((1, many)), np.zeros((1, many), int), 1)
    with pytest.raises(SettingError, match="SVC cannot be trained on so many configurations and settings"):
        parse_learner("SVC").learn(training)


def test_where_there_are_many_rows_some_are_drawn_by_the_seed():
    training = random_table(0, documents=60, configurations=20)
    learner = parse_learner("KNeighborsClassifier(n_neighbors=1, rows=100)")
    one, two, three = (learner.learn(training, seed) for seed in (1, 1, 2))
    assert one.fitted.n_samples_fit_ == 100
    assert all(same(one.judge(text), two.judge(text)) for text in training.features)
    assert not all(same(one.judge(text), three.judge(text)) for text in training.features)
