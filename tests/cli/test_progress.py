"""Progress where there is no terminal, and none where the command is quiet."""

import pytest

from sumspace.cli.progress import Lines
from sumspace.progress import told, watching


@pytest.fixture
def lines():
    """A clock that is set by hand, and the lines that were written."""
    time, written = [0.0], []
    return time, written, Lines(written.append, lambda: time[0])


def test_a_line_is_written_every_half_minute(lines):
    time, written, progress = lines
    for done in range(601):
        time[0] = done * 0.5
        progress("documents", done, 5000)
    assert len(written) == 10
    assert written[0] == "60 of 5,000 documents, 41 min left"
    assert written[-1] == "600 of 5,000 documents, 37 min left"


def test_nothing_is_said_of_what_takes_little(lines):
    time, written, progress = lines
    time[0] = 29.0
    progress("documents", 20, 20)
    assert written == []


def test_what_is_not_known_is_not_said(lines):
    time, written, progress = lines
    progress("documents", 1, 0)
    time[0] = 31.0
    progress("documents", 37, 0)
    assert written == ["37 documents"]


def test_every_phase_says_how_far_it_is(lines):
    time, written, progress = lines
    progress("averages", 0, 8)
    time[0] = 31.0
    progress("averages", 2, 8)
    time[0] = 62.0
    progress("scoring", 0.5)
    assert written == ["2 of 8 averages, 2 min left", "scoring: 50%"]


def test_phases_that_no_parameter_reaches_are_told_of_here_alone():
    heard = []
    with watching(lambda *amount: heard.append(amount)):
        assert list(told("charts", iter("ab"), 2)) == ["a", "b"]
    list(told("charts", iter("ab"), 2))
    assert heard == [("charts", 0, 2), ("charts", 1, 2), ("charts", 2, 2)]
