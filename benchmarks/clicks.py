"""How long a click takes in the document view: from the pointer's press to numbers, marks and layout that are new.

A document of 500 made-up sentences with four references and six systems, in Chromium, from the real server. A screen
with 60 frames a second shows each for 16.7 ms.
"""

from __future__ import annotations

import json
import random
import tempfile
from pathlib import Path

import numpy as np

from bench import machine
from browsing import started_browser
from serving import served

_SENTENCES, _CLICKS, _WORDS = 500, 200, 250
_FRAME = 1000 / 60
_CLICK = """async (sentence) => {
  const node = document.querySelector(`[data-sentence='${sentence}']`);
  node.scrollIntoView({ block: "center" });
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const begin = performance.now();
  node.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true, button: 0, pointerType: "mouse" }));
  const computed = performance.now() - begin;
  document.body.getBoundingClientRect();
  const laidOut = performance.now() - begin;
  window.dispatchEvent(new PointerEvent("pointerup"));
  return [computed, laidOut];
}"""


def main() -> None:
    """Make the document, click, and print how long that takes."""
    print(f"{_CLICKS} clicks in a document of {_SENTENCES} sentences; {machine()}")
    with tempfile.TemporaryDirectory() as folder:
        corpus = Path(folder) / "long.jsonl"
        corpus.write_text(json.dumps(_document(random.Random(0))) + "\n", encoding="utf-8")
        with served(corpus) as address, started_browser() as browser:
            for measure in ("rouge-1", "rouge-2"):
                page = browser.new_page(viewport={"width": 1280, "height": 900})
                page.goto(f"{address}#/document/1/long?measure={measure}&budget=reach({_WORDS})")
                page.locator("[data-sentence='0']").wait_for(timeout=120_000)
                chosen = random.Random(1).choices(range(_SENTENCES), k=_CLICKS)
                computed, laid_out = np.array([page.evaluate(_CLICK, sentence) for sentence in chosen]).T
                for name, times in (("computed", computed), ("and laid out", laid_out)):
                    median, most = np.quantile(times, [0.5, 0.95])
                    within = np.mean(times <= _FRAME)
                    took = f"median {median:5.1f} ms  95% {most:5.1f} ms  within a frame {within:.0%}"
                    print(f"{measure:8} {name:13} {took}")
                page.close()


def _document(rng: random.Random) -> dict[str, object]:
    words = [f"w{place}" for place in range(3000)]
    common = [1 / (place + 3) for place in range(3000)]

    def sentence() -> str:
        return " ".join(rng.choices(words, common, k=rng.randint(8, 30))) + "."

    def summary() -> dict[str, str]:
        return {"text": " ".join(sentence() for _ in range(12))}

    return {
        "id": "long",
        "sentences": [sentence() for _ in range(_SENTENCES)],
        "references": [summary() for _ in range(4)],
        "systems": {f"system {place}": summary() for place in range(6)},
    }


if __name__ == "__main__":
    main()
