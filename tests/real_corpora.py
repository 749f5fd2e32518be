"""Where the real corpora are, which are not part of the repository."""

import os
from pathlib import Path

FOLDER = Path(os.environ.get("SUMSPACE_CORPORA", Path(__file__).parents[2] / "shared/corpora"))
