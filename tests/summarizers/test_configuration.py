"""Configurations of CALLISTO as text, and the grid of the plausible ones."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumspace.errors import SettingError, UnknownNameError
from sumspace.summarizers.callisto.configuration import Configuration
from sumspace.summarizers.callisto.grid import grid, usable_extractors
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
    assert Configuration.parse("c99+rake") == Configuration("c99", "rake") == usual
    assert str(usual) == "c99+rake+phrases=10+threshold=1+match=stems+sentences=5"


def test_parameters_come_in_any_order():
    expected = Configuration("none", "kea", phrases=7, threshold=2, match="words", sentences=3)
    assert Configuration.parse("none+kea+sentences=3+match=words+threshold=2+phrases=7") == expected


@pytest.mark.parametrize(
    ("text", "kind", "message"),
    [
        ("", UnknownNameError, "unknown segmenter ''; there are: c99, "),
        ("c98+kea", UnknownNameError, "unknown segmenter 'c98'; there are: c99, "),
        ("kea+c99", UnknownNameError, "unknown segmenter 'kea'"),
        ("c99", UnknownNameError, "unknown key phrase extractor ''; there are: extractor, kea"),
        ("c99+", UnknownNameError, "unknown key phrase extractor ''"),
        ("c99+k\nea", UnknownNameError, r"unknown key phrase extractor 'k\nea'"),
        ("c99+kea+", UnknownNameError, "unknown parameter of a configuration ''; there are: phrases=…, threshold=…"),
        ("c99+kea+phrases", UnknownNameError, "unknown parameter of a configuration 'phrases'"),
        ("c99+kea+fraises=3", UnknownNameError, "unknown parameter of a configuration 'fraises=3'"),
        ("c99+kea+extractor=rake", UnknownNameError, "unknown parameter of a configuration 'extractor=rake'"),
        ("c99+kea+phrases=", SettingError, "phrases of a configuration is a whole number from 1 to 100, not ''"),
        ("c99+kea+phrases=0", SettingError, "phrases of a configuration is a whole number from 1 to 100, not 0"),
        ("c99+kea+phrases=-1", SettingError, "not '-1'"),
        ("c99+kea+phrases=1.5", SettingError, "not '1.5'"),
        ("c99+kea+phrases= 5", SettingError, "not ' 5'"),
        ("c99+kea+phrases=٣", SettingError, "not '٣'"),
        ("c99+kea+phrases=³", SettingError, "not '³'"),
        ("c99+kea+phrases=101", SettingError, "phrases of a configuration is a whole number from 1 to 100, not 101"),
        ("c99+kea+threshold=1000001", SettingError, "a whole number from 1 to 1,000,000, not 1000001"),
        ("c99+kea+sentences=99999999999999999999", SettingError, "a whole number from 1 to 1,000,000, not '9999"),
        ("c99+kea+sentences=" + "9" * 5000, SettingError, "sentences of a configuration is a whole number from 1"),
        ("c99+kea+phrases=3+phrases=4", SettingError, "a configuration says phrases once"),
        ("c99+kea+match=letters", SettingError, "key phrases are matched by stems or words, not by 'letters'"),
    ],
)  # fmt: skip
def test_what_is_no_configuration_is_answered_in_one_short_line(text, kind, message):
    with pytest.raises(kind) as caught:
        Configuration.parse(text)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize("name", ["phrases", "threshold", "sentences"])
def test_numbers_are_checked_wherever_they_come_from(name):
    with pytest.raises(SettingError, match=f"{name} of a configuration is a whole number from 1 to .*, not 0"):
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
    found = grid(*axes[:2], phrases=axes[2], thresholds=axes[3], matches=axes[4], sentences=axes[5])
    assert [str(one) for one in found] == [
        f"{a}+{b}+phrases={c}+threshold={d}+match={e}+sentences={f}" for a, b, c, d, e, f in product(*axes)
    ]


def test_what_is_named_twice_is_there_once():
    assert grid(["c99", "c99"], ["kea"], phrases=[5, 5], sentences=[3, 3, 4]) == grid(
        ["c99"], ["kea"], phrases=[5], sentences=[3, 4]
    )


def test_unless_told_otherwise_everything_is_combined():
    found = grid()
    assert len(found) == len(set(found)) == len(list(SEGMENTERS)) * len(usable_extractors()) * 3 * 2 * 5
    assert {one.sentences for one in found} == {3, 4, 5, 8, 12}
    assert {(one.segmenter, one.extractor) for one in found} == set(product(SEGMENTERS, usable_extractors()))
    assert grid() == found


def test_extractors_that_want_tags_are_left_out_without_a_tagger_and_in_other_languages(monkeypatch):
    monkeypatch.setattr(tags, "available", lambda: True)
    assert usable_extractors() == tuple(EXTRACTORS)
    assert set(EXTRACTORS) - set(usable_extractors("de")) == {"np-seeker"}
    monkeypatch.setattr(tags, "available", lambda: False)
    assert set(EXTRACTORS) - set(usable_extractors()) == {"np-seeker"}
    assert {one.extractor for one in grid()} == set(usable_extractors())


@pytest.mark.parametrize("axis", ["phrases", "thresholds", "matches", "sentences"])
def test_an_axis_without_values_is_refused(axis):
    with pytest.raises(SettingError, match="no configuration: name at least one value of every parameter"):
        grid(["none"], ["rake"], **{axis: []})


def test_a_grid_of_unknown_parts_is_refused():
    with pytest.raises(UnknownNameError, match="unknown segmenter 'c98'"):
        grid(["c98"])
