import os
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def corpora():
    """The folder with the real corpora, which are not part of the repository."""
    folder = Path(os.environ.get("SUMSPACE_CORPORA", Path(__file__).parents[2] / "shared/corpora"))
    if not folder.is_dir():
        pytest.skip("no corpora there: set SUMSPACE_CORPORA to a folder that has them")
    return folder


@pytest.fixture(scope="session")
def official_folder(tmp_path_factory):
    """A folder for the official script to work in; the test is skipped where it cannot run."""
    import official

    reason = official.missing()
    if reason:
        pytest.skip(reason)
    return tmp_path_factory.mktemp("official")
