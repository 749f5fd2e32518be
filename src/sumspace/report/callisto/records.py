"""Every number of the study of CALLISTO, as records by table."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from sumspace.report.callisto import published
from sumspace.report.callisto.lines import is_significant, lines

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sumspace.report.callisto.lines import Line
    from sumspace.show.table import Record
    from sumspace.studies.callisto import CallistoStudy, Result
    from sumspace.studies.callisto_places import Standing

    Records = dict[str, list[Record]]

__all__ = ["records", "version_records"]


def records(study: CallistoStudy) -> Records:
    """Return all that is found, by table; what is not defined is None. Scores and shares go from 0 to 1."""
    return {
        "numbers": [_numbers(study)],
        "learners": list(_learners(study)),
        "versions": version_records(study),
        "lead": [asdict(one) for one in study.lead],
        "table_1": list(_wins(study)),
        "variance": list(_variance(study)),
        "significance": [_significance(study)],
        "places": [asdict(place) for place in study.places],
        "documents": list(_documents(study)),
        "standings": [_standing(one) for one in study.standings],
    }


def _numbers(study: CallistoStudy) -> Record:
    # A measure with one value has no recall of its own.
    correlation = None if study.plan.judged_by.has_one_value else study.recall_and_f
    return {
        "documents": len(study.documents), "left_out": len(study.left_out),
        "configurations": len(study.plan.configurations), "summaries": study.summaries, "different": study.different,
        "recall_and_f": correlation, "best": study.best,
        "best_share": max((result.share for result in study.results), default=None),
        "paper_documents": published.TEXTS, "paper_summaries": published.SUMMARIES,
        "paper_recall_and_f": published.RECALL_AND_F, "paper_best_share": published.BEST_SHARE,
    }  # fmt: skip


def _standing(one: Standing) -> Record:
    """Return where a chosen summary stands; there is no share of nothing."""
    return {
        "id": one.id, "system": one.system, "sentences": len(one.summary), "extract": " ".join(map(str, one.summary)),
        "measure": one.measure, "score": one.score, "oracle": one.oracle,
        "share": one.score / one.oracle if one.oracle else None, "below": one.below, "exact": one.exact,
    }  # fmt: skip


def version_records(study: CallistoStudy) -> list[Record]:
    """Return every version, a dot of figure 3."""
    return [_version(study, line, result) for line in lines(study) for result in line.results]


def _version(study: CallistoStudy, line: Line, result: Result) -> Record:
    return {
        "learner": line.learner, "measure": line.measure, "selection": line.selection,
        "classes": result.version.classes or None, "share": result.share, "score": result.score,
        **_against_lead(study, result.share), "accuracy": result.chosen.accuracy,
        "accuracy_of_chosen": result.chosen.accuracy_of_chosen,
    }  # fmt: skip


def _against_lead(study: CallistoStudy, share: float) -> Record:
    """Compare with the baseline, by the difference for one pair and by the one that holds for all pairs at once."""
    difference = share - study.baseline.share
    return {
        "difference": difference,
        "significant": is_significant(difference, study.analysis.least_difference),
        "honest": is_significant(difference, study.analysis.honest_difference),
    }


def _learners(study: CallistoStudy) -> Iterator[Record]:
    """Yield a record for each line of figure 3 and each version without classes; then what they are compared with."""
    for line in lines(study):
        best = line.best if line.selection else None
        yield {"kind": "version"} | _version(study, line, line.usual) | {
            "best_classes": best.version.classes if best else None, "best_share": best.share if best else None,
        }  # fmt: skip
    for kind, name, share, score in (
        ("baseline", "lead", study.baseline.share, study.baseline.score),
        ("limit", "best reachable", 1.0, study.best),
    ):
        yield {
            "kind": kind, "learner": name, "measure": None, "selection": None, "classes": None, "share": share,
            "score": score, "difference": share - study.baseline.share, "significant": None, "honest": None,
            "accuracy": None, "accuracy_of_chosen": None, "best_classes": None, "best_share": None,
        }  # fmt: skip


def _wins(study: CallistoStudy) -> Iterator[Record]:
    total = sum(published.WINS.values())
    for one in study.wins:
        paper = published.WINS.get((one.segmenter, one.extractor))
        yield asdict(one) | {
            "share": one.shared / len(study.documents), "paper": paper,
            "paper_share": None if paper is None else paper / total,
        }  # fmt: skip


def _variance(study: CallistoStudy) -> Iterator[Record]:
    for source in ("documents", "methods", "error"):
        yield {"source": source, **asdict(getattr(study.analysis, source))}


def _significance(study: CallistoStudy) -> Record:
    found = study.analysis
    return {
        "confidence": found.confidence, "least_difference": found.least_difference,
        "honest_difference": found.honest_difference, "reason": found.reason,
        "friedman": found.friedman.statistic, "friedman_degrees": found.methods.degrees,
        "friedman_p": found.friedman.p, "friedman_reason": found.friedman.reason,
        "paper_least_difference": published.LEAST_DIFFERENCE,
    }  # fmt: skip


def _documents(study: CallistoStudy) -> Iterator[Record]:
    """Yield what each document's summaries reach, for the versions of `learners`."""
    shares = {str(line.usual.version): line.usual.shares.tolist() for line in lines(study)}
    shares["lead"] = study.lead_shares.tolist()
    for place, name in enumerate(study.documents):
        for version, values in shares.items():
            yield {"id": name, "version": version, "share": values[place]}
