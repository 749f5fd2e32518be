import pytest

from sumspace.errors import UnknownNameError
from sumspace.measures.measure import parse_measure

NAMES = {
    "rouge1": "rouge-1", "rouge2": "rouge-2", "ROUGE-1": "rouge-1", "Rouge_2": "rouge-2", "R-1": "rouge-1",
    "R2": "rouge-2", "rougeL": "rouge-lsent", "rougeLsum": "rouge-lsum", "ROUGE-L": "rouge-l", "R-L": "rouge-l",
    "rouge-lsum": "rouge-lsum", "rougeSU4": "rouge-su4", "R-SU4": "rouge-su4", "rougeS*": "rouge-s*",
    "ROUGE-W-1.2": "rouge-w-1.2", "rougeW": "rouge-w-1.2", "oracle(rouge2)": "oracle(rouge-2)",
}  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_names_of_other_programs_are_printed_as_ours(name):
    measure = parse_measure(name)
    assert str(measure) == NAMES[name]
    assert parse_measure(str(measure)) == measure


@pytest.mark.parametrize("name", ["rouge", "r", "rouge0", "rougeX", "r-lsumm"])
def test_what_is_no_name_of_rouge(name):
    with pytest.raises(UnknownNameError, match="unknown measure"):
        parse_measure(name)


def test_rouge_l_as_rouge_score_has_it_is_that_of_its_profile():
    """Under the profile rouge-score, plain rouge-l is at sentence level, as the package's rougeL is."""
    import sumspace

    pair = [
        {
            "id": "a",
            "text": "x.",
            "references": ["the cat sat\nthe dog ran"],
            "systems": {"m": "the dog ran\nthe cat sat"},
        }
    ]
    values = {
        name: sumspace.score(pair, measure=name, profile="rouge-score")[str(parse_measure(name))].f1[0]
        for name in ("rouge-l", "rougeL", "rougeLsum")
    }
    assert values["rouge-l"] == values["rougeL"] == pytest.approx(0.5)
    assert values["rougeLsum"] == pytest.approx(1.0)
