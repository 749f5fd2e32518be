"""Names with options: what is written reads as itself, and what cannot be read is said."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sumspace import __version__
from sumspace.errors import LARGEST, SettingError, UnknownNameError
from sumspace.spec import Spec, build, parse_spec, signature, spec_of

NAMES = st.from_regex(r"[A-Za-z][\w.*-]{0,8}", fullmatch=True)
KEYS = st.from_regex(r"[A-Za-z_][A-Za-z0-9_]{0,8}", fullmatch=True)
SIZES = st.integers(-LARGEST, LARGEST)
NUMBERS = st.integers() | st.floats(allow_nan=False, allow_infinity=False)
PLAIN = NUMBERS | st.text(max_size=8) | st.sampled_from([None, True, False]) | st.text("'\"\\(),=[]{} a", max_size=8)
LITERALS = PLAIN | st.tuples(PLAIN, PLAIN) | st.dictionaries(st.text(max_size=3), NUMBERS, max_size=2)


def specs(values):
    return st.builds(Spec, NAMES, st.lists(values, max_size=3).map(tuple), st.dictionaries(KEYS, values, max_size=2))


NESTED = specs(LITERALS).filter(lambda spec: spec.arguments or spec.options)
SPECS = specs(LITERALS | NESTED)


@given(SPECS)
@example(Spec("f", ("a,\\", "'", 'it\'s "so"', "\\'")))
@example(Spec("f", ("5", "None", "1e5", "g(1)", "=b", "a=b", " a", "", "٣"), {"k": "=b", "of": Spec("g", (1.0,))}))
def test_what_is_written_reads_as_itself(spec):
    assert parse_spec(str(spec)) == spec
    assert parse_spec(f"  {spec} ") == spec
    assert parse_spec(spec.compact) == spec


@given(st.text() | st.text("ab()[]{}'\"\\,=.- 1e\n\0", max_size=40).map("f({})".format) | st.text("f('"))
@example("f(" * 900)
@example("f(" * 600 + ")" * 600)
@example("f((" + "-" * 1_900 + "1))")
@example("f(" + "[" * 900 + "]" * 900 + ")")
@example("f('\ud800')")
@example("f(1e999)")
@example("f((1e999,))")
@example("f(" + "9" * 1_990 + ")")
def test_odd_input_is_a_setting_error_or_reads_as_it_prints(text):
    try:
        spec = parse_spec(text)
    except SettingError:
        return
    assert parse_spec(str(spec)) == spec


def test_numbers_without_end_are_no_options():
    assert build("tree", Tree, parse_spec(f"tree({LARGEST})")).depth == LARGEST
    with pytest.raises(SettingError, match=r"depth of tree is at most 1,000,000,000, not 1\.00e\+20"):
        build("tree", Tree, parse_spec(f"tree({10**20})"))
    with pytest.raises(SettingError, match=r"least of tree is at most 1,000,000,000, not 1\.00e\+308"):
        build("tree", Tree, parse_spec("tree(1, least=1e308)"))


def test_what_is_too_long_is_refused():
    assert parse_spec(f"f({'9' * 300})").arguments == (int("9" * 300),)
    with pytest.raises(SettingError, match="options are written as in"):
        parse_spec(f"f({'9' * 1_900})")
    with pytest.raises(SettingError, match="options are written as in"):
        parse_spec(f"f({'x' * 2_000})")
    with pytest.raises(SettingError, match="options are written as in"):
        parse_spec("x" * 2_001)


@pytest.mark.parametrize(
    ("text", "spec"),
    [
        ("lexrank", Spec("lexrank")),
        ("lexrank()", Spec("lexrank")),
        ("", Spec("")),
        ("within(100, 5)", Spec("within", (100, 5))),
        ("within(0100,+5)", Spec("within", (100, 5))),
        ("f(.5, 1e-3, -2)", Spec("f", (0.5, 0.001, -2))),
        ("f(None, True, nan, '1')", Spec("f", (None, True, "nan", "1"))),
        ("f((1, 'a'), {'b': 2})", Spec("f", ((1, "a"), {"b": 2}))),
        ("unicode(nostem, language=de, lines)", Spec("unicode", ("nostem", "lines"), {"language": "de"})),
        ("oracle(ngram(1,1), each)", Spec("oracle", (Spec("ngram", (1, 1)), "each"))),
        ("f(of=g(a, h(b=1)))", Spec("f", (), {"of": Spec("g", ("a", Spec("h", (), {"b": 1})))})),
    ],
)
def test_how_it_is_read(text, spec):
    assert parse_spec(text) == spec
    assert str(parse_spec(text)) == str(spec)


@pytest.mark.parametrize(
    "path",
    [
        "/data/a b/my.callisto", "model.bin", "../it's/a model", "C:\\models\\new", "/data/a (copy)/my.callisto",
        "/data/x (1)", "~/modèle.callisto", "a-b_c.d", "2024-05-01/run", "s3://bucket/key",
    ],
)  # fmt: skip
def test_paths_of_files_stand_as_they_are(path):
    assert parse_spec(f"callisto({path})") == Spec("callisto", (path,))
    assert parse_spec(f"callisto(model={path}, seed=1)").options == {"model": path, "seed": 1}
    assert str(Spec("callisto", (path,))) == f"callisto({path})"


@pytest.mark.parametrize("path", ["/data/a,b", "/data/a=b", "/data/(", "[old]/model", "two\nlines", "7"])
def test_other_texts_stand_in_quotation_marks(path):
    assert str(Spec("callisto", (path,))) == f"callisto({path!r})"


@pytest.mark.parametrize(
    "text",
    [
        "f(", "f)", "f(1", "f(1))", "f(1)2", "(1)", ")", "f(,)", "f(1,)", "f(a=)", "f(a=1, a=2)", "f('a)", "f(a])",
        "f([1)", "f(g(1)", "f((1)", "f({a})", "f((__import__('os'),))",
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_said(text):
    with pytest.raises(SettingError, match=re.escape(f"(option, key=value), not as in {text!r}")):
        parse_spec(text)


def test_floats_keep_their_point_but_in_names_of_measures():
    assert str(Spec("forest", (), {"max_features": 1.0})) == "forest(max_features=1.0)"
    assert Spec("f", (1.0, 1e-7, 0.25, Spec("g", (1, 2.0)))).compact == "f(1,0.0000001,0.25,g(1,2))"


@dataclass(frozen=True)
class Tree:
    depth: int
    least: float = 0.05
    split: str = "gain"
    seed: int | None = None
    weights: tuple[int, ...] = field(default=(), compare=False)


@given(SIZES, st.floats(0, 1), st.text(max_size=5), st.none() | SIZES, st.integers(0, 3))
def test_a_dataclass_is_made_of_what_is_written_of_it(depth, least, split, seed, positional):
    tree = Tree(depth, least, split, seed)
    assert build("tree", Tree, parse_spec(str(spec_of("tree", tree, positional)))) == tree


def test_usual_values_are_not_written():
    assert str(spec_of("tree", Tree(4), 1)) == "tree(4)"
    assert str(spec_of("tree", Tree(4, seed=2))) == "tree(depth=4, seed=2)"


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        (
            "tree",
            SettingError,
            "tree lacks depth; tree(depth, least, split, seed, weights) is how the learner is written",
        ),
        ("tree(1, 2, a, 3, (), 5)", SettingError, "has too many arguments; tree(depth, least, "),
        ("tree(1, deep=2)", UnknownNameError, "unknown option of tree, 'deep'; there are: depth, least"),
        ("tree(1, depth=2)", SettingError, "tree(1, depth=2) says depth twice"),
        ("tree(1.5)", SettingError, "depth of tree is of type int, not 1.5"),
        ("tree(True)", SettingError, "depth of tree is of type int, not True"),
        ("tree(1, seed=a)", SettingError, "seed of tree is of type int | None, not 'a'"),
        ("tree(1, split=5)", SettingError, "split of tree is of type str, not 5"),
    ],
)
def test_what_does_not_fit_a_dataclass_is_said(text, error, message):
    with pytest.raises(error, match=re.escape(message)):
        build("learner", Tree, parse_spec(text))


def test_a_signature_names_the_version_and_what_says_something():
    assert signature("measure:rouge-1", None, "", 5) == f"sumspace {__version__} | measure:rouge-1 | 5"
