"""`train` and `learning` from the command line: what they print and write, and what they refuse in one line."""

import json
import zipfile

import pytest

from sumspace.studies.learning import training

FIRE = ["Old houses burn.", "Firemen saved two cats.", "Nobody was hurt.", "The mayor thanked all brave firemen."]
RAIN = ["Heavy rain fell.", "Rivers rose and rivers flooded villages.", "Farmers lost cows.", "Help came late."]
REFERENCES = ["Firemen saved two cats.", "Rivers flooded villages."]
RECORDS = [
    {"id": f"{i}", "domain": "fire" if i % 2 else "rain", "sentences": [*RAIN[i % 3 :], *FIRE, *RAIN[: i % 3]],
     "references": [REFERENCES[i % 2]], "source": {"corpus": "weather", "licence": "CC BY 4.0"}}
    for i in range(6)
]  # fmt: skip
TRAINING = ("--words", 8, "--folds", 2)


def is_one_clear_line(outcome):
    return (
        (outcome.code, outcome.out) == (2, "")
        and outcome.err.startswith("sumspace: ")
        and outcome.err.count("\n") == 1
        and "Traceback" not in outcome.err
    )


@pytest.fixture(scope="module", autouse=True)
def _small_models():
    """Grow few trees: what is tested here does not depend on how many there are."""
    with pytest.MonkeyPatch.context() as patch:
        for options in (training._UNITS, training._SENTENCES):
            patch.setitem(options, "max_iter", 5)
        yield


@pytest.fixture
def model(sumspace, corpus_file, tmp_path):
    """A model of two corpora, and what training printed."""
    halves = [corpus_file(*RECORDS[i::2], name=f"{i}.jsonl") for i in range(2)]
    outcome = sumspace("train", *halves, *TRAINING, "-o", tmp_path / "my.learned")
    assert outcome.code == 0, outcome.err
    return tmp_path / "my.learned", outcome


def test_training_writes_a_model_and_prints_its_card(sumspace, model):
    file, outcome = model
    assert zipfile.is_zipfile(file)
    assert "6 documents of 0.jsonl, 1.jsonl (3 fire, 3 rain)" in outcome.out
    assert "weather, 6 documents: CC BY 4.0" in outcome.out
    assert sumspace("train", "--show", file).out == outcome.out
    (card,) = map(json.loads, sumspace("train", "--show", file, "--json").out.splitlines())
    assert card["documents"] == 6
    assert [(row["genre"], row["documents"], row["measure"]) for row in card["scores"]] == [
        (genre, count, measure)
        for genre, count in ((None, 6), ("rain", 3), ("fire", 3))
        for measure in ("rouge-1", "rouge-2")
    ]
    assert not list(file.parent.glob("*.part"))


def test_a_model_is_used_by_its_file(sumspace, corpus_file, model):
    outcome = sumspace("summarize", corpus_file(*RECORDS), "-s", f"learned({model[0]})", "--words", 8, "--json")
    assert outcome.code == 0, outcome.err
    assert len(outcome.out.splitlines()) == 6


def test_without_folds_there_are_no_scores(sumspace, corpus_file, tmp_path):
    outcome = sumspace("train", corpus_file(*RECORDS), "--words", 8, "--folds", 0, "-o", tmp_path / "m")
    assert outcome.code == 0
    assert "recall on folds" not in outcome.out


def test_the_built_in_model_has_a_card(sumspace):
    outcome = sumspace("train", "--show")
    assert outcome.code == 0
    assert "oracles by rouge-2" in outcome.out


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--folds", 1), "--folds must be 2 or more, or 0 for none, not 1"),
        (("--folds", 7), "7 folds need at least 7 documents with references, not 6"),
        (("-m", "nothing"), "unknown measure 'nothing'"),
        (("--words", 0), "a budget must allow something"),
        (("--json",), "--json is for --show"),
    ],
)
def test_what_cannot_be_trained_is_refused_and_nothing_is_written(sumspace, corpus_file, tmp_path, options, message):
    outcome = sumspace("train", corpus_file(*RECORDS), "-o", tmp_path / "m", *options)
    assert is_one_clear_line(outcome), outcome.err
    assert message in outcome.err
    assert [file.name for file in tmp_path.iterdir()] == ["corpus.jsonl"]


def test_documents_that_nothing_can_be_learned_from_are_refused(sumspace, corpus_file, tmp_path):
    bare = corpus_file(*({"id": record["id"], "sentences": FIRE} for record in RECORDS))
    for command in ("train", "learning"):
        outcome = sumspace(command, bare, "-o", tmp_path / "m")
        assert is_one_clear_line(outcome), outcome.err
        assert "there is no document to learn from: '0' has no references" in outcome.err
        assert [file.name for file in tmp_path.iterdir()] == ["corpus.jsonl"]


def test_places_where_no_model_can_be_written_are_refused_before_any_work(sumspace, corpus_file, tmp_path):
    corpus = corpus_file(*RECORDS)
    text = tmp_path / "notes.txt"
    text.write_text("mine")
    for place, message in (
        (tmp_path, "it is a folder"),
        (tmp_path / "no" / "m", "there is no folder"),
        (corpus, "is the corpus itself"),
        (text, "is there, and is no model of the learned summarizer; choose another file"),
    ):
        outcome = sumspace("train", corpus, "-o", place)
        assert is_one_clear_line(outcome), outcome.err
        assert message in outcome.err
    assert text.read_text() == "mine"
    for arguments, message in ((("sample",), "add -o FILE"), (("-o", tmp_path / "m"), "name at least one CORPUS")):
        outcome = sumspace("train", *arguments)
        assert is_one_clear_line(outcome)
        assert message in outcome.err


def test_damaged_models_are_refused(sumspace, corpus_file, model, tmp_path):
    cut = tmp_path / "cut.learned"
    cut.write_bytes(model[0].read_bytes()[:-50])
    text = tmp_path / "text.learned"
    text.write_text("no model")
    for file in (cut, text, tmp_path / "missing.learned"):
        for arguments in (("train", "--show", file), ("summarize", corpus_file(*RECORDS), "-s", f"learned({file})")):
            outcome = sumspace(*arguments)
            assert is_one_clear_line(outcome), outcome.err
            assert file.name in outcome.err
    assert "--show is of one MODEL, not 2" in sumspace("train", "--show", cut, text).err


def test_the_study_prints_what_it_writes(sumspace, corpus_file, tmp_path):
    options = ("--words", 8, "-s", "lead", "--folds", 2, "--resamples", 100)
    outcome = sumspace("learning", corpus_file(*RECORDS), *options, "-o", tmp_path / "systems.csv")
    assert outcome.code == 0, outcome.err
    printed = sumspace("learning", corpus_file(*RECORDS), *options, "--csv")
    assert printed.out == (tmp_path / "systems.csv").read_text()
    assert "learned, new genre" in printed.out


def test_only_models_of_its_kind_are_written_over(sumspace, corpus_file, model, tmp_path):
    file, _ = model
    corpus = corpus_file(*RECORDS)
    book = tmp_path / "book.xlsx"
    with zipfile.ZipFile(book, "w") as archive:
        archive.writestr("sheet.xml", "<sheet/>")
    for command, other in (("train", book), ("callisto train", book), ("callisto train", file)):
        before = other.read_bytes()
        outcome = sumspace(*command.split(), corpus, "-o", other)
        assert is_one_clear_line(outcome)
        assert "is there, and is no model" in outcome.err
        assert other.read_bytes() == before
    assert sumspace("train", corpus, *TRAINING, "-o", file).code == 0


@pytest.mark.parametrize("summarizer", ["learned", "random"])
def test_what_is_always_in_the_study_cannot_stand_beside_itself(sumspace, corpus_file, summarizer):
    outcome = sumspace("learning", corpus_file(*RECORDS), "-s", summarizer, "--folds", 2)
    assert is_one_clear_line(outcome)
    assert f"{summarizer} is always in the study" in outcome.err


def test_a_budget_without_any_summary_is_refused(sumspace, corpus_file, tmp_path):
    outcome = sumspace("train", corpus_file(*RECORDS), "--words", 1, "--folds", 2, "-o", tmp_path / "m.learned")
    assert outcome.code == 2
    assert "no document has a summary of at_most(1); allow longer ones" in outcome.err
