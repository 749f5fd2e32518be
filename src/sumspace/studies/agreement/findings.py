"""What the study of agreement found, in sentences that say what they rest on."""

from __future__ import annotations

from statistics import fmean
from typing import TYPE_CHECKING

from sumspace.show.text import counted, interval_text, listed, p_text, short
from sumspace.stats.multiplicity import corrected
from sumspace.stats.resampling import ends_of
from sumspace.studies.agreement.differences import ALPHA, LEAD, OTHER_HUMANS, UNCUT_HUMAN, mean_interval
from sumspace.studies.agreement.documents import BASELINE, BEST_HUMAN, FULL_TEXT, MUCH_LONGER

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from sumspace.stats.resampling import Interval
    from sumspace.studies.agreement.documents import Source
    from sumspace.studies.agreement.study import AgreementStudy, MeanScore

    Means = Mapping[Source, MeanScore]


def findings(study: AgreementStudy) -> list[str]:
    """Say what was found, each time with what it rests on; then what was studied."""
    paragraphs = [list(say(study)) for say in (_humans, _systems, _extracts, _compression)]
    return [*(" ".join(sentences) for sentences in paragraphs if sentences), _studied(study)]


def _humans(study: AgreementStudy) -> Iterator[str]:
    """Say how far human summaries agree, and what their lengths have to do with it."""
    documents, plan = study.documents, study.plan
    average, best = (_mean(study, [d.agreement[name] for d in documents]) for name in ("AvgH", "MaxH"))
    over = f" over {counted(len(documents), 'document')}" if len(documents) > 1 else ""
    yield (
        f"Judged by another human summary of the same document, a human summary scores {average} on average (AvgH) and "
        f"{best} in the best pair (MaxH){over}."
    )
    numbers = [len(document.humans) for document in documents]
    if plan.people:
        yield f"Of every document {plan.people} human summaries are compared."
    elif min(numbers) < max(numbers):
        yield (
            f"Documents have {min(numbers)} to {max(numbers)} human summaries, and more of them can only raise MaxH; "
            f"--people {min(numbers)} compares as many of each document."
        )
    longer, by = sum(document.longer for document in documents), f"{MUCH_LONGER - 1:.0%}"
    share = f"{longer:,.0f} of {len(documents):,}"
    if plan.people:
        share = f"{longer / len(documents):.0%} of the groups, on average over documents"
    gains = ends_of(mean_interval([d.agreement["MaxH"] - d.cut_agreement["MaxH"] for d in documents], plan))
    is_mostly = longer > len(documents) / 2 and gains is not None and gains[0] > 0
    mostly = "MaxH comes mostly from long summaries that cover short ones: in" if is_mostly else "In"
    if longer:
        yield f"{mostly} {share}, the candidate of the best pair is longer than its model by {by} or more."
    else:
        yield f"In no best pair is the candidate longer than its model by {by} or more."
    cut = {name: fmean(d.cut_agreement[name] for d in documents) for name in ("MaxH", "AvgH")}
    lost = _mean(study, [d.agreement["MaxH"] - d.cut_agreement["MaxH"] for d in documents], " points lower")
    yield (
        f"With candidates cut to the length of their models, MaxH is {100 * cut['MaxH']:.1f} %, {lost}, and AvgH "
        f"{100 * cut['AvgH']:.1f} %."
    )


def _mean(study: AgreementStudy, values: Sequence[float], unit: str = " %") -> str:
    """Write a mean over documents, with its interval where there are several."""
    mean = mean_interval(values, study.plan)
    ends = ends_of(mean)
    interval = f" (95% interval {interval_text([100 * end for end in ends], '.1f')})" if ends else ""
    return f"{100 * mean.mean:.1f}{unit}{interval}"


def _systems(study: AgreementStudy) -> Iterator[str]:
    """Say how the best system does beside human summaries and Lead, and what length has to do with it."""
    means = _system_means(study)
    if not means:
        return
    best, common = _best_system(study, means), _common(study, means)
    number, of = means[best].documents, counted(len(study.documents), "document")
    where = f" on {of}" if number == len(study.documents) else f" on {number:,} of {of}"
    some = " that summarize half of the documents or more" if len(common) < len(means) else ""
    is_level = sum(means[source].score == means[best].score for source in common) > 1
    verb = f"has the highest mean of {len(common):,} systems{some}:" if len(common) > 1 else "scores"
    verb = f"has a mean that none of {len(common):,} systems{some} exceeds:" if is_level else verb
    at = "As they are" if study.plan.uncut else "At the length of the reference"
    words = f"with {means[best].kept:,.0f} words"
    yield f"{at}, {short(best.name)} {verb} {100 * means[best].score:.1f} % {words}{where}."
    sides = ((BEST_HUMAN, "the best other human summary"), (OTHER_HUMANS, "the other human summaries on average"))
    beside = [text for against, called in sides if (text := _difference(study, best, against, called))]
    length = "as they are" if study.plan.uncut else "cut to its own length"
    yield (
        f"Compared with human summaries, {length}, it {' and '.join(beside)}; the reference is the one that another "
        "human summary matches best, which favours human summaries."
    )
    if text := _difference(study, best, LEAD, "Lead of the same length"):
        yield f"It {text}."
    yield from _beside_lead(study, list(means))
    yield from _places(means)


def _system_means(study: AgreementStudy) -> Means:
    systems = [source for source in study.sources if source.kind == "system"]
    return {source: mean for source in systems if (mean := study.everything.mean(source))}


def _best_system(study: AgreementStudy, means: Means) -> Source:
    """Return the system with the highest mean, of those that summarize half of the documents if there are any."""
    return max(_common(study, means), key=lambda source: means[source].score)


def _common(study: AgreementStudy, means: Means) -> list[Source]:
    """Return the systems that summarize half of the documents or more; all of them where there are none."""
    return [source for source, mean in means.items() if 2 * mean.documents >= len(study.documents)] or list(means)


def _beside_lead(study: AgreementStudy, systems: Sequence[Source]) -> Iterator[str]:
    """Say how many systems are better than the first words of the document, and which."""
    tests = {s: study.differences[s, LEAD] for s in systems if (s, LEAD) in study.differences}
    tested = {source: test for source, test in tests.items() if test.can_tell}
    if len(tested) < 2:
        return
    apart = {source: test.result.difference.mean for source, test in tested.items() if test.is_significant}
    better, worse = ([s.name for s, mean in apart.items() if (mean > 0) == is_more] for is_more in (True, False))
    yield (
        f"Of {counted(len(tested), 'system')}, {_named(better)} significantly higher than Lead, {_named(worse)} "
        f"significantly lower, and {len(tested) - len(apart):,} "
        f"{'shows' if len(tested) - len(apart) == 1 else 'show'} no significant difference (p < {ALPHA}, Holm's "
        "correction)."
    )


def _named(systems: Sequence[str]) -> str:
    names = f" ({listed(map(short, systems))})" if systems else ""
    return f"{len(systems):,}{names} {'scores' if len(systems) == 1 else 'score'}"


def _places(means: Means) -> Iterator[str]:
    """Say which system owes most of its place to its length."""
    cut = [source for source, mean in means.items() if (mean.kept or 0) < (mean.words or 0)]
    if not cut or len(means) < 2:
        return
    before = {source: 1 + sum(mean.uncut > means[source].uncut for mean in means.values()) for source in means}
    after = {source: 1 + sum(mean.score > means[source].score for mean in means.values()) for source in means}
    falls = {source: (after[source] - before[source], means[source].uncut - means[source].score) for source in cut}
    source = max(falls, key=lambda source: falls[source])
    if falls[source][0] <= 0:
        yield "Cutting summaries to the length of the reference lowers no system's place."
        return
    mean = means[source]
    yield (
        f"Length matters most to {short(source.name)}: as it is it has {mean.words:,.0f} words, scores "
        f"{100 * mean.uncut:.1f} % and is at place {before[source]} of {len(means):,}; cut to {mean.kept:,.0f} words "
        f"it scores {100 * mean.score:.1f} % and is at place {after[source]}."
    )


def _extracts(study: AgreementStudy) -> Iterator[str]:
    """Say how far the best extracts and the full text lie above human summaries; none of these is cut."""
    human = study.everything.mean(BEST_HUMAN)
    texts = []
    for source in study.sources:
        mean = study.everything.mean(source)
        if source.kind in ("oracle", "full text") and mean:
            least = f"; {mean.unproven:,} of {mean.documents:,} may be higher" if mean.unproven else ""
            length = f", {mean.words:,.0f} words" if mean.words else ""
            name = "the full text" if source.kind == "full text" else "the best extract"
            texts.append(f"{name} ({source.name}{length}{least}) {_difference(study, source, UNCUT_HUMAN)}")
    if texts and human:
        lengths = fmean(document.humans[document.reference] for document in study.documents)
        yield (
            f"Compared with MaxH uncut, {100 * human.uncut:.1f} % ({human.words:,.0f} words, and the references have "
            f"{lengths:,.0f}): {'; '.join(texts)}."
        )


def _compression(study: AgreementStudy) -> Iterator[str]:
    """Say whether scores go down where summaries are shorter beside their documents (figure 9)."""
    means = _system_means(study)
    chosen = [BEST_HUMAN, BASELINE, *([_best_system(study, means)] if means else []), FULL_TEXT]
    lines = {source: line for source in chosen if (line := study.everything.line(source))}
    if BEST_HUMAN not in lines:
        return
    whole = lines[BEST_HUMAN]
    span = whole.points, whole.start, whole.end
    lines = {source: line for source, line in lines.items() if (line.points, line.start, line.end) == span}
    texts = []
    for (source, line), p in zip(lines.items(), corrected([own.p for own in lines.values()]).tolist(), strict=True):
        verb = "falls" if line.change.mean < 0 else "rises"
        trend = verb if p < ALPHA else "has no significant trend"
        texts.append(f"{short(source.name)} {trend} ({_size(line.change)}, corrected p {p_text(p, '= ')})")
    ends = f"{100 * whole.start:.1f} %, to the highest, {100 * whole.end:.1f} %, on {counted(whole.points, 'document')}"
    yield f"From the lowest compression of H1, {ends}: {'; '.join(texts)}."


def _difference(study: AgreementStudy, source: Source, against: Source, name: str = "") -> str:
    """Say how far a source is from another one, whether that is significant, and what it rests on."""
    found = study.differences.get((source, against))
    if found is None:
        return ""
    result, mean = found.result, found.result.difference.mean
    if mean == 0 and not found.can_tell:
        level = f"scores as much as {name}" if name else "scores the same"
        return f"{level} on {counted(result.documents, 'document')}, too few to test"
    direction = "higher" if mean > 0 else "lower"
    than, from_ = (f" than {name}", f" from {name}") if name else ("", " from it")
    if not result.is_tested:
        return f"scores {direction}{than} by {abs(100 * mean):.1f} points on one document, too few to test"
    where = counted(result.documents, "document")
    if not found.can_tell:
        return f"scores {direction}{than} ({_size(result.difference)}; {where}, too few to test)"
    numbers = f"{_size(result.difference)}, corrected p {p_text(found.p, '= ')}"
    return (
        f"scores significantly {direction}{than} ({numbers}, {where})"
        if found.is_significant
        else f"shows no significant difference{from_} ({numbers}, {where})"
    )


def _size(difference: Interval) -> str:
    bounds = interval_text([100 * difference.low, 100 * difference.high], "+.1f")
    return f"{100 * difference.mean:+.1f} points, 95% interval {bounds}"


def _studied(study: AgreementStudy) -> str:
    """Say what was studied, and how many of the best extracts are proven to be the best."""
    pairs = sum(len(document.pairs) for document in study.documents)
    among = f" of {counted(len(study.domains), 'domain')}" if study.domains else ""
    tasks = [f"{len(group.documents):,} {task}" for task, group in study.tasks.items()]
    among += f" ({' and '.join(tasks)})" if tasks else ""
    studied = (
        f"Studied: {counted(len(study.documents), 'document')}{among} with {counted(pairs, 'pair')} of human "
        f"summaries, on {study.plan.measure} (recall)."
    )
    oracles = [score for d in study.documents for source, score in d.scores.items() if source.kind == "oracle"]
    if not oracles:
        return f"{studied} Best extracts were not searched for, or there are none of these lengths."
    proven = sum(oracle.proven for oracle in oracles)
    verb = "is" if proven == 1 else "are"
    return f"{studied} Of {counted(len(oracles), 'best extract')}, {proven:,} {verb} proven optimal."
