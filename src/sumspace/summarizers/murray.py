"""Murray, Renals & Carletta: sentences from each topic, as many as its share of the singular values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from sumspace.summarizers.gong_liu import GongLiu
from sumspace.summarizers.summarizer import NEAR, SUMMARIZERS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sumspace.arrays import Floats


@SUMMARIZERS.register("murray")
@dataclass(frozen=True, slots=True)
class Murray(GongLiu):
    """A topic gives as many sentences as its part in the sum of singular values (Steinberger & Ježek 2009, section 4).

    Shares are whole sentences here, and every beginning of the ranking follows them, as seats of a parliament follow
    votes: by Sainte-Laguë's method. As long as no share comes to a second sentence, the order is Gong & Liu's.
    """

    title: ClassVar[str] = (
        "the best sentences of each LSA topic, in proportion to its importance; "
        "murray(weighting=lo-en): another weighting than bi-nw"
    )
    paper: ClassVar[str] = "Murray, Renals & Carletta 2005"

    def turns(self, values: Floats) -> Iterator[int]:
        """Yield the first topic with the highest value / (2 · sentences so far + 1)."""
        sentences = np.zeros(len(values))
        while True:
            quotients = values / (2 * sentences + 1)
            turn = int(np.argmax(quotients >= quotients.max() * (1 - NEAR)))
            sentences[turn] += 1
            yield turn
