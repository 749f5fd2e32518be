"""Randomly made scoring tasks and settings, from a seed."""

import gzip
import json
from dataclasses import dataclass

from sumspace.measures.batch import Pair
from sumspace.measures.measure import parse_measure
from sumspace.measures.scoring import Setting
from sumspace.text.limit import Limit
from sumspace.text.passage import Passage
from sumspace.text.profile import Profile


def texts_of(records, rng):
    """References, summaries and random extracts, as lists of sentences, of at most some hundred words."""
    texts = []
    for record in records:
        for summary in [*record["references"], *record.get("systems", {}).values()]:
            if "extract" not in summary:
                texts.append(summary.get("sentences") or [summary["text"].replace("\n", " ")])
        parts = record.get("sections") or record.get("documents") or [record]
        sentences = [sentence for part in parts for sentence in part.get("sentences", [])]
        for _ in range(3 if sentences else 0):
            texts.append(rng.sample(sentences, min(len(sentences), rng.randint(1, 6))))
    return [text for text in texts if sum(map(len, text)) < 3000]


def texts_of_files(files, rng):
    records = []
    for file in sorted(files):
        with (gzip.open if file.suffix == ".gz" else open)(file, "rt", encoding="utf-8") as lines:
            records += map(json.loads, lines)
    return texts_of(records, rng)


def tasks(texts, rng):
    """Documents, each with two systems: (id, system, summary, references)."""
    made = []
    for number in range(rng.choice([1, 2, 7, 30])):
        base = rng.choice(texts)
        # The script sorts "id.system" as strings: ids that end alike and go on differently matter.
        id_ = f"d{number}{rng.choice(['', '-x', '.b', '_1', ' 2'])}"
        references = [base if rng.random() < 0.3 else rng.choice(texts) for _ in range(rng.randint(1, 4))]
        for system in ("X", "sysB"):
            odd = [" " + sentence for sentence in base], [""], ["..."], ["é à ñ 東京 naïve café"], ["a", "a a", "b a"]
            summary = rng.choice([base, rng.choice(texts), rng.choice(texts) + base[:2], rng.choice(odd)])
            made.append((id_, system, summary, references))
    return made


@dataclass(frozen=True)
class Configuration:
    """A setting, as ours and as options of the official script."""

    measures: list
    setting: Setting
    resamples: int
    confidence: float
    options: list

    def without_w(self):
        """The script divides by zero in ROUGE-W when a reference has no token."""
        at = self.options.index("-w")
        measures = [m for m in self.measures if not str(m).startswith("rouge-w")]
        return Configuration(
            measures, self.setting, self.resamples, self.confidence, self.options[:at] + self.options[at + 2 :]
        )


def configuration(rng):
    n, weight, gap = rng.randint(1, 5), rng.choice([1.2, 1.5, 2, 1.1, 3]), rng.choice([-1, 0, 1, 2, 4, 4, 9])
    stem, stopwords = rng.random() < 0.6, rng.random() < 0.4
    formula, alpha = rng.choice("AB"), rng.choice([0, 0.2, 0.5, 0.5, 0.9, 1])
    unit, size = rng.choice([("words", rng.choice([1, 5, 10, 50, 100])), ("bytes", rng.choice([1, 20, 75, 300, 665]))])
    limit = Limit(size, unit) if rng.random() < 0.5 else None
    resamples, confidence = rng.choice([2, 10, 100, 1000]), rng.choice([95, 95, 90, 99, 50])
    name = "*" if gap < 0 else gap
    measures = [*(f"rouge-{k}" for k in range(1, n + 1)), "rouge-l", f"rouge-w-{weight}", f"rouge-s{name}"]
    options = ["-n", n, "-w", weight, "-2", gap, "-U", "-f", formula, "-p", alpha, "-c", confidence, "-r", resamples]
    options += ["-m"] * stem + ["-s"] * stopwords
    if limit:
        options += ["-l" if unit == "words" else "-b", size]
    return Configuration(
        [parse_measure(measure) for measure in [*measures, f"rouge-su{name}"]],
        Setting(Profile("rouge155", stem=stem, stopwords=stopwords), limit, formula, alpha),
        resamples,
        confidence,
        options,
    )


def pairs(tasks):
    return [
        Pair(Passage(sentences=tuple(summary)), tuple(Passage(sentences=tuple(text)) for text in references))
        for _, _, summary, references in tasks
    ]
