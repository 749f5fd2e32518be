"""The wheel that is built carries everything that the program needs."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_the_built_wheel_works_on_its_own(tmp_path):
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", tmp_path]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "site")
        names = archive.namelist()
    assert {"sumspace/py.typed", "sumspace/space/kernels/exhaustive.cu"} <= set(names)
    assert {"sumspace/text/keyphrases/sample.kea.json", "sumspace/summarizers/callisto/sample.callisto"} <= set(names)
    assert not [name for name in names if name.startswith("tests")]
    run = [sys.executable, "-m", "sumspace", "score", "sample", "-m", "rouge-1", "--csv"]
    environment = {**os.environ, "PYTHONPATH": str(tmp_path / "site")}
    done = subprocess.run(run, cwd=tmp_path, env=environment, check=True, capture_output=True, text=True)
    assert done.stdout.startswith("id,system,reference,measure,recall")
    assert list((tmp_path / "site/sumspace/measures").glob("__pycache__/*.nbi")), "the wheel's own code was compiled"
