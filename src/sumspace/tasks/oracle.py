"""What is the best extract of each document, and how many best ones are there: the oracles of a corpus."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import zip_longest
from typing import TYPE_CHECKING, Literal

import numpy as np

from sumspace.compute.work import Workers, check_seed
from sumspace.errors import NotDefinedError, SettingError, on_one_line
from sumspace.measures.batch import Pair
from sumspace.measures.coverage import cover_document
from sumspace.measures.measure import check_coverage, check_score
from sumspace.measures.official import counts_texts
from sumspace.measures.rouge_l import RougeL
from sumspace.measures.scoring import Setting, evaluate
from sumspace.oracle.official import find_official_oracles, related_sentences
from sumspace.oracle.oracles import find_by_branch_and_bound, find_by_ilp, find_oracles, list_oracles
from sumspace.oracle.problem import kept_sentences
from sumspace.show.table import Column, Table
from sumspace.show.text import joined, large
from sumspace.space.budget import AtMost, Extract
from sumspace.space.marginals import check_temperature
from sumspace.space.scoring import OfficialScoring, Scoring, official_scoring
from sumspace.space.space import Space
from sumspace.spec import signature
from sumspace.tasks.summarize import written_extract
from sumspace.tasks.task import LeftOut, Result, Results, over_documents
from sumspace.text.passage import Passage
from sumspace.text.profile import Profile

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sumspace.arrays import Integers
    from sumspace.corpus.model import Example
    from sumspace.document import Document, References
    from sumspace.measures.measure import Measure
    from sumspace.measures.official import UnitKind
    from sumspace.oracle.oracles import Oracles
    from sumspace.show.charts import Figure
    from sumspace.show.table import Record
    from sumspace.space.budget import Budget


Method = Literal["search", "ilp", "branch-and-bound"]
METHODS = {"search": find_oracles, "ilp": find_by_ilp, "branch-and-bound": find_by_branch_and_bound}


@dataclass(frozen=True, slots=True)
class OraclePlan:
    """Which oracles to find, and how."""

    measures: tuple[Measure, ...]
    profile: Profile = field(default_factory=Profile)
    #: None stands for at most as many words as the references have.
    budget: Budget | None = None
    score: Literal["recall", "f1"] = "recall"
    #: Whether the mean of the scores on all measures decides, instead of each measure on its own.
    mean: bool = False
    references: Literal["all", "each"] = "all"
    method: Method = "search"
    #: What one search may take.
    seconds: float = 10.0
    seed: int = 0
    workers: Workers = field(default_factory=Workers)
    #: Whether n-grams and skip-bigrams stay in their sentences, or cross into the next as in the official script.
    units: UnitKind = "sentence"
    #: At which temperature labels have marginals of all extracts; None for no marginals.
    temperature: float | None = None

    def __post_init__(self) -> None:
        if self.temperature is not None:
            check_temperature(self.temperature)
        if not 0 < self.seconds < math.inf:
            raise SettingError(f"a search needs some time, not {self.seconds:g} seconds")
        check_seed(self.seed)
        check_score(self.measures, self.score)
        texts = [measure for measure in self.measures if counts_texts(measure, self.units)]
        check_coverage(measure for measure in self.measures if measure not in texts)
        if texts:
            self._check_texts(texts[0])
            if self.temperature is not None:
                raise SettingError(
                    f"{texts[0]} looks at whole texts, so there are no marginals; leave --temperature out"
                )
        if self.mean and len(self.measures) > 1:
            for measure in (measure for measure in self.measures if not measure.proportional):
                raise SettingError(f"{measure} is not in proportion to what it counts, so it is no part of a best mean")
        if self.mean and len(self.measures) > 1 and self.score == "f1":
            if len(self.measures) > 2:
                raise SettingError(f"the best mean F1 is found for two measures, not {len(self.measures)}")
            if self.method != "search":
                raise SettingError(f"the best mean F1 is found by --method search alone, not {self.method}")

    def _check_texts(self, measure: Measure) -> None:
        """Refuse what cannot be done with a measure that looks at the text of an extract."""
        why = f"{measure} looks at whole texts"
        if self.mean and len(self.measures) > 1:
            raise SettingError(f"{why}: its best extracts are found for it alone; use --each")
        is_program = isinstance(measure, RougeL) and (measure.level or self.profile.program.rouge_l) == "summary"
        if self.method == "branch-and-bound" or (self.method == "ilp" and not is_program):
            raise SettingError(f"{why}: its best extracts are found by --method search, not {self.method}")

    def __str__(self) -> str:
        names = ",".join(map(objective_name, self.objectives))
        budget = f"budget:{self.budget or 'at_most(length of the references)'}"
        extracts = self.profile.signature, budget, f"references:{self.references}"
        search = f"method:{self.method}", f"seconds:{self.seconds:g}", f"seed:{self.seed}"
        units = "units:official" if self.units == "official" else None
        heat = None if self.temperature is None else f"temperature:{self.temperature:g}"
        return signature(names, self.score, *extracts, units, heat, *search, *self.profile.libraries(by_sentence=True))

    @property
    def objectives(self) -> list[tuple[Measure, ...]]:
        """The measures that decide together."""
        return [self.measures] if self.mean else [(measure,) for measure in self.measures]

    def budget_for(self, references: References) -> Budget:
        return self.budget or AtMost(references.length)


def objective_name(measures: tuple[Measure, ...]) -> str:
    """Write measures that decide together: one alone, or the mean of several."""
    names = ",".join(map(str, measures))
    return names if len(measures) == 1 else f"mean({names})"


@dataclass(frozen=True, eq=False)
class DocumentOracles(Result):
    """The oracles of one document on one objective."""

    document: Document
    references: References
    #: The measures that decide together.
    measures: tuple[Measure, ...]
    space: Space
    scorings: tuple[Scoring | OfficialScoring, ...]
    oracles: Oracles

    @property
    def id(self) -> str:
        return self.document.id

    @property
    def objective(self) -> str:
        return objective_name(self.measures)

    @cached_property
    def feasible(self) -> int:
        """How many extracts a naive search would look at (Hirao 2017, appendix B)."""
        counted = [scoring for scoring in self.scorings if isinstance(scoring, Scoring)]
        of_texts = [scoring for scoring in self.scorings if isinstance(scoring, OfficialScoring)]
        kept = related_sentences(self.space, of_texts[0]) if of_texts else kept_sentences(self.space, counted)
        return Space(self.space.lengths[kept], self.space.budget).size

    def official_scores(self, extracts: Sequence[Extract]) -> list[float]:
        """Score extracts by the official script's rules, where units cross from sentence to sentence."""
        if not extracts:
            return []
        texts = [self.document.write(extract.sentences, extract.words) for extract in extracts]
        example, language = self.document.example, self.document.profile.language
        pairs = [
            Pair(Passage(sentences=text), self.references.bodies, example, "", extract.sentences, language)
            for text, extract in zip(texts, extracts, strict=True)
        ]
        results = evaluate(pairs, self.measures, Setting(self.document.profile))
        scores = [getattr(results[measure], self.scorings[0].score) for measure in self.measures]
        return [float(mean) for mean in np.mean(scores, axis=0)]

    def __repr__(self) -> str:
        count = "not counted" if self.oracles.count is None else f"{large(self.oracles.count)} of them"
        return f"<DocumentOracles {self.id!r}, {self.objective}: {self.oracles.score:.5f}, {count}>"

    def table(self) -> Table:
        """Return the sentences of the best extract, or of the best one found."""
        oracles, best = self.oracles, self.oracles.best or Extract(())
        texts = self.document.write(best.sentences, best.words)
        shares = [None] * len(texts) if oracles.shares is None else oracles.shares[list(best.sentences)].tolist()
        rows = [
            {"number": number, "share": share, "sentence": joined(text)}
            for number, share, text in zip(best.sentences, shares, texts, strict=True)
        ]
        proven = "proven" if oracles.optimal else f"not proven, at most {oracles.bound:.5f}"
        others = "" if oracles.count is None else f", {large(oracles.count)} with this score"
        scored = f"{self.objective} {self.scorings[0].score} {oracles.score:.5f} ({proven}{others})"
        return Table("oracle", " | ".join((on_one_line(self.id), scored, str(self.space.budget))), _SENTENCES, rows)


def find_in_documents(examples: Iterable[Example], plan: OraclePlan) -> Iterator[DocumentOracles | LeftOut]:
    """Find the oracles of every document."""
    for result in over_documents(examples, plan, partial(find_in_document, plan=plan), "oracles"):
        yield from [result] if isinstance(result, LeftOut) else result


def find_in_document(document: Document, plan: OraclePlan) -> list[DocumentOracles | LeftOut]:
    """Find the oracles of one document, by all references or each, on every objective of the plan."""
    return [
        find_document_oracles(document, measures, references, plan)
        for references in document.references(plan.references)
        for measures in plan.objectives
    ]


def find_document_oracles(
    document: Document, measures: tuple[Measure, ...], references: References, plan: OraclePlan
) -> DocumentOracles | LeftOut:
    """Find the oracles of one document on one objective."""
    space = Space(document.lengths, plan.budget_for(references))
    scorings: tuple[Scoring | OfficialScoring, ...]
    if counts_texts(measures[0], plan.units):
        restate = partial(_official, document, measures[0], references, plan)
        scoring = restate(np.arange(len(document.words)))
        by_program = plan.method == "ilp"
        find = partial(find_official_oracles, space, scoring, restate, plan.seconds, by_program=by_program)
        scorings = (scoring,)
    else:
        counted = tuple(Scoring(cover_document(m, document, references.sentences), plan.score) for m in measures)
        find = partial(METHODS[plan.method], space, counted, plan.seconds)
        scorings = counted
    for measure, own in zip(measures, scorings, strict=True):
        if not own.coverage.total:
            where = "its references" if references.id == "all" else f"its reference {references.id!r}"
            return LeftOut(document.id, f"has no unit of {measure} in {where}: every extract scores 0")
    oracles = find()
    if oracles is None:
        whose = "" if references.id == "all" else f" for its reference {references.id!r}"
        return LeftOut(document.id, f"has no extract of {space.budget}{whose}")
    return DocumentOracles(document, references, measures, space, scorings, oracles)


def _official(
    document: Document, measure: Measure, references: References, plan: OraclePlan, sentences: Integers
) -> OfficialScoring:
    """Return what the official script counts in extracts of some sentences of a document."""
    words = [document.words[sentence] for sentence in sentences]
    scoring = official_scoring(measure, words, references, plan.profile, plan.score, plan.budget_for(references))
    if scoring is None:
        best = f"of which {plan.profile.name} takes the best for each summary"
        raise NotDefinedError(f"has several references, {best}; use --references each")
    return scoring


class OracleList(Results[DocumentOracles]):
    """The oracles of a corpus: a `DocumentOracles` for each document, reference and objective."""

    plan: OraclePlan

    def __init__(self, plan: OraclePlan, results: Iterable[DocumentOracles | LeftOut], every: bool, most: int) -> None:
        if most < 1:
            raise SettingError(f"a list has at least 1 oracle, not {most}")
        super().__init__(plan, self._noting(results), "there is no document to find oracles in")
        #: Whether every oracle is listed, and of how many at most.
        self.every = every
        self.most = most
        self._noted: dict[str, list[str]] = {"time ran out": [], "no extract shares a unit with the references": []}

    def _noting(self, results: Iterable[DocumentOracles | LeftOut]) -> Iterator[DocumentOracles | LeftOut]:
        """Pass results on, and note which are not proven and which share nothing with their references."""
        for result in results:
            if isinstance(result, DocumentOracles):
                name = f"{on_one_line(result.id)} ({on_one_line(result.references.id)}, {result.objective})"
                oracles = result.oracles
                if not oracles.optimal:
                    scores = f"best found {oracles.score:.5f}, proven bound {oracles.bound:.5f}"
                    self._noted["time ran out"].append(f"{name}: {scores}")
                elif not any(oracles.hits):
                    self._noted["no extract shares a unit with the references"].append(name)
            yield result

    def notes(self) -> list[str]:
        notes = []
        for what, names in self._noted.items():
            more = [f"{len(names) - 5:,} more"] if len(names) > 5 else []
            notes += [f"{what}: {name}" for name in names[:5] + more]
        return notes

    def table(self, *, stream: bool = False) -> Table:
        results = self.stream() if stream else self.complete()
        records: Iterable[Record] = map(self._record, results)
        return Table(
            "oracles", records=records if stream else tuple(records), fields=_FIELDS, line=_line, views=self._views
        )

    def chart(self, documents: int = 50) -> Figure:
        """Draw which sentences the best extracts of the first documents have, on the first objective."""
        from sumspace.tasks.charts import draw_oracles

        results = [result for result in self.complete() if result.measures == self[0].measures]
        return draw_oracles(results[:documents])

    def _views(self, records: Iterable[Record]) -> Iterator[Table]:
        records = list(records)
        rows = [row for record in records for row in _rows(record)]
        yield Table("oracles", "", _COLUMNS, rows, list(self._notes(records)))

    def _record(self, result: DocumentOracles) -> Record:
        """Return what is known of a document's oracles; the official score is that of the first one listed."""
        oracles, greedy = result.oracles, result.oracles.greedy
        extracts = [] if oracles.best is None else [oracles.best]
        if extracts and self.every:  # the one that stands for all is the first, others are in the order of sentences
            others = [extract for extract in list_oracles(oracles, self.most) if extract != oracles.best]
            extracts += others[: self.most - 1]
        best = oracles.best or Extract(())
        totals = tuple(scoring.coverage.total_of(best.sentences, best.words) for scoring in result.scorings)
        alone = len(totals) == 1
        officials = result.official_scores([*extracts, *([greedy[0]] if greedy else [])])
        record = {
            "id": result.id,
            "domain": result.document.domain,
            "reference": result.references.id,
            "measure": result.objective,
            "budget": str(result.space.budget),
            "hits": oracles.hits[0] if alone else oracles.hits,
            "total": totals[0] if alone else totals,
            "score": oracles.score,
            "official": officials[0] if extracts else None,
            "optimal": oracles.optimal,
            "bound": oracles.bound,
            "count": oracles.count,
            "complete": oracles.count == len(extracts),
            "oracles": [sorted(extract.sentences) for extract in extracts],
            "cut": _cuts(result, extracts),
            "shares": None if oracles.shares is None else oracles.shares.tolist(),
            "greedy": None,
            "feasible": result.feasible,
            "checked": oracles.checked,
        }
        if greedy:
            extract, score = greedy
            scores, cuts = {"score": score, "official": officials[-1]}, _cuts(result, [extract])
            record["greedy"] = {**scores, "sentences": sorted(extract.sentences), "cut": cuts and cuts[0]}
        return record | ({"officials": officials[: len(extracts)]} if self.every else {})

    def _notes(self, records: Sequence[Record]) -> Iterator[str]:
        """Say how to read the table, and what is not in it."""
        yield f"Scores are {self.plan.score}."
        if any(record["cut"] for record in records):
            yield "7:12 means the first 12 words of sentence 7, at the end of the extract."
        if any(record["count"] is None for record in records):
            yield "-: not all oracles were found, so their number is not known."
        if not all(record["optimal"] for record in records):
            yield "≤: the search ran out of time; the best extract found, and an upper bound."
        short = sum(not record["complete"] and record["count"] is not None for record in records)
        if short and self.every:
            yield f"{short:,} of {len(records):,} rows have more oracles than the {self.most:,} listed (--most)."
        elif short:
            yield "One oracle per row is listed; --all lists all."


def _cuts(result: DocumentOracles, extracts: Sequence[Extract]) -> list[dict[str, int]] | None:
    """Say which sentence of each extract is the last, and how many of its words are kept, where the budget cuts."""
    if not result.space.window.cut or result.space.is_whole:
        return None
    lengths = result.document.lengths
    return [
        {"sentence": last, "words": int(lengths[last]) if extract.words is None else extract.words}
        for extract in extracts
        for last in extract.sentences[-1:]
    ]


def _written(record: Record) -> list[str]:
    return [written_extract(*pair) for pair in zip_longest(record["oracles"], record["cut"] or ())]


def _line(record: Record) -> Record:
    """Make a record a line of CSV: extracts stand one after the other, numbers of several measures too."""
    numbers = {name: " ".join(map(str, np.atleast_1d(record[name]))) for name in ("hits", "total")}
    line = {**record, **numbers, "oracles": "; ".join(_written(record))}
    if record["greedy"]:
        line["greedy_score"] = record["greedy"]["score"]
        line["greedy"] = written_extract(record["greedy"]["sentences"], record["greedy"]["cut"])
    return line


def _rows(record: Record) -> Iterator[Record]:
    """Make the rows of the table: one for the record and, where more oracles are listed, one for each of these."""
    first, *others = _written(record) or ["-"]
    greedy = record["greedy"]
    pairs = zip(np.atleast_1d(record["hits"]), np.atleast_1d(record["total"]), strict=True)
    yield {
        **record,
        "best": f"{record['score']:.5f}",
        "proven": "yes" if record["optimal"] else f"≤{record['bound']:.5f}",
        "hits": " ".join(f"{hits}/{total}" for hits, total in pairs),
        "oracles": "-" if record["count"] is None else large(record["count"]),
        "greedy": "-" if greedy is None else f"{greedy['score']:.5f}",
        "gap": "-" if greedy is None else f"{record['score'] - greedy['score']:.5f}",
        "sentences": first,
    }
    for official, other in zip(record.get("officials", ())[1:], others, strict=True):
        yield {"official": official, "sentences": other}


_TEXTS = {"id": "", "reference": "", "measure": "", "budget": "which extracts are allowed"}
_NUMBERS = {
    "best": "the highest score of all extracts",
    "proven": "whether it is proven that no extract scores higher; otherwise an upper bound",
    "hits": "units shared with the references, of how many",
    "oracles": "how many extracts have the best score",
    "greedy": "the score of the greedy extract",
    "gap": "how much lower the greedy extract scores",
}
_COLUMNS = (
    *(Column(name, missing="", about=about) for name, about in _TEXTS.items()),
    *(Column(name, kind="number", missing="", about=about) for name, about in _NUMBERS.items()),
    Column("official", kind="number", write=".5f", about="the score as ROUGE-1.5.5 has it, across sentences"),
    Column("sentences", width=40, about="the sentences of an oracle, counted from 0"),
)
_SENTENCES = (
    Column("number", kind="number", dim=True),
    Column("share", "of all\noracles", "number", ".0%", about="share of all oracles that have the sentence"),
    Column("sentence"),
)
_FIELDS = (
    "id", "domain", "reference", "measure", "budget", "score", "official", "hits", "total", "optimal", "bound", "count",
    "complete", "oracles", "greedy_score", "greedy", "feasible", "checked",
)  # fmt: skip
