"""What is said of one document: its extracts, the best of them, and where each summary stands."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING

from sumspace.show.text import clean, counted, large, listed, percent
from sumspace.studies.report.labels import measure_label, share_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sumspace.studies.comparison.explored import Explored
    from sumspace.studies.report.study import ReportStudy


def document_findings(study: ReportStudy) -> Iterator[str]:
    """Say of one document how many extracts it has and, of each summary, what it scores and where it stands."""
    single, places = study.single, study.place
    if single is None:
        return
    lengths = sorted({*single.references.values()})
    words = f"{lengths[0]:,}" if len(lengths) == 1 else f"{lengths[0]:,} to {lengths[-1]:,}"
    text = (
        f"The document has {counted(single.sentences, 'sentence')} and {counted(single.words, 'word')}; "
        f"{counted(len(single.references), 'reference')} of {words} words."
    )
    if places is not None:
        about = "" if places.all_exact else ", sampled"
        text += f" It allows {large(places.extracts[0])} extracts of {single.budget}{about}."
    yield text
    for name in study.ranked:
        yield " ".join(_summary(study, name))
    if places is not None:
        yield _scale(study, places)


def _summary(study: ReportStudy, name: str) -> Iterator[str]:
    """Say what a summary scores, which share of extracts it beats, and which reference it is nearest to."""
    scores = []
    for measure in study.plan.measures:
        f1, recall = (study.interval(name, part, measure).mean for part in ("f1", "recall"))
        if not isnan(f1):
            values = percent(f1) if measure.has_one_value else f"{percent(f1)} F1, {percent(recall)} recall"
            scores.append(f"{measure_label(measure)} {values}")
    words = study.words.get(name)
    size = f" ({words:.0f} words)" if words is not None else ""
    yield f"{clean(name)}{size}: {'; '.join(scores)}."
    places, single = study.place, study.single
    if places is None or single is None or name not in places.systems:
        return
    place, rank = places.systems[name], single.ranks[places.measure, name]
    cut = f"cut to {study.budget_words:.0f} words, " if name in study.cut and study.budget_words else ""
    label = (
        f"Among extracts ({cut}n-grams counted inside sentences), its {measure_label(places.measure)} recall is "
        f"{percent(place.score.mean)}, and it"
    )
    if place.places.mean.rest <= 0:
        yield f"{label} is above every extract of the document."
    else:
        number = f" ({large(rank.below_count)} of {large(places.extracts[0])})" if rank.below_count is not None else ""
        yield f"{label} beats {share_text(place.places.mean.rest)} of the extracts{number}."
    if not isnan(place.reached.mean):
        yield f"It reaches {place.reached.mean:z.0%} of the distance from the average extract to the best extract."
    near = single.nearest.get(name)
    if near:
        order = sorted(near, key=lambda reference: -near[reference])
        values = listed((f"{reference} {percent(near[reference])}" for reference in order), most=5)
        yield f"By single references ({measure_label(study.plan.sorted_by)} F1), nearest first: {values}."


def _scale(study: ReportStudy, places: Explored) -> str:
    """Say what the average extract, Lead and the best extract score."""
    best, bound = places.best_mean, places.bound_mean
    proof = (
        "proven optimal" if bound == best else "not proven" if bound is None else f"none scores over {percent(bound)}"
    )
    text = f"The average extract scores {percent(places.average_mean)}"
    lead = places.systems.get("lead")
    if lead is not None and "lead" in study.scale:
        text += f", Lead {percent(lead.score.mean)} (beats {share_text(lead.places.mean.rest)})"
    numbers = ""
    found = study.single.best if study.single else None
    if found is not None:
        listed_numbers = ", ".join(map(str, found.sentences))
        noun = "sentence" if len(found.sentences) == 1 else "sentences"
        numbers = f": {noun} {listed_numbers} of the document, counted from 0"
    return f"{text}, and the best extract {percent(best)} ({proof}){numbers}."
