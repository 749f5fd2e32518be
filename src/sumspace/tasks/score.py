"""What do these summaries score: every system of a corpus on any measures, each summary and on average."""

from __future__ import annotations

import gc
from collections import Counter
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from sumspace.compute.work import Workers, in_chunks, ordered_map
from sumspace.corpus.stream import tell_finished
from sumspace.errors import SettingError
from sumspace.measures.given import Given, describe_unused, given_measures, without_summary
from sumspace.measures.measure import Scores, conditions_of
from sumspace.measures.scoring import evaluate, score_texts
from sumspace.show.notebook import Displayed
from sumspace.show.text import interval_text
from sumspace.spec import signature
from sumspace.stats.paired import widened
from sumspace.stats.resampling import Interval, ends_of
from sumspace.tasks.pairs import (
    RANDOM_EXTRACTS,
    Undefined,
    bound_pairs,
    check_names,
    find_undefined,
    gather_undefined,
    pairs_of,
)
from sumspace.tasks.task import choose_measure

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    import polars as pl

    from sumspace.arrays import Floats
    from sumspace.corpus.model import Example
    from sumspace.measures.measure import Measure
    from sumspace.measures.scoring import Setting
    from sumspace.show.charts import Figure
    from sumspace.show.table import Table
    from sumspace.stats.resampling import Bootstrap
    from sumspace.tasks.pairs import Key, KeyedPair
    from sumspace.text.passage import Passage

    #: A text: raw, or as a list of sentences.
    Text = str | Sequence[str] | Passage


_CHUNK = 256
_NUMBERS = ("recall", "precision", "f1")


@dataclass(frozen=True, slots=True)
class ScorePlan:
    """What to score, and how."""

    measures: tuple[Measure, ...]
    setting: Setting
    bootstrap: Bootstrap
    #: Judge by all references together, or by each one alone.
    references: Literal["all", "each"] = "all"
    #: Score these systems only; none named means all.
    systems: tuple[str, ...] = ()
    workers: Workers = field(default_factory=Workers)
    #: Whether the external scores of the corpus are measures too.
    discover: bool = False
    #: Whether a document without references, where a measure looks at them, is an error and not just skipped.
    strict: bool = True
    #: Whether averages and intervals of ROUGE are those of the program that the profile follows.
    official: bool = False

    @property
    def looks_elsewhere(self) -> bool:
        """Whether there are external scores among the measures."""
        return self.discover or any(isinstance(measure, Given) for measure in self.measures)

    def __str__(self) -> str:
        profile = self.setting.profile
        limited = self.setting.limit or any(measure.by_sentence for measure in self.measures)
        split = bool(limited) and profile.split == "sentences"
        names = ",".join(map(str, self.measures))
        references, conditions = f"references:{self.references}", conditions_of(self.measures)
        libraries = profile.libraries(by_sentence=split)
        official = "official" if self.official else None
        return signature(names, *conditions, self.setting, references, self.bootstrap, official, *libraries)


@dataclass(frozen=True, slots=True)
class SystemAverage:
    """A system's average score on one measure, with confidence intervals: NaN where there is one summary only."""

    system: str
    measure: Measure
    summaries: int
    recall: Interval
    precision: Interval
    f1: Interval


@dataclass(frozen=True, eq=False)
class CorpusScores(Displayed):
    """All scores of a corpus."""

    plan: ScorePlan
    examples: int
    #: For every scored summary, and every bound of a measure: document, system, reference; and its scores, by measure.
    keys: list[Key]
    #: How many of these are summaries; they come first, and bounds after them.
    summaries: int
    scores: dict[Measure, Floats]
    undefined: tuple[Undefined, ...] = ()
    #: How many external scores have no summary, by system.
    unused: Mapping[str, int] = field(default_factory=dict)

    @property
    def signature(self) -> str:
        """Everything that is needed to get the same numbers again."""
        return str(self.plan)

    def __getitem__(self, measure: str | Measure) -> Scores:
        """Return recall, precision and F1 of all summaries on a measure, as arrays."""
        return Scores(*self.scores[choose_measure(measure, self.plan.measures)][: self.summaries].T)

    def notes(self) -> list[str]:
        """Say which systems have not summarized every document, and where measures are not defined."""
        documents: dict[str, set[str]] = {}
        for id_, system, _ in self.keys[: self.summaries]:
            documents.setdefault(system, set()).add(id_)
        incomplete = [(system, len(ids)) for system, ids in documents.items() if len(ids) < self.examples]
        notes = [f"{name} has summaries of {count:,} of the {self.examples:,} documents" for name, count in incomplete]
        if any("random extract" in measure.bounds for measure in self.plan.measures):
            notes.append(f"[random extract]: mean over {RANDOM_EXTRACTS} random extracts of each document")
        return [*notes, *map(str, self.undefined), *describe_unused(self.unused)]

    @cached_property
    def averages(self) -> tuple[SystemAverage, ...]:
        """Every system on every measure, over the summaries for which it is defined."""
        averages = []
        for system, places in self._places().items():
            tables = {measure: table[places] for measure, table in self.scores.items()}
            tables = {measure: table[~np.isnan(table[:, 0])] for measure, table in tables.items()}
            defined = {measure: table for measure, table in tables.items() if len(table)}
            for measure, intervals in self._intervals(defined).items():
                averages.append(SystemAverage(system, measure, len(tables[measure]), *intervals))
        return tuple(averages)

    def _intervals(self, tables: dict[Measure, Floats]) -> dict[Measure, list[Interval]]:
        """Average recall, precision and F of each table; those of ROUGE as the profile's program does, if wanted."""
        bootstrap = self.plan.bootstrap
        of_program = [measure for measure in tables if self.plan.official and measure.averaged_by_program]
        rouge = {measure: tables[measure] for measure in of_program}
        intervals = {measure: average(table, bootstrap) for measure, table in tables.items() if measure not in rouge}
        if self.plan.setting.profile.program.as_script:
            # The official script draws the same resamples for every measure: once for all of one length is enough.
            for length in {len(table) for table in rouge.values()}:
                same = [measure for measure, table in rouge.items() if len(table) == length]
                together = bootstrap.rouge155(np.concatenate([rouge[measure] for measure in same], axis=1))
                intervals |= {measure: together[3 * i : 3 * i + 3] for i, measure in enumerate(same)}
        else:
            random = np.random.RandomState(bootstrap.seed)
            intervals |= {measure: bootstrap.rouge_score(table, random) for measure, table in rouge.items()}
        return {measure: intervals[measure] for measure in tables}

    def _places(self) -> dict[str, list[int]]:
        """Where each system's summaries are, in the order in which the profile's program resamples them.

        For the official script that is the string order of "document.system", for rouge-score that of the corpus. It
        matters to no other average.
        """
        places: dict[str, list[int]] = {}
        for i, (_, system, _) in enumerate(self.keys):
            places.setdefault(system, []).append(i)
        if self.plan.setting.profile.program.as_script:
            parts = 2 if self.plan.references == "all" else 3
            for chosen in places.values():
                chosen.sort(key=lambda i: ".".join(self.keys[i][:parts]))
        return places

    def records(self) -> Iterator[dict[str, Any]]:
        """Yield the scores of every summary, then the averages, which have no id."""
        for i, key in enumerate(self.keys):
            for measure, table in self.scores.items():
                numbers = [None if np.isnan(number) else number for number in table[i].tolist()]
                if i < self.summaries or numbers[0] is not None:  # a bound of another measure has no value here
                    names = dict(zip(("id", "system", "reference"), key, strict=True))
                    yield {**names, "measure": str(measure), **dict(zip(_NUMBERS, numbers, strict=True))}
        for average in self.averages:
            yield {
                "id": None,
                "system": average.system,
                "reference": self.plan.references,
                "measure": str(average.measure),
                **{number: getattr(average, number).mean for number in _NUMBERS},
                "summaries": average.summaries,
                "confidence": self.plan.bootstrap.confidence,
                **{f"{number}_interval": ends_of(getattr(average, number)) for number in _NUMBERS},
                "signature": str(self.plan),
            }

    def table(self, *, stream: bool = False, each_summary: bool = False) -> Table:
        """Return the scores as a table: averages of systems, a view for each measure, and, if wanted, every summary."""
        from sumspace.show.table import Table

        records = self.records() if stream else tuple(self.records())
        views = () if stream else tuple(self._views(records, each_summary))
        bounds = [f"{number}_{bound}" for number in _NUMBERS for bound in ("low", "high")]
        fields = ("id", "system", "reference", "measure", *_NUMBERS, "summaries", *bounds)
        return Table("scores", "", (), records, fields=fields, views=views)

    def _views(self, records: Iterable[dict[str, Any]], each_summary: bool) -> Iterator[Table]:
        from sumspace.show.table import Column, Table

        rows = list(records)
        if each_summary:
            single = {str(measure) for measure in self.plan.measures if measure.has_one_value}

            def number(name: str) -> Column:
                def write(record: dict[str, Any]) -> str:
                    if record["measure"] in single and name != "f1":
                        return ""
                    return "–" if record[name] is None else f"{record[name]:.5f}"

                return Column(name, kind="number", write=write)

            names = map(Column, ("id", "system", "reference", "measure"))
            summaries = [row for row in rows if row["id"] is not None]
            yield Table("summaries", "", (*names, *map(number, _NUMBERS)), summaries)
        for measure in self.plan.measures:
            own = [row for row in rows if row["id"] is None and row["measure"] == str(measure)]
            columns = [Column("system"), Column("summaries", kind="number", write=",d")]
            by_program = self.plan.official and measure.averaged_by_program
            for name in ("f1",) if measure.has_one_value else _NUMBERS:
                title, about = (
                    (name, "") if not measure.has_one_value else ("value", f"mean of {measure} over summaries")
                )
                about = f"mean of the resamples, as {self._program} computes it" if by_program else about
                columns.append(Column(name, title, "number", ".5f", about=about))
                how = f"as {self._program} computes it" if by_program else "bootstrap over summaries, around their mean"
                columns.append(_interval_column(name, self.plan.bootstrap.confidence, how))
            own.sort(key=lambda row: -row["f1"])
            yield Table(str(measure), str(measure), columns, own)

    @property
    def _program(self) -> str:
        return "ROUGE-1.5.5" if self.plan.setting.profile.program.as_script else "rouge-score"

    def chart(
        self, measure: str | Measure | None = None, number: Literal["recall", "precision", "f1"] = "f1"
    ) -> Figure:
        """Chart the averages of systems on one measure (default: the first)."""
        from sumspace.tasks.charts import draw_averages

        chosen = choose_measure(measure, self.plan.measures)
        averages: list[tuple[str, Interval]] = [
            (own.system, getattr(own, number)) for own in self.averages if own.measure == chosen
        ]
        # One summary has no interval: the bar is a point.
        averages = [(name, own if ends_of(own) else Interval(*[own.mean] * 3)) for name, own in averages]
        return draw_averages(averages, chosen, number, self.plan.bootstrap.confidence)

    def frame(self) -> pl.DataFrame:
        """Return the records of the table as a polars DataFrame."""
        return self.table().frame()

    def __str__(self) -> str:
        return self.table().text()

    def __repr__(self) -> str:
        return f"<CorpusScores of {self.summaries:,} summaries: {self.signature}>"

    def _repr_html_(self) -> str:
        return self.table().html(style=True)


def average(scores: Floats, bootstrap: Bootstrap) -> list[Interval]:
    """Average every column: the mean, and the expanded percentile interval of resampled rows.

    Rows are sorted by what they hold before they are resampled, so that neither the order of a corpus nor the names of
    its documents change anything. One row alone has no interval.
    """
    from sumspace.stats.bootstrap_kernels import resample

    ordered = np.ascontiguousarray(scores[np.lexsort(scores.T[::-1])])
    resampled = resample(ordered, bootstrap.resamples, bootstrap.seed)
    return [
        widened(float(ordered[:, column].mean()), resampled[:, column], bootstrap.confidence, len(ordered))
        for column in range(ordered.shape[1])
    ]


def _interval_column(name: str, confidence: float, about: str) -> Any:
    from sumspace.show.table import Column

    def write(record: dict[str, Any]) -> str:
        return interval_text(record[f"{name}_interval"], ".5f")

    # On a narrow terminal, only F1 has its interval shown.
    title = f"{confidence:g}% interval"
    return Column(f"{name}_interval", title, write=write, dim=True, wide=name != "f1", about=about)


@dataclass(frozen=True, slots=True)
class _Scored:
    """Some documents, scored: of their texts nothing is kept but what measures of the whole corpus still need."""

    ids: list[str]
    systems: set[str]
    #: Of the summaries, and of the bounds.
    keys: tuple[list[Key], list[Key]]
    tables: dict[Measure, tuple[Floats, Floats]]
    undefined: list[Undefined]
    #: The document of the first summary, and where it stands.
    first: tuple[str, str, int | None]
    unused: Counter[str]
    later: tuple[list[KeyedPair], list[KeyedPair]]


def score_corpus(examples: Iterable[Example], plan: ScorePlan) -> CorpusScores:
    """Score the systems of a corpus; nothing is returned unless all is well."""
    whole = tuple(measure for measure in plan.measures if measure.of_whole_corpus)
    at_once = [measure for measure in plan.measures if measure not in whole]

    def score(chunk: list[Example]) -> _Scored:
        pairs = [pair for example in chunk for pair in pairs_of(example, plan)]
        bounds = bound_pairs(pairs, plan.measures, plan.setting, plan.bootstrap.seed)
        found = given_measures(chunk) if plan.discover else ()
        measures = list(dict.fromkeys([*at_once, *found]))
        scores = _evaluate(pairs, measures, plan.setting)
        return _Scored(
            [example.id for example in chunk],
            {system for example in chunk for system in example.systems},
            ([pair.key for pair in pairs], _keys(bounds)),
            _tables(scores, bounds, measures, plan.setting),
            list(find_undefined(pairs, scores, strict=plan.strict)),
            next(((e.id, e.file, e.line) for e in (pair.pair.example for pair in pairs) if e), ("", "", None)),
            sum(map(without_summary, chunk if plan.looks_elsewhere else ()), Counter()),
            (pairs, bounds) if whole else ([], []),
        )

    finished, parts = tell_finished(examples), []
    for part in ordered_map(score, in_chunks(examples, _CHUNK), plan.workers):
        parts.append(part)
        finished(sum(len(scored.ids) for scored in parts))
    ids = [id_ for part in parts for id_ in part.ids]
    keys, bound_keys = ([key for part in parts for key in part.keys[side]] for side in (0, 1))
    known = set().union(*(part.systems for part in parts))
    missing = [system for system in plan.systems if system not in known]
    if missing:
        raise SettingError(f"no summaries by {missing[0]!r}; there are: {', '.join(sorted(known)) or 'none'}")
    if not keys:
        raise SettingError("there are no system summaries in this corpus; name some with --peer NAME=FILE")
    check_names(keys, bound_keys)
    found = dict.fromkeys(measure for part in parts for measure in part.tables)
    plan = replace(plan, measures=tuple(dict.fromkeys([*plan.measures, *found])))
    pairs, bounds = ([pair for part in parts for pair in part.later[side]] for side in (0, 1))
    scores = _evaluate(pairs, whole, plan.setting)
    together = _tables(scores, bounds, whole, plan.setting)
    undefined = [single for part in parts for single in _undefined(part, plan.measures)]
    undefined += find_undefined(pairs, scores, strict=plan.strict)
    tables = {
        measure: np.concatenate(
            together.get(measure) or [_table_of(part, measure, side) for side in (0, 1) for part in parts]
        )
        for measure in plan.measures
    }
    unused = dict(sum((part.unused for part in parts), Counter()))
    return CorpusScores(
        plan, len(ids), keys + bound_keys, len(keys), tables, gather_undefined(undefined, len(keys)), unused
    )  # fmt: skip


def _table_of(part: _Scored, measure: Measure, side: Literal[0, 1]) -> Floats:
    """Return the scores of some documents; a metric that came up only in others has none here."""
    return part.tables[measure][side] if measure in part.tables else np.full((len(part.keys[side]), 3), np.nan)


def _undefined(part: _Scored, measures: Iterable[Measure]) -> Iterator[Undefined]:
    """Say where measures are not defined in some documents, those too that came up only in others."""
    yield from part.undefined
    summaries = len(part.keys[0])
    for measure in measures:
        if isinstance(measure, Given) and measure not in part.tables and summaries:
            yield Undefined(measure, measure.lack, *part.first, summaries, summaries)


def score_summaries(
    summaries: Sequence[Text | Sequence[int]],
    references: Sequence[Sequence[Text]],
    plan: ScorePlan,
    documents: Sequence[Text | Example] | None = None,
    systems: Sequence[str] | None = None,
) -> CorpusScores:
    """Score summaries that belong to no corpus; they are numbered from 1, and have one system unless it is given."""
    if not len(summaries):
        raise SettingError("there is no summary to score")
    collecting = gc.isenabled()
    gc.disable()  # texts come by the thousand, and none of them is in a cycle
    try:
        scores = score_texts(summaries, references, plan.measures, plan.setting, documents, systems)
        names = ["summary"] * len(summaries) if systems is None else systems
        keys = [(str(number), name, "all") for number, name in enumerate(names, 1)]
    finally:
        if collecting:
            gc.enable()
    tables = {measure: _columns(scores[str(measure)]) for measure in plan.measures}
    return CorpusScores(plan, len(keys), keys, len(keys), tables)


def _tables(
    scores: Mapping[Measure, Scores], bounds: Sequence[KeyedPair], measures: Sequence[Measure], setting: Setting
) -> dict[Measure, tuple[Floats, Floats]]:
    """Put the scores of summaries beside those, uncut, of each measure's bounds; the bounds of others have no value.

    Scores of bounds with one key are averaged.
    """
    uncut = replace(setting, limit=None)
    rows = {key: row for row, key in enumerate(_keys(bounds))}
    tables = {}
    for measure in measures:
        table = np.full((len(rows), 3), np.nan)
        own = [pair for pair in bounds if pair.bound in measure.bounds]
        if own:
            values = _columns(_evaluate(own, [measure], uncut)[measure])
            by_row: dict[int, list[int]] = {}
            for place, pair in enumerate(own):
                by_row.setdefault(rows[pair.key], []).append(place)
            for row, places in by_row.items():
                table[row] = values[places].mean(axis=0)
        tables[measure] = (_columns(scores[measure]) if measure in scores else np.empty((0, 3)), table)
    return tables


def _keys(bounds: Iterable[KeyedPair]) -> list[Key]:
    """Return the keys of bounds, each once: a random extract is drawn several times."""
    return list(dict.fromkeys(pair.key for pair in bounds))


def _evaluate(pairs: Sequence[KeyedPair], measures: Sequence[Measure], setting: Setting) -> dict[Measure, Scores]:
    return evaluate([pair.pair for pair in pairs], measures, setting) if measures else {}


def _columns(scores: Scores) -> Floats:
    return np.stack([scores.recall, scores.precision, scores.f1], axis=1)
