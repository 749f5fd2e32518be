"""What a worker says is JSON, whatever it was given to say."""

import json
import math
from io import BytesIO
from types import SimpleNamespace

import numpy as np
import pytest

from sumspace.web import worker
from sumspace.web.worker import encoded


@pytest.mark.parametrize(
    ("value", "written"),
    [
        ({"a": [1, 2.5, None, True, "猫"]}, '{"a":[1,2.5,null,true,"猫"]}'),
        ([math.nan, math.inf, -math.inf, (1.0,)], "[null,null,null,[1.0]]"),
        ({1: np.float64(0.5), "b": [np.int64(3), np.bool_(1)]}, '{"1":0.5,"b":[3,true]}'),
        ([np.float64(math.nan)], "[null]"),
        (10**400, str(10**400)),
        ("\ud800", '"?"'),
        ({"a": math.nan, "b": {1, 2} - {2}}, '{"a":null,"b":"{1}"}'),
    ],
    ids=repr,
)
def test_whatever_is_answered_is_json(value, written):
    assert encoded(value) == written.encode()
    json.loads(encoded(value), parse_constant=pytest.fail)


def test_progress_is_told_at_every_phase_but_not_at_every_step(monkeypatch):
    clock = iter([0.0, 0.01, 0.05, 0.12, 0.13, 0.14])
    monkeypatch.setattr(worker, "time", SimpleNamespace(monotonic=lambda: next(clock)))
    answers = BytesIO()
    tell = worker._ProgressReporter(answers)
    for done in range(1, 5):
        tell("documents", done, 4)
    tell("charts", 3, 2)
    tell("extracts", 1, 0)
    assert [json.loads(line) for line in answers.getvalue().splitlines()] == [
        {"what": "documents", "share": 0.25},
        {"what": "documents", "share": 1.0},
        {"what": "charts", "share": 1.0},
        {"what": "extracts", "share": None},
    ]
