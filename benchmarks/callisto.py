"""How long it takes to generate and score all summaries of all configurations, and what CALLISTO's versions reach.

Every document of the corpora in SUMSPACE_CORPORA, or of the built-in sample where they are not there, is summarized
with every configuration of the grid, and every summary scored on F-score; segmentations and key phrase lists that are
computed are counted. Then every rule, target and learner chooses for each text: by ten folds on each corpus, on all
corpora together, and for each genre trained on the others. Two cores.
"""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass, replace
from functools import wraps
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

import sumspace
from bench import corpora, machine, use_cores
from sumspace.compute.work import Workers
from sumspace.measures.lin_hovy import LinHovy
from sumspace.stats.multiplicity import corrected
from sumspace.stats.paired import permutation_p_values, permutations_for
from sumspace.studies.callisto.baselines import chosen_on_folds
from sumspace.studies.callisto.cross_validation import Lessons, cross_validate, folds
from sumspace.studies.callisto.generate import generate, without_left_out
from sumspace.studies.callisto.plan import USUAL_CLASSES, CallistoPlan, GenerationPlan, TrainingPlan
from sumspace.summarizers.callisto.configuration import SENTENCES, WORDS, grid
from sumspace.summarizers.callisto.learners.learner import parse_learner
from sumspace.text.keyphrases.extractor import EXTRACTORS
from sumspace.text.segmentation.segmenter import SEGMENTERS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sumspace.arrays import Floats, Integers
    from sumspace.corpus.model import Example
    from sumspace.studies.callisto.generate import GeneratedDocument
    from sumspace.summarizers.callisto.configuration import Configuration

JUDGE = LinHovy()
EVERYTHING = grid(sentences=SENTENCES, words=WORDS)
PAPER = grid(kind="paper")
ALL = grid()
BY_WORDS = grid(words=WORDS)
LEARNERS = ("tree", "c45", "naive-bayes", "boosting", "additive", "fixed")
TARGETS = ("score", "rank", "share")
RULES = ("random", "paper", "value", "odds")
#: The learners that serve where the time is short: the paper's best, and the default.
FEW = ("naive-bayes", "additive", "fixed")


def count_calls(kind: type[Any], method: str, calls: Counter[str]) -> None:
    """Let a class count how often a method is called."""
    original = getattr(kind, method)

    @wraps(original)
    def counted(*arguments: Any) -> Any:
        calls[method] += 1
        return original(*arguments)

    setattr(kind, method, counted)


@dataclass(frozen=True, eq=False)
class Corpus:
    """Documents with the scores of all configurations, [document, configuration]."""

    ids: tuple[str, ...]
    domains: tuple[str, ...]
    #: Which corpus each is from.
    sources: tuple[str, ...]
    features: Floats
    scores: Floats

    @classmethod
    def of(cls, name: str, documents: Sequence[GeneratedDocument]) -> Corpus:
        features = np.array([document.features for document in documents])
        scores = np.array([document.f_scores(JUDGE) for document in documents])
        ids, domains = tuple(one.id for one in documents), tuple(one.domain for one in documents)
        return cls(ids, domains, (name,) * len(ids), features, scores)

    @classmethod
    def together(cls, parts: Sequence[Corpus]) -> Corpus:
        ids = tuple(f"{source} {name}" for part in parts for source, name in zip(part.sources, part.ids, strict=True))
        domains = tuple(chain.from_iterable(part.domains for part in parts))
        sources = tuple(chain.from_iterable(part.sources for part in parts))
        tables = (np.concatenate([getattr(part, name) for part in parts]) for name in ("features", "scores"))
        return cls(ids, domains, sources, *tables)

    def rows(self, chosen: Integers) -> Corpus:
        names = (tuple(getattr(self, name)[i] for i in chosen) for name in ("ids", "domains", "sources"))
        return Corpus(*names, self.features[chosen], self.scores[chosen])


def generate_all(texts: dict[str, list[Example]]) -> dict[str, Corpus]:
    """Generate and score everything, and print how long that takes."""
    calls: Counter[str] = Counter()
    for name in SEGMENTERS:
        count_calls(SEGMENTERS[name], "segment", calls)
    for name in EXTRACTORS:
        count_calls(EXTRACTORS[name], "extract", calls)
    plan = GenerationPlan(EVERYTHING, (JUDGE,))
    found: dict[str, Corpus] = {}
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
        found[name] = Corpus.of(name, generated)
    _line("all", documents, total, None, seconds)
    for what, method, tools in (("segmentations", "segment", SEGMENTERS), ("key phrase lists", "extract", EXTRACTORS)):
        print(f"{what} computed: {calls[method]:,} = {documents:,} documents × {len(list(tools))}", flush=True)
    return found


def _line(name: str, documents: int, summaries: int, different: int | None, seconds: float) -> None:
    shown = "" if different is None else f"{different:,}"
    print(
        f"{name:16}{documents:>10,}{summaries:>11,}{shown:>11}{seconds:>9.1f}{summaries / seconds:>10,.0f}", flush=True
    )


@dataclass(frozen=True, eq=False)
class Outcome:
    """What baselines and versions reach of the best configuration, by document."""

    corpus: Corpus
    shares: dict[str, Floats]
    seconds: float

    def p_values(self, other: str) -> dict[str, float]:
        """Test every system against one, on the same documents; corrected for their number (Holm)."""
        names = [name for name in self.shares if name != other]
        table = np.column_stack([self.shares[other], *(self.shares[name] for name in names)])
        pairs = [(place, 0) for place in range(1, len(names) + 1)]
        return dict(
            zip(names, corrected(permutation_p_values(table, pairs, permutations_for(len(pairs)))), strict=True)
        )


def evaluate(
    corpus: Corpus,
    configurations: Sequence[Configuration],
    lengths: Any,
    learners: Sequence[str] = LEARNERS,
    *,
    genres: bool = False,
) -> Outcome:
    """Let every version choose for each text, trained on the other folds or genres."""
    begin = time.perf_counter()
    plan = CallistoPlan(
        GenerationPlan(tuple(configurations)),
        tuple(map(parse_learner, learners)),
        (JUDGE,),
        JUDGE,
        (USUAL_CLASSES,),
        RULES,
        TARGETS,
        lengths=lengths,
        ranked_by=None,
    )
    place = {configuration: column for column, configuration in enumerate(EVERYTHING)}
    scores = corpus.scores[:, [place[configuration] for configuration in configurations]]
    groups = plan.groups
    best = np.column_stack([scores[:, group].max(axis=1) for group in groups])
    kept = np.flatnonzero((best > 0).all(axis=1))
    corpus, scores, best = corpus.rows(kept), scores[kept], best[kept]
    parts = folds(len(scores), plan.folds, plan.generation.seed)
    if genres:
        parts = [np.array([i for i, own in enumerate(corpus.domains) if own == one]) for one in set(corpus.domains)]
    shares = {"random configuration": _mean([scores[:, group].mean(axis=1) for group in groups], best)}
    fixed = [_fixed(scores[:, group], best[:, [g]], parts) for g, group in enumerate(groups)]
    shares["best fixed configuration"] = _mean(fixed, best)
    leads = [
        corpus.scores[:, [place[one] for one in EVERYTHING if one.summarizer == "lead" and one.size in sizes]]
        for sizes in ({configurations[i].size for i in group} for group in groups)
    ]
    shares["lead"] = _mean([_fixed(lead, best[:, [g]], parts) for g, lead in enumerate(leads)], best)
    lessons = Lessons(corpus.ids, corpus.features, {JUDGE: scores})
    for choices in cross_validate(lessons, plan, parts=parts):
        version = choices.version
        rule = version.selection if version.classes else "-"
        reached = np.take_along_axis(scores, choices.configurations.astype(np.int64), axis=1)
        shares[f"{version.learner!s:13}{version.target:7}{rule}"] = (reached / best).mean(axis=1)
    return Outcome(corpus, shares, time.perf_counter() - begin)


def _fixed(scores: Floats, best: Floats, parts: Sequence[Integers]) -> Floats:
    """Return the score of the column that is best on the other folds, for each document."""
    scored: Floats = scores[np.arange(len(scores)), chosen_on_folds(scores / best, parts)]
    return scored


def _mean(scores: Sequence[Floats], best: Floats) -> Floats:
    shares: Floats = (np.column_stack(scores) / best).mean(axis=1)
    return shares


def show(title: str, outcome: Outcome) -> None:
    """Print what everything reaches of the best configuration, and whether it differs from chance and from the best."""
    above_random = outcome.p_values("random configuration")
    above_fixed = outcome.p_values("best fixed configuration")
    print(
        f"\n{title}: {len(outcome.corpus.ids)} documents, {outcome.seconds:.0f} s; r, f: significantly above a random,"
    )
    print("the best fixed configuration; R, F: below (95 %, paired permutation test, Holm)")
    by_row: dict[str, dict[str, str]] = {}
    for name, shares in outcome.shares.items():
        marks = ""
        for other, p_values, (up, down) in (
            ("random configuration", above_random, "rR"),
            ("best fixed configuration", above_fixed, "fF"),
        ):
            if name != other and p_values[name] < 0.05:
                marks += up if shares.mean() > outcome.shares[other].mean() else down
        row, rule = (name, "") if name in BASELINES else (name[:20], name[20:])
        by_row.setdefault(row, {})[rule] = f"{100 * shares.mean():.1f} {marks:2}"
    print(f"  {'':26}" + "".join(f"{rule:>10}" for rule in RULES))
    for row, cells in by_row.items():
        own = cells.get("", cells.get("-"))
        shown = f"{own:>10}" if own else "".join(f"{cells[rule]:>10}" for rule in RULES)
        print(f"  {row:26}{shown}", flush=True)
    default = _default(outcome)
    for other in BASELINES:
        table = np.column_stack([outcome.shares[default], outcome.shares[other]])
        (p,) = permutation_p_values(table, [(0, 1)], 10_000)
        difference = 100 * (table[:, 0] - table[:, 1]).mean()
        print(f"  the default vs. {other}: {difference:+.1f} points, p = {p:.4f}, uncorrected", flush=True)


BASELINES = ("random configuration", "best fixed configuration", "lead")


def _default(outcome: Outcome) -> str:
    usual = TrainingPlan()
    start = f"{usual.learner!s:13}{usual.target:7}"
    return next(name for name in outcome.shares if name.startswith(start))


def show_sources(title: str, outcome: Outcome, by: str = "sources") -> None:
    """Print what baselines and some versions reach on each corpus, or each genre."""
    names = list(dict.fromkeys(getattr(outcome.corpus, by)))
    print(f"\n{title}: {len(outcome.corpus.ids)} documents, {outcome.seconds:.0f} s")
    print(f"  {'':32}" + "".join(f"{name.removesuffix('-train').removesuffix('-test'):>13}" for name in names))
    wanted = {
        name: name for name in BASELINES
    } | {f"{learner:13}{target:7}{rule}": f"{learner} {target} {rule}".removesuffix(" -")
         for learner, target, rule in (
             ("naive-bayes", "score", "paper"), ("naive-bayes", "score", "value"), ("naive-bayes", "share", "value"),
             ("naive-bayes", "share", "odds"), ("additive", "score", "-"), ("additive", "share", "-"),
         )}  # fmt: skip
    own = np.array(getattr(outcome.corpus, by))
    fixed, default = outcome.shares["best fixed configuration"], outcome.shares[_default(outcome)]
    for name, shown in wanted.items():
        means = "".join(f"{100 * outcome.shares[name][own == one].mean():>13.1f}" for one in names)
        print(f"  {shown:32}{means}")
    tests = [permutation_p_values(np.column_stack([default, fixed])[own == one], [(0, 1)], 10_000)[0] for one in names]
    print(f"  {'p, default vs. best fixed':32}" + "".join(f"{p:>13.4f}" for p in tests), flush=True)


def main() -> None:
    """Generate, then judge."""
    use_cores(2)
    print(f"callisto: {machine()}, two cores")
    list(generate(sumspace.read("sample"), replace(GenerationPlan(), workers=Workers(1))))  # compile
    files = {path.name.removesuffix(".jsonl.gz"): str(path) for path in corpora()}
    texts = {name: list(sumspace.read(file)) for name, file in files.items()} or {
        "sample": list(sumspace.read("sample"))
    }
    found = generate_all(texts)
    print("\nshares of the best configuration's F-score (lin-hovy) in percent, ten folds, K = 5")
    print("the default (additive, share) was chosen on these corpora, among some twenty learners with three targets")
    for name, corpus in found.items():
        show(f"{name}, the paper's grid, lengths free", evaluate(corpus, PAPER, "free"))
    for name, corpus in found.items():
        show(f"{name}, with summarizers in the grid, lengths free", evaluate(corpus, ALL, "free"))
    for name, corpus in found.items():
        show(f"{name}, with summarizers in the grid, words given", evaluate(corpus, BY_WORDS, "given", FEW))
    if len(found) > 1:
        every = Corpus.together(list(found.values()))
        for title, configurations, lengths in (
            ("the paper's grid, lengths free", PAPER, "free"),
            ("with summarizers in the grid, lengths free", ALL, "free"),
            ("with summarizers in the grid, words given", BY_WORDS, "given"),
        ):
            show_sources(f"all corpora together, {title}", evaluate(every, configurations, lengths, FEW))
            outcome = evaluate(every, configurations, lengths, FEW, genres=True)
            show_sources(f"each genre, trained on the others, {title}", outcome, "domains")


if __name__ == "__main__":
    main()
