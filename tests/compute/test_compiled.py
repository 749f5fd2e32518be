"""Compiled code is kept on disk, but never when it is out of date."""

import subprocess
import sys

LOW = "from sumspace.compute.compiled import compiled\n\n\n@compiled\ndef low(x):\n    return x + {}\n"
HIGH = (
    "from low import low\nfrom sumspace.compute.compiled import compiled\n\n\n"
    "@compiled\ndef high(x):\n    return 10 * low(x)\n"
)


def test_a_change_in_another_file_is_seen(tmp_path):
    (tmp_path / "high.py").write_text(HIGH)
    for added in (1, 20):  # of another length, as Python itself sees no change of the same second and size
        (tmp_path / "low.py").write_text(LOW.format(added))
        run = [sys.executable, "-c", "from high import high; print(high(1))"]
        done = subprocess.run(run, cwd=tmp_path, capture_output=True, text=True, check=True)
        assert int(done.stdout) == 10 * (1 + added)
    assert list(tmp_path.glob("__pycache__/high.high-*.nbi"))
