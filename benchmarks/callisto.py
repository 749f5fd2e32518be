"""How long it takes to generate and score all summaries of all configurations, and what CALLISTO's versions reach.

Every document of the corpora in SUMSPACE_CORPORA, or of the built-in sample where they are not there, is summarized
with every configuration of the grid, and every summary scored on F-score and KPiA; segmentations and key phrase lists
that are computed are counted. Then the framework of the paper judges the versions of CALLISTO on newswire, on papers
and on abstracts. Two cores.
"""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import replace
from functools import wraps
from itertools import chain
from typing import TYPE_CHECKING, Any

import sumspace
from bench import corpora, machine, use_cores
from sumspace.compute.work import Workers
from sumspace.studies.callisto.generate import generate, without_left_out
from sumspace.studies.callisto.plan import CallistoPlan, GenerationPlan
from sumspace.studies.callisto.study import CallistoStudy
from sumspace.text.keyphrases.extractor import EXTRACTORS
from sumspace.text.segmentation.segmenter import SEGMENTERS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sumspace.corpus.model import Example
DOMAINS = {
    "newswire": ("gum-news", "realsumm"),
    "scientific papers": ("gum-academic", "scisumm-train"),
    "scientific abstracts": ("scitldr-test",),
}


def count_calls(kind: type[Any], method: str, calls: Counter[str]) -> None:
    """Let a class count how often a method is called."""
    original = getattr(kind, method)

    @wraps(original)
    def counted(*arguments: Any) -> Any:
        calls[method] += 1
        return original(*arguments)

    setattr(kind, method, counted)


def time_generation(texts: dict[str, list[Example]]) -> None:
    """Generate and score everything, and print how long that takes."""
    calls: Counter[str] = Counter()
    for name in SEGMENTERS:
        count_calls(SEGMENTERS[name], "segment", calls)
    for name in EXTRACTORS:
        count_calls(EXTRACTORS[name], "extract", calls)
    plan = GenerationPlan()
    total, seconds, documents = 0, 0.0, 0
    print(f"\ngeneration: {len(plan.configurations)} configurations, scored on {', '.join(map(str, plan.measures))}")
    print(f"{'':16}{'documents':>10}{'summaries':>11}{'different':>11}{'seconds':>9}{'a second':>10}")
    for name, examples in texts.items():
        begin = time.perf_counter()
        generated = list(without_left_out(generate(examples, plan), []))
        passed = time.perf_counter() - begin
        summaries = len(generated) * len(plan.configurations)
        _line(name, len(generated), summaries, sum(document.different for document in generated), passed)
        total, seconds, documents = total + summaries, seconds + passed, documents + len(generated)
    _line("all", documents, total, None, seconds)
    for what, method, tools in (("segmentations", "segment", SEGMENTERS), ("key phrase lists", "extract", EXTRACTORS)):
        print(f"{what} computed: {calls[method]:,} = {documents:,} documents × {len(list(tools))}")


def _line(name: str, documents: int, summaries: int, different: int | None, seconds: float) -> None:
    shown = "" if different is None else f"{different:,}"
    print(f"{name:16}{documents:>10,}{summaries:>11,}{shown:>11}{seconds:>9.1f}{summaries / seconds:>10,.0f}")


def evaluate(domain: str, examples: Sequence[Example]) -> None:
    """Judge the versions of CALLISTO on the texts of a domain."""
    begin = time.perf_counter()
    study = CallistoStudy.run(examples, CallistoPlan())
    seconds = time.perf_counter() - begin
    print(f"\n{domain}: {len(study.documents)} documents, {len(study.results)} versions, {seconds:.0f} s")
    print(f"  share of the best reachable F-score ({study.best:.4f}), in percent")
    print(f"  {'lead':50}{100 * study.lead_score.share:>7.1f}")
    for series in study.series:
        print(f"  {series.usual.version!s:50}{100 * series.usual.share:>7.1f}")
    if study.analysis.least_difference is not None:
        print(f"  {'smallest significant difference':50}{100 * study.analysis.least_difference:>7.1f}")
    for system in study.ranked_systems:
        share = "" if system.share is None else f"{100 * system.share:.1f} % of the oracle, "
        rank = f"{share}above {100 * system.below:.1f} % of extracts"
        print(f"  {system.system}: {system.measure} {system.score:.4f}, {rank}")


def main() -> None:
    """Generate, then judge."""
    use_cores(2)
    print(f"callisto: {machine()}, two cores")
    list(generate(sumspace.read("sample"), replace(GenerationPlan(), workers=Workers(1))))  # compile
    files = {path.name.removesuffix(".jsonl.gz"): str(path) for path in corpora()}
    texts = {name: list(sumspace.read(file)) for name, file in files.items()} or {
        "sample": list(sumspace.read("sample"))
    }
    time_generation(texts)
    for domain, names in DOMAINS.items():
        examples = list(chain.from_iterable(texts[name] for name in names if name in texts))
        if examples:
            evaluate(domain, examples)
    if not files:
        evaluate("the built-in sample", texts["sample"])


if __name__ == "__main__":
    main()
