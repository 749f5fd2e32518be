"""The wheel that is built carries everything that the program needs; `scripts/wheel` installs it and tries it."""

import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_the_wheel_has_models_and_kernels_and_no_tests(tmp_path):
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", tmp_path]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    assert {"sumspace/py.typed", "sumspace/space/kernels/exhaustive.cu"} <= set(names)
    assert {"sumspace/text/keyphrases/sample.kea.json", "sumspace/summarizers/callisto/sample.callisto"} <= set(names)
    assert "sumspace/summarizers/learned/english.learned" in names
    assert not [name for name in names if name.startswith("tests")]
