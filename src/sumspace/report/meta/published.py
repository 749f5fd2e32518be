"""What the papers found, to stand beside what is found here."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["HIRAO_6", "TABLES", "OracleRow"]

#: Steinberger & Ježek 2009, tables 1 (against abstracts) and 2 (against the full text): Pearson on DUC 2002.
TABLES = {
    "paper_1": {
        "rouge-2": 0.96119, "rouge-su4": 0.93897, "rouge-l": 0.91143, "rouge-1": 0.90317, "lsa-topic": 0.88206,
        "keywords": 0.88187, "lsa-terms": 0.87869, "cosine": 0.87619,
    },
    "paper_2": {
        "lsa-topic(text)": 0.85988, "lsa-terms(text)": 0.85573, "keywords(text)": 0.80970, "cosine(text)": 0.27117,
    },
}  # fmt: skip


class OracleRow(NamedTuple):
    """A line of the table of oracles: its name in the paper, our name, and r and ρ, or their intervals, as printed."""

    name: str
    measure: str
    pearson: str
    spearman: str


#: Hirao et al. 2017, table 6: on DUC 2004.
HIRAO_6 = (
    OracleRow("ROUGE-1", "rouge-1", "0.861", "0.760"),
    OracleRow("ROUGE-2", "rouge-2", "0.907", "0.831"),
    OracleRow("F (R1) single-M", "oracle(rouge-1,each)", "0.857", "0.855"),
    OracleRow("F (R1) single-S", "oracle(rouge-1,each,one)", "0.815 … 0.830", "0.811 … 0.830"),
    OracleRow("F (R2) single-M", "oracle(rouge-2,each)", "0.904", "0.826"),
    OracleRow("F (R2) single-S", "oracle(rouge-2,each,one)", "0.855 … 0.865", "0.740 … 0.760"),
    OracleRow("F (R1) multi-M", "oracle(rouge-1)", "0.814", "0.841"),
    OracleRow("F (R1) multi-S", "oracle(rouge-1,one)", "0.794 … 0.802", "0.803 … 0.813"),
    OracleRow("F (R2) multi-M", "oracle(rouge-2)", "0.824", "0.846"),
    OracleRow("F (R2) multi-S", "oracle(rouge-2,one)", "0.806 … 0.816", "0.797 … 0.817"),
)
