"""Cross-validation: who is trained on what, and what is chosen, against the same in plain Python."""

from dataclasses import dataclass, replace
from itertools import combinations, pairwise, product
from math import log, pi

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import sumspace
from sumspace.compute.work import Workers
from sumspace.measures.measure import Scores, parse_measure
from sumspace.studies.callisto.cross_validation import Lessons, cross_validate, folds
from sumspace.studies.callisto.generate import GeneratedDocument, generate
from sumspace.studies.callisto.plan import CallistoPlan, GenerationPlan, Version
from sumspace.summarizers.callisto.configuration import grid
from sumspace.summarizers.callisto.learners.learner import Learned, Learner, Opinion, parse_learner

SAMPLE = list(sumspace.read("sample"))
#: Two lengths, with six configurations each.
GRID = grid(
    ["none", "c99", "texttiling"], ["rake", "extractor"], phrases=[10], thresholds=[1], sentences=[1, 3], kind="paper"
)
LIN_HOVY, KPIA = parse_measure("lin-hovy"), parse_measure("kpia")
ALL = ("tree", "naive-bayes", "boosting", "additive", "fixed", "KNeighborsClassifier(n_neighbors=3)")


def make_plan(*learners, seed=0, jobs=1, **others):
    generation = GenerationPlan(GRID, seed=seed, workers=Workers(jobs))
    settings = {"trained_on": (LIN_HOVY,), "classes": (3,), "folds": 3, "ranked_by": None, "lengths": "given"}
    settings |= {"selections": ("random", "paper"), "targets": ("score",)} | others
    return CallistoPlan(generation, tuple(map(parse_learner, learners)), **settings)


@pytest.fixture(scope="module")
def real():
    """Six documents, summarized and scored."""
    return list(generate(SAMPLE[::3][:6], GenerationPlan(GRID)))


def made_up(scores, features, ids=None):
    """Make documents that have these scores, [document, configuration], and features."""
    many = len(GRID)
    return [
        GeneratedDocument(
            ids[i] if ids else f"d{i}", "", np.array(features[i], float),
            tuple((j,) for j in range(many)),
            np.arange(many), np.zeros((1, 2), np.int64),
            {measure: Scores.single(np.array(row, float)) for measure in (LIN_HOVY, KPIA)},
        )
        for i, row in enumerate(scores)
    ]  # fmt: skip


def validate(documents, plan, *others):
    return cross_validate(Lessons.of(documents, plan.generation.measures), plan, *others)


def random_documents(seed, many=12):
    random = np.random.default_rng(seed)
    return made_up(random.random((many, len(GRID))), random.normal(size=(many, 3)))


def choices(found):
    return {str(one.version): one.configurations.tolist() for one in found}


@given(st.integers(1, 60), st.integers(2, 20), st.integers(0, 5))
def test_every_document_is_in_one_fold_and_folds_are_of_nearly_one_size(documents, wanted, seed):
    parts = [part.tolist() for part in folds(documents, wanted, seed)]
    assert sorted(place for part in parts for place in part) == list(range(documents))
    assert len(parts) == min(documents, wanted)
    sizes = [len(part) for part in parts]
    assert max(sizes) - min(sizes) <= 1
    assert min(sizes) >= 1
    assert parts == [sorted(part) for part in parts]


def test_the_seed_changes_folds_and_nothing_else_does():
    one, again, other = (np.concatenate(folds(40, 10, seed)).tolist() for seed in (0, 0, 1))
    assert one == again != other


def test_every_version_chooses_for_every_document_one_configuration_of_each_length(real):
    selections = ("random", "paper")
    plan = make_plan("naive-bayes", "fixed", trained_on=(LIN_HOVY, KPIA), classes=(2, 4), folds=50)
    found = validate(real, plan)
    bayes, fixed = plan.learners
    assert [one.version for one in found] == [
        *(Version(bayes, m, s, k) for m, k, s in product((LIN_HOVY, KPIA), (2, 4), selections)),
        *(Version(fixed, measure, "value") for measure in (LIN_HOVY, KPIA)),
    ]
    for one in found:
        assert one.configurations.shape == (6, 2)
        for row in one.configurations.tolist():
            assert [GRID[configuration].sentences for configuration in row] == [1, 3]


def test_one_configuration_is_chosen_where_lengths_are_free(real):
    (found,) = validate(real, make_plan("fixed", lengths="free"))
    assert found.configurations.shape == (6, 1)


@dataclass(frozen=True)
class Spy(Learner):
    """Remembers what it has been shown, and expects most of the first configuration."""

    seen: tuple = ()

    def __str__(self):
        return "spy"

    def learn(self, training, seed=0):  # noqa: ARG002
        SHOWN.append(training)
        return Told(np.zeros(len(GRID), np.int64), -np.arange(len(GRID), dtype=float))

    def restore(self, arrays):
        raise NotImplementedError


@dataclass(frozen=True, eq=False)
class Told(Learned):
    """Expects the same of every text."""

    classes: np.ndarray
    confidence: np.ndarray

    def judge(self, features):  # noqa: ARG002
        nothing = np.zeros(len(GRID))
        return Opinion(self.classes, self.confidence, nothing, nothing, np.zeros((len(GRID), 3)))

    def without_text(self):
        return np.zeros(len(GRID))

    @property
    def arrays(self):
        return {}


SHOWN = []


def test_learners_see_all_documents_but_those_of_the_fold():
    SHOWN.clear()
    documents = random_documents(0, 7)
    validate(documents, replace(make_plan("fixed"), learners=(Spy(),)))
    expected = [sorted(set(range(7)) - set(part.tolist())) for part in folds(7, 3, 0)]
    shown = [
        [next(i for i, one in enumerate(documents) if (one.features == row).all()) for row in training.features]
        for training in SHOWN
    ]
    assert shown == expected
    for training, places in zip(SHOWN, expected, strict=True):
        assert (training.scores == [documents[i].scores[LIN_HOVY].f1 for i in places]).all()
        assert training.count == 3


def test_every_number_of_classes_is_learned_by_itself():
    SHOWN.clear()
    documents = random_documents(0, 4)
    validate(documents, replace(make_plan("fixed", classes=(4, 2), folds=2), learners=(Spy(),)))
    assert [training.count for training in SHOWN] == [4, 2, 4, 2]
    for training in SHOWN:
        cuts = brute_force_cuts(training.scores.tolist(), training.count)
        assert training.classes.tolist() == [[sum(s > cut for cut in cuts) for s in row] for row in training.scores]


@pytest.mark.parametrize("learner", ALL)
def test_what_is_chosen_for_a_document_does_not_depend_on_its_own_scores(learner):
    documents = random_documents(1)
    plan = make_plan(learner, classes=(2, 5))
    before = choices(validate(documents, plan))
    for place in (0, 5):
        changed = list(documents)
        # What was worst is best by far.
        other = Scores.single(10 - 10 * documents[place].scores[LIN_HOVY].f1)
        changed[place] = replace(documents[place], scores={LIN_HOVY: other})
        after = choices(validate(changed, plan))
        assert all(before[version][place] == after[version][place] for version in before)
        assert before != after


@pytest.mark.parametrize("learner", ALL)
def test_the_number_of_jobs_changes_nothing(learner):
    documents = random_documents(2)
    one, four = (validate(documents, make_plan(learner, jobs=jobs, classes=(2, 5))) for jobs in (1, 4))
    assert choices(one) == choices(four)
    assert [(a.accuracy, a.accuracy_of_chosen) for a in one] == [(b.accuracy, b.accuracy_of_chosen) for b in four]


def test_the_seed_changes_random_selections():
    documents = random_documents(3, 30)
    # Every configuration is in the best class, whatever the folds.
    plans = [replace(make_plan("fixed", seed=seed), learners=(Spy(),)) for seed in (0, 0, 1)]
    one, again, other = (choices(validate(documents, plan)) for plan in plans)
    assert one == again
    assert one["spy, lin-hovy, random, K = 3"] != other["spy, lin-hovy, random, K = 3"]
    first_of_each = [[GRID.index(next(c for c in GRID if c.sentences == n)) for n in (1, 3)]] * 30
    assert one["spy, lin-hovy, paper, K = 3"] == other["spy, lin-hovy, paper, K = 3"] == first_of_each


def test_random_selections_go_by_the_document_and_reach_every_configuration():
    documents = random_documents(4, 100)
    plan = replace(make_plan("fixed", selections=("random",)), learners=(Spy(),))
    (found,) = validate(documents, plan)
    assert set(found.configurations.ravel().tolist()) == set(range(len(GRID)))
    backwards = [documents[place] for place in range(99, -1, -1)]
    (turned,) = validate(backwards, plan)
    assert (turned.configurations[::-1] == found.configurations).all()


@dataclass(frozen=True)
class Sure(Spy):
    """Expects the classes 0, 1, 2, 0, 1, 2 … and is the surer the later a configuration stands."""

    def learn(self, training, seed=0):  # noqa: ARG002
        return Told(np.arange(len(GRID)) % 3, np.arange(len(GRID), dtype=float))


def test_accuracy_is_the_share_of_classes_that_were_right():
    documents = random_documents(5, 8)
    plan = replace(make_plan("fixed", selections=("paper",)), learners=(Sure(),))
    (found,) = validate(documents, plan)
    right, of_chosen = [], []
    for part in folds(8, 3, 0):
        cuts = brute_force_cuts([documents[i].scores[LIN_HOVY].f1.tolist() for i in range(8) if i not in part], 3)
        for place in part:
            truth = [sum(score > cut for cut in cuts) for score in documents[place].scores[LIN_HOVY].f1]
            right += [one == configuration % 3 for configuration, one in enumerate(truth)]
            # Of each length the last of those with class 2 is chosen.
            for length in (1, 3):
                last = max(i for i, c in enumerate(GRID) if c.sentences == length and i % 3 == 2)
                of_chosen.append(truth[last] == 2)
                assert last in found.configurations[place]
    assert found.accuracy == pytest.approx(np.mean(right))
    assert found.accuracy_of_chosen == pytest.approx(np.mean(of_chosen))
    assert 0 < found.accuracy < 1


def test_without_classes_there_is_no_accuracy(real):
    (found,) = validate(real, make_plan("fixed"))
    assert found.accuracy is found.accuracy_of_chosen is None


@pytest.mark.parametrize("learner", ALL)
def test_more_classes_than_different_scores(learner):
    random = np.random.default_rng(6)
    documents = made_up(random.integers(0, 2, (6, len(GRID))), random.normal(size=(6, 2)))
    found = validate(documents, make_plan(learner, classes=(2, 20), selections=("paper",)))
    assert all(len(one.configurations) == 6 for one in found)
    if len(found) == 2:  # there are two classes, however many are wanted
        few, many = found
        assert few.accuracy == many.accuracy


@pytest.mark.parametrize("learner", ALL)
def test_all_scores_and_all_texts_alike(learner):
    documents = made_up(np.full((4, len(GRID)), 0.5), np.ones((4, 2)))
    for rows in choices(validate(documents, make_plan(learner))).values():
        assert len(rows) == 4


def brute_force_cuts(scores, count):
    """Divide scores into classes in all ways, and return where those of the best way are cut."""
    values = sorted({score for row in scores for score in row})
    every = [score for row in scores for score in row]
    best = None
    for starts in combinations(range(1, len(values)), count - 1):
        bounds = [0, *starts, len(values)]
        classes = [[s for s in every if values[a] <= s <= values[b - 1]] for a, b in pairwise(bounds)]
        means = [sum(members) / len(members) for members in classes]
        cost = sum((s - mean) ** 2 for members, mean in zip(classes, means, strict=True) for s in members)
        if best is None or cost < best[0]:
            best = cost, [(a + b) / 2 for a, b in pairwise(means)]
    return best[1]


def bayes(features, scores, cuts, text):
    """Return the class that naive Bayes expects of every configuration and its probability, row by row."""
    rows = [
        (document, configuration, sum(score > cut for cut in cuts))
        for document, row in enumerate(scores)
        for configuration, score in enumerate(row)
    ]
    settings = [(c.segmenter, c.extractor, c.phrases, c.threshold, c.match, c.sentences) for c in GRID]
    columns = list(zip(*features, strict=True))
    centres = [sum(column) / len(column) for column in columns]
    scales = [(sum((x - c) ** 2 for x in col) / len(col)) ** 0.5 for col, c in zip(columns, centres, strict=True)]
    used = [f for f, column in enumerate(columns) if min(column) < max(column)]

    def standard(values):
        return [(values[f] - centres[f]) / scales[f] for f in used]

    def fitting(wanted):
        members = [row for row in rows if row[2] == wanted]
        parts = [log(len(members) / len(rows))]
        known = [standard(features[document]) for document, _, _ in members]
        for x, column in zip(standard(text), zip(*known, strict=True), strict=True):
            mean = sum(column) / len(column)
            variance = sum((one - mean) ** 2 for one in column) / len(column) + 0.01
            parts.append(-((x - mean) ** 2) / (2 * variance) - log(2 * pi * variance) / 2)
        # A feature that is the same in all documents is 0 in all, with the added variance.
        parts += [-log(2 * pi * 0.01) / 2] * (len(columns) - len(used))
        return sum(parts), members

    fits = {wanted: fitting(wanted) for wanted in sorted({row[2] for row in rows})}
    found = []
    for mine in settings:
        joint = {}
        for wanted, (start, members) in fits.items():
            seen = [sum(settings[c][p] == mine[p] for _, c, _ in members) for p in range(6)]
            values = [len({one[p] for one in settings}) for p in range(6)]
            joint[wanted] = start + sum(log((n + 1) / (len(members) + v)) for n, v in zip(seen, values, strict=True))
        best = max(joint, key=lambda wanted: joint[wanted])
        found.append((best, 1 / sum(np.exp(other - joint[best]) for other in joint.values())))
    return found


@pytest.mark.parametrize("measure", [LIN_HOVY, KPIA], ids=str)
def test_naive_bayes_chooses_what_plain_python_chooses(real, measure):
    plan = make_plan("naive-bayes", trained_on=(measure,), selections=("paper",))
    # With few documents and all features, naive Bayes is so sure of each configuration that all are as good.
    documents = [replace(document, features=document.features[:4]) for document in real]
    (found,) = validate(documents, plan)
    features = [document.features.tolist() for document in documents]
    scores = [document.f_scores(measure).tolist() for document in real]
    clear = []
    for part in folds(6, 3, 0):
        seen = [i for i in range(6) if i not in part]
        cuts = brute_force_cuts([scores[i] for i in seen], 3)
        for place in part:
            expected = bayes([features[i] for i in seen], [scores[i] for i in seen], cuts, features[place])
            for length, chosen in zip((1, 3), found.configurations[place].tolist(), strict=True):
                allowed = [i for i, configuration in enumerate(GRID) if configuration.sentences == length]
                best_class = max(expected[i][0] for i in allowed)
                surest = max(expected[i][1] for i in allowed if expected[i][0] == best_class)
                equal = [i for i in allowed if expected[i] >= (best_class, surest - 1e-9)]
                assert chosen in equal
                clear.append(len(equal) == 1)
    assert sum(clear) > 6, clear


@pytest.mark.parametrize("free", [False, True])
def test_fixed_chooses_the_best_mean_of_the_other_folds(real, free):
    (found,) = validate(real, make_plan("fixed", lengths="free" if free else "given"))
    for part in folds(6, 3, 0):
        seen = [document for i, document in enumerate(real) if i not in part]
        means = [
            sum(float(one.scores[LIN_HOVY].f1[one.by_configuration[i]]) for one in seen) / len(seen)
            for i in range(len(GRID))
        ]
        for place in part:
            for group, chosen in enumerate(found.configurations[place].tolist()):
                allowed = [i for i, c in enumerate(GRID) if free or c.sentences == (1, 3)[group]]
                assert means[chosen] == pytest.approx(max(means[i] for i in allowed), abs=1e-12)


def test_odd_ids_are_no_obstacle():
    documents = made_up(np.eye(2, len(GRID)), np.eye(2), ids=["\ud800", "a\n"])
    assert len(validate(documents, make_plan("naive-bayes", classes=(2,)))) == 2


def test_progress_ends_at_one(real):
    told = []
    validate(real, make_plan("fixed", trained_on=(LIN_HOVY, KPIA)), lambda task, share: told.append((task, share)))
    assert told == [("learning", pytest.approx(i / 6)) for i in range(1, 7)]
