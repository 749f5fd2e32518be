"""The types of arrays, for annotations; kernels and their callers share them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Bits = NDArray[np.uint64]
Flags = NDArray[np.bool_]
