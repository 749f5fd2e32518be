"""Configurations of CALLISTO as text and as numbers, and the grid of them."""

from dataclasses import astuple
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumspace.errors import SettingError, UnknownNameError
from sumspace.summarizers.callisto.configuration import (
    QUICK,
    Configuration,
    Size,
    grid,
    groups_of,
    nearest_length,
    settings_of,
    usable_extractors,
)
from sumspace.text import tags
from sumspace.text.keyphrases.extractor import EXTRACTORS
from sumspace.text.segmentation.segmenter import SEGMENTERS

CONFIGURATIONS = st.builds(
    Configuration,
    st.sampled_from(list(SEGMENTERS)),
    st.sampled_from(list(EXTRACTORS)),
    phrases=st.integers(1, 100),
    threshold=st.integers(1, 1_000_000),
    match=st.sampled_from(["stems", "words"]),
    sentences=st.integers(1, 1_000_000),
)


@given(CONFIGURATIONS)
def test_a_configuration_prints_as_it_parses(configuration):
    assert Configuration.parse(str(configuration)) == configuration


@given(CONFIGURATIONS, CONFIGURATIONS)
def test_configurations_are_values(one, other):
    assert (str(one) == str(other)) == (one == other) == (len({one, other}) == 1)


def test_what_is_not_said_has_its_usual_value():
    usual = Configuration("c99", "rake", phrases=10, threshold=1, match="stems", sentences=5)
    assert Configuration.parse("configuration(c99, rake)") == Configuration("c99", "rake") == usual
    assert str(usual) == "configuration(c99, rake, phrases=10, threshold=1, match=stems, sentences=5)"


def test_parameters_come_in_any_order():
    expected = Configuration("none", "kea", phrases=7, threshold=2, match="words", sentences=3)
    assert (
        Configuration.parse(" configuration ( none,kea, sentences = 3, match=words, threshold=2, phrases=7)")
        == expected
    )


@pytest.mark.parametrize(
    ("text", "kind", "message"),
    [
        ("", UnknownNameError, "unknown configuration ''"),
        (
            "c99+kea",
            UnknownNameError,
            "unknown configuration 'c99+kea'; there are: configuration(segmenter, extractor, ",
        ),
        ("tree(c99, kea)", UnknownNameError, "unknown configuration 'tree'"),
        ("configuration", SettingError, "names a segmenter and an extractor, or a summarizer"),
        ("configuration(c99)", SettingError, "names a segmenter and an extractor, or a summarizer"),
        ("configuration(summarizer=leed)", UnknownNameError, "unknown summarizer 'leed'; there are: "),
        ("configuration(summarizer=lead(3))", SettingError, "lead is a summarizer without options"),
        ("configuration(summarizer=callisto)", SettingError, "'callisto' cannot be a configuration"),
        ("configuration(summarizer='callisto(x)')", SettingError, "it has a model of its own"),
        (
            "configuration(c99, kea, summarizer=lead)",
            SettingError,
            "with a summarizer has no segmenter, but here it is",
        ),
        ("configuration(summarizer=lead, phrases=7)", SettingError, "has no phrases, but here it is 7"),
        ("configuration(c99, kea, sentences=3, words=100)", SettingError, "with words has no sentences, but here"),
        ("configuration(c99, kea, words=-1)", SettingError, "words of a configuration must be a whole number from 1"),
        ("configuration(c98, kea)", UnknownNameError, "unknown segmenter 'c98'; there are: c99, "),
        ("configuration(kea, c99)", UnknownNameError, "unknown segmenter 'kea'"),
        ("configuration(c99, k\nea)", UnknownNameError, r"unknown key phrase extractor 'k\nea'"),
        ("configuration(c99, kea, fraises=3)", UnknownNameError, "unknown option of configuration, 'fraises'"),
        ("configuration(c99, kea, extractor=rake)", SettingError, "says extractor twice"),
        ("configuration(c99, kea, phrases=3, phrases=4)", SettingError, "options are written as in"),
        ("configuration(c99, kea, phrases=)", SettingError, "options are written as in"),
        ("configuration(c99, kea, phrases=٣)", SettingError, "is of type int"),
        ("configuration(c99, kea, phrases=³)", SettingError, "not '³'"),
        ("configuration(c99, kea, phrases=1.5)", SettingError, "not 1.5"),
        ("configuration(c99, kea, phrases=0)", SettingError, "must be a whole number from 1 to 100, not 0"),
        ("configuration(c99, kea, phrases=101)", SettingError, "must be a whole number from 1 to 100, not 101"),
        ("configuration(c99, kea, threshold=1000001)", SettingError, "from 1 to 1,000,000, not 1000001"),
        (f"configuration(c99, kea, sentences={'9' * 250})", SettingError, "is at most 1,000,000,000, not 1.00e+250"),
        (f"configuration(c99, kea, sentences={'9' * 5000})", SettingError, "options are written as in"),
        ("configuration(c99, kea, match=letters)", SettingError, "must be stems or words, not 'letters'"),
        ("configuration(c99, kea, match=[1])", SettingError, "must be stems or words, not [1]"),
    ],
)
def test_what_is_no_configuration_is_answered_in_one_short_line(text, kind, message):
    with pytest.raises(kind) as caught:
        Configuration.parse(text)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize(
    "configuration",
    [
        Configuration("c99", "kea", words=100),
        Configuration(summarizer="lead", sentences=3),
        Configuration(summarizer="gong-liu(lo-en)", words=50),
    ],
    ids=str,
)
def test_summarizers_and_words_print_as_they_parse(configuration):
    assert Configuration.parse(str(configuration)) == configuration
    assert configuration.size in {Size("words", 100), Size("sentences", 3), Size("words", 50)}


def test_what_does_not_apply_is_empty():
    lead = Configuration(summarizer="lead", words=100)
    assert astuple(lead) == ("", "", 0, 0, "", 0, "lead", 100)
    assert Configuration.of_summarizer("lead", Size("words", 100)) == lead
    assert (
        str(Configuration.of_summarizer("lead", Size("sentences", 1))) == "configuration(summarizer=lead, sentences=1)"
    )


@pytest.mark.parametrize("name", ["phrases", "threshold", "sentences"])
def test_numbers_are_checked_wherever_they_come_from(name):
    with pytest.raises(SettingError, match=f"{name} of a configuration must be a whole number from 1 to .*, not 0"):
        Configuration("c99", "kea", **{name: 0})


@given(
    segmenters=st.sets(st.sampled_from(["c99", "none", "columbia"]), min_size=1),
    extractors=st.sets(st.sampled_from(["kea", "rake"]), min_size=1),
    phrases=st.sets(st.integers(1, 100), min_size=1, max_size=3),
    thresholds=st.sets(st.integers(1, 9), min_size=1, max_size=3),
    matches=st.sets(st.sampled_from(["stems", "words"]), min_size=1),
    sentences=st.sets(st.integers(1, 20), min_size=1, max_size=3),
)
def test_the_grid_is_the_product_of_its_axes(segmenters, extractors, phrases, thresholds, matches, sentences):
    axes = [list(axis) for axis in (segmenters, extractors, phrases, thresholds, matches, sentences)]
    configurations = grid(
        *axes[:2], phrases=axes[2], thresholds=axes[3], matches=axes[4], sentences=axes[5], kind="paper"
    )
    assert [astuple(configuration) for configuration in configurations] == [(*one, "", 0) for one in product(*axes)]


def test_what_is_named_twice_is_there_once():
    assert grid(["c99", "c99"], ["kea"], phrases=[5, 5], sentences=[3, 3, 4]) == grid(
        ["c99"], ["kea"], phrases=[5], sentences=[3, 4]
    )


def test_unless_told_otherwise_everything_is_combined():
    found = grid(kind="paper")
    assert len(found) == len(set(found)) == len(list(SEGMENTERS)) * len(usable_extractors()) * 3 * 2 * 5
    assert {one.sentences for one in found} == {3, 4, 5, 8, 12}
    assert grid() == (*found, *grid(kind="summarizers"))
    assert {one.summarizer for one in grid(kind="summarizers")} == set(QUICK)
    assert {(one.segmenter, one.extractor) for one in found} == set(product(SEGMENTERS, usable_extractors()))


def test_summarizers_that_are_named_are_in_every_grid():
    for kind, others in (("paper", 12), ("all", 12), ("summarizers", 0)):
        found = grid(["none", "c99"], ["kea"], sentences=[3], summarizers=["yeh"], kind=kind)
        assert len(found) == others + 1
        assert found[-1] == Configuration(summarizer="yeh", sentences=3)


def test_lengths_are_in_sentences_or_words_or_both():
    assert {one.size for one in grid(words=[100])} == {Size("words", 100)}
    both = groups_of(grid(["none"], ["kea"], sentences=[3], words=[100, 50]))
    assert [str(size) for size in both] == ["3 sentences", "50 words", "100 words"]
    assert {len(own) for own in both.values()} == {6 + len(QUICK)}
    for wrong in ({"words": [0]}, {"sentences": [-1]}):
        with pytest.raises(SettingError, match="summaries need a length of at least 1, not "):
            grid(**wrong)


def test_extractors_that_want_tags_are_left_out_without_a_tagger_and_in_other_languages(monkeypatch):
    monkeypatch.setattr(tags, "available", lambda: True)
    assert usable_extractors() == tuple(EXTRACTORS)
    assert set(EXTRACTORS) - set(usable_extractors("de")) == {"np-seeker"}
    monkeypatch.setattr(tags, "available", lambda: False)
    assert set(EXTRACTORS) - set(usable_extractors()) == {"np-seeker"}
    assert {one.extractor for one in grid(kind="paper")} == set(usable_extractors())


@pytest.mark.parametrize("axis", ["phrases", "thresholds", "matches"])
def test_an_axis_without_values_is_refused(axis):
    with pytest.raises(SettingError, match="no configuration: name at least one value of every parameter"):
        grid(["none"], ["rake"], **{axis: []})


def test_a_grid_of_unknown_parts_is_refused():
    with pytest.raises(UnknownNameError, match="unknown segmenter 'c98'"):
        grid(["c98"])


def configurations(lengths):
    return [Configuration("none", "rake", sentences=length) for length in lengths]


@pytest.mark.parametrize(
    ("sentences", "expected"),
    [(0, [0, 3]), (3, [0, 3]), (4, [0, 3]), (5, [1]), (8, [1]), (9, [2]), (10**30, [2]), (-5, [0, 3])],
)
def test_of_two_lengths_as_near_the_shorter_is_taken(sentences, expected):
    assert nearest_length(configurations([3, 5, 12, 3]), Size("sentences", sentences), 1).tolist() == expected


@pytest.mark.parametrize(
    ("size", "expected"),
    [
        (Size("words", 90), "100 words"), (Size("words", 10), "50 words"), (Size("sentences", 9), "5 sentences"),
        (Size("sentences", 1), "3 sentences"),
    ],
)  # fmt: skip
def test_lengths_in_the_same_unit_come_first(size, expected):
    found = grid(["none"], ["kea"], sentences=[3, 5], words=[50, 100])
    assert {str(found[i].size) for i in nearest_length(found, size, 20)} == {expected}


@pytest.mark.parametrize(("sentences", "expected"), [(2, "50 words"), (3, "50 words"), (4, "100 words")])
def test_without_lengths_in_that_unit_a_sentence_is_so_many_words(sentences, expected):
    found = grid(["none"], ["kea"], words=[50, 100])
    assert {str(found[i].size) for i in nearest_length(found, Size("sentences", sentences), 20)} == {expected}


@given(st.lists(st.integers(1, 15), min_size=1, max_size=8), st.integers(0, 20))
def test_the_configurations_of_the_nearest_length_are_candidates(lengths, sentences):
    found = nearest_length(configurations(lengths), Size("sentences", sentences), 1).tolist()
    (length,) = {lengths[i] for i in found}
    assert found == [i for i, one in enumerate(lengths) if one == length]
    # Two times the distance, one more for those that are longer.
    assert 2 * abs(length - sentences) + (length > sentences) == min(
        2 * abs(one - sentences) + (one > sentences) for one in lengths
    )


def test_values_of_parameters_are_numbered_from_0():
    found = settings_of(
        [Configuration("none", "rake", 20), Configuration("c99", "rake", 5), Configuration("none", "kea", 9)]
    )
    assert found.tolist() == [[1, 1, 2, 0, 0, 0, 0, 0], [0, 1, 0, 0, 0, 0, 0, 0], [1, 0, 1, 0, 0, 0, 0, 0]]
    assert found.dtype == np.int64
    assert len(set(map(tuple, settings_of(grid()).tolist()))) == len(grid())
