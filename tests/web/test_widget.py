"""The document view in notebooks: what is chosen there is known to Python, and Python's numbers are the api's."""

import html
import importlib
import inspect
import json
import pkgutil
import random
import subprocess
import sys
from importlib.util import find_spec
from types import SimpleNamespace
from typing import get_args, get_origin

import pytest

import sumspace
import texts_of_extracts
from browsing import watched_page
from sumspace import api, studies, tasks
from sumspace.errors import CorpusError, NothingToDoError, SettingError
from sumspace.show import notebook
from sumspace.show.notebook import Displayed
from sumspace.show.table import Column, Table
from sumspace.tasks.task import Results
from sumspace.text.profile import Profile

pytest.importorskip("anywidget", reason="anywidget is not installed")

SENTENCES = ["A cat sat.", "It slept.", "Dogs bark."]
VIEW = "application/vnd.jupyter.widget-view+json"
HOSTILE = "<script>alert(1)</script>"
#: Scores of texts have five digits, as the official script writes them, and F1 is made of two such.
ROUNDED = 2e-5


@pytest.fixture
def view():
    return sumspace.play(SENTENCES, ["A cat slept."], budget="at_most(5)")


def without_anywidget(name):
    return None if name == "anywidget" else find_spec(name)


def test_what_is_chosen_has_the_score_and_rank_that_the_api_gives_it(view):
    assert (view.chosen, view.score, view.text) == ((), 0.0, ())
    view.chosen = [1, 0]
    space = sumspace.explore(SENTENCES, "A cat slept.", budget="at_most(5)", measure="rouge-1").only
    assert view.score == sumspace.score(["A cat sat. It slept."], ["A cat slept."])["rouge-1"].recall[0] == 1.0
    assert view.rank == space.rank(1.0)
    assert view.text == ("It slept.", "A cat sat.")
    assert repr(view) == "<Workbench '1', rouge-1, at_most(5): [1, 0]>"


@pytest.mark.parametrize(
    ("budget", "score", "chosen", "is_ranked"),
    [
        ("reach(4)", "recall", [], False),
        ("reach(4)", "recall", [1], True),
        ("reach(4)", "f1", [1], False),
        ("reach(4)", "f1", [1, 0], True),
        ("reach(99)", "f1", [1, 0], False),
        ("reach(99)", "f1", [1, 0, 2], True),
        ("exactly(2)", "recall", [1], True),
        ("exactly(2)", "precision", [1], False),
        ("exactly(2)", "precision", [1, 2], True),
        ("within(5, 1)", "recall", [1], False),
        ("within(5, 1)", "recall", [1, 2], True),
        ("at_most(5)", "f1", [], False),
        ("at_most(5)", "f1", [1], True),
    ],
)
def test_an_extract_has_a_rank_where_the_page_shows_one(budget, score, chosen, is_ranked):
    """If it is complete, or will certainly score at least as much when it is."""
    view = sumspace.play(SENTENCES, ["A cat slept."], budget=budget, score=score)
    view.chosen = chosen
    assert (view.rank is not None) == is_ranked


def test_a_place_in_a_sampled_space_has_its_interval():
    rng = random.Random(1)
    sentences = [" ".join(f"w{rng.randrange(60)}" for _ in range(5)) for _ in range(40)]
    record = {"id": "1", "sentences": sentences, "references": [" ".join(f"w{word}" for word in range(60))]}
    view = sumspace.play([record], words=60, time=0.1)
    view.chosen = range(3)
    space = sumspace.explore([record], measure="rouge-1", words=60, time=0.1).only
    expected = space.rank(view.score)
    low, high = view.rank.interval
    assert (low, high) == pytest.approx(expected.interval)
    assert (view.rank.below, view.rank.above) == pytest.approx((expected.below, expected.above))
    assert 0 <= low < high <= 1


def test_a_widget_keeps_its_document(view):
    other = sumspace.play(["Dogs bark."], ["Dogs."], budget="at_most(5)")
    with pytest.raises(SettingError, match=r"^a workbench keeps its document; make one for another document with"):
        view.payload = other.payload


@pytest.mark.parametrize("chosen", [[0, 0], [3], [-1], ["0"], [0.0], 1, None])
def test_what_is_no_list_of_different_sentences_is_refused(view, chosen):
    view.chosen = [2]
    with pytest.raises(SettingError, match="chosen sentences are different numbers from 0 to 2, not"):
        view.chosen = chosen
    assert view.chosen == (2,)


def test_what_the_budget_has_no_room_for_is_refused(view):
    with pytest.raises(SettingError, match=r"^at_most\(5\) has no room for sentence 2 after \[0, 1\]$"):
        view.chosen = [0, 1, 2]
    reach = sumspace.play(SENTENCES, ["A cat slept."], words=5)
    with pytest.raises(SettingError, match=r"^reach\(5\) has no room for sentence 2 after \[0, 1\]$"):
        reach.chosen = [0, 1, 2]


def test_a_budget_that_cuts_cuts_the_last_sentence():
    view = sumspace.play(SENTENCES, ["A cat slept."], words=4)
    view.chosen = [1, 0]
    assert (view.words, view.text, view.score) == (2, ("It slept.", "A cat"), 1.0)
    view.chosen = [0, 1]
    assert (view.words, view.text) == (1, ("A cat sat.", "It"))
    view.chosen = [0]
    assert (view.words, view.text) == (None, ("A cat sat.",))
    whole = sumspace.play(SENTENCES, ["A cat slept."], words=99)
    whole.chosen = [2, 1, 0]
    assert (whole.words, whole.rank.above_count) == (None, 0)


def test_what_is_clicked_is_an_attribute(view):
    """As anywidget tells it: all that has changed, at once, as JSON."""
    view.set_state({"chosen": [2, 1]})
    assert (view.chosen, view.text) == ((2, 1), ("Dogs bark.", "It slept."))


def test_a_document_of_a_corpus_is_the_first_or_the_one_of_this_id():
    records = [{"id": i, "sentences": SENTENCES, "references": ["A cat slept."]} for i in ("a", "b")]
    assert sumspace.play(records, budget="up_to(1)").payload["id"] == "a"
    assert sumspace.play(records, document="b", budget="up_to(1)").payload["id"] == "b"
    with pytest.raises(SettingError, match="there is no document 'c' in the corpus; the first one is 'a'"):
        sumspace.play(records, document="c")
    with pytest.raises(CorpusError, match="not one example"):
        sumspace.play([])
    with pytest.raises(SettingError, match="give references='all'"):
        sumspace.play(records, "each")


def test_systems_and_oracles_have_the_scores_of_the_api():
    options = {"measure": "rouge-2", "words": 60}
    view = sumspace.play("sample", document="newswire-2", **options)
    example = next(example for example in sumspace.read("sample") if example.id == "newswire-2")
    ranked = {row["system"]: row for row in sumspace.rank(example, **options).table(each_summary=True).records}
    assert {system["system"]: system["score"] for system in view.payload["systems"]} == pytest.approx(
        {system: row["score"] for system, row in ranked.items()}
    )
    lead = next(system for system in view.payload["systems"] if system["system"] == "lead")
    view.chosen = lead["sentences"]
    assert view.score == pytest.approx(ranked["lead"]["score"], abs=ROUNDED)
    oracle = sumspace.oracles(example, measure="rouge-2", budget="reach(60)").only.oracles
    view.chosen = oracle.best.sentences
    assert (view.words, view.score) == (oracle.best.words, oracle.score)
    assert view.rank.above_count == 0
    assert view.rank.equal_count == oracle.count


@pytest.mark.parametrize("seed", range(25))
def test_every_extract_of_random_documents_is_scored_and_ranked_as_its_text_is(seed):
    """ROUGE-1 alone: bigrams of texts cross the ends of sentences, those of extracts do not."""
    rng = random.Random(seed)
    record = texts_of_extracts.random_record(rng)
    budget = texts_of_extracts.random_budget(rng, record)
    options = {"measure": "rouge-1", "budget": budget, "score": rng.choice(("recall", "f1"))}
    document = texts_of_extracts.document_of(record)
    listed = texts_of_extracts.extracts(document, budget)
    if not listed:
        with pytest.raises(NothingToDoError, match="has no extract of"):
            sumspace.play([record], profile=Profile("rouge155"), **options)
        return
    view = sumspace.play([record], profile=Profile("rouge155"), **options)
    scores = texts_of_extracts.scores(document, listed, options["measure"], options["score"])
    for extract, score in zip(listed, scores, strict=True):
        view.chosen = extract.sentences
        assert view.words == extract.words
        assert view.score == pytest.approx(score, abs=ROUNDED)
        assert view.text == document.write(extract.sentences, extract.words)
        assert view.rank.below_count == sum(other < score - 2 * ROUNDED for other in scores)
        assert view.rank.above_count == sum(other > score + 2 * ROUNDED for other in scores)


def test_without_anywidget_one_line_says_what_to_install(monkeypatch):
    monkeypatch.setattr("sumspace.web.play.find_spec", without_anywidget)
    with pytest.raises(SettingError, match=r"^play needs anywidget: pip install 'sumspace\[notebook\]'$"):
        sumspace.play(SENTENCES, ["A cat slept."])


def test_nothing_but_a_notebook_loads_anywidget():
    program = (
        "import sumspace, sys; sumspace.play; sumspace.measures()._repr_html_(); print('anywidget' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


# Rich displays


@pytest.fixture
def kernel(monkeypatch):
    """What results see in a notebook."""
    shell = SimpleNamespace(kernel=object())
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: shell))


def table():
    columns = Column("system"), Column("score", kind="number", write=".2f")
    rows = [{"system": name, "score": score} for name, score in (("lead", 0.25), (HOSTILE, 0.5), ("mine", 0.1))]
    return Table("scores", HOSTILE, columns, rows, notes=(HOSTILE,))


RECORD = {"id": HOSTILE, "sentences": SENTENCES, "references": ["A cat slept."], "systems": {HOSTILE: "A cat."}}
RECORDS = [RECORD, RECORD | {"id": "b"}]
GRID = {"segmenter": "none", "extractor": "rake", "sentences": 1}
#: What the interface returns, and what there is in it of one document.
RESULTS = {
    "table": table,
    "spaces": lambda: sumspace.explore(RECORDS, measure="rouge-1", words=3),
    "space": lambda: sumspace.explore(RECORDS, measure="rouge-1", words=3)[0],
    "ranks": lambda: sumspace.rank(RECORDS, measure="rouge-1", words=3),
    "ranked": lambda: sumspace.rank(RECORDS, measure="rouge-1", words=3)[0],
    "oracles": lambda: sumspace.oracles(RECORDS, measure="rouge-1", words=3),
    "oracle": lambda: sumspace.oracles(RECORDS, measure="rouge-1", words=3)[0],
    "contrasts": lambda: sumspace.against(RECORDS, measure=["rouge-1", "rouge-2"], words=3),
    "contrast": lambda: sumspace.against(RECORDS, measure=["rouge-1", "rouge-2"], words=3)[0],
    "labels": lambda: sumspace.labels(RECORDS, words=5),
    "scores": lambda: sumspace.score(RECORDS, measure="rouge-1"),
    "summaries": lambda: sumspace.summarize(RECORDS, summarizer="lead", words=5),
    "summary": lambda: sumspace.summarize(RECORDS, summarizer="lead", words=5)[0],
    "segments": lambda: sumspace.segment(RECORDS, segmenter="columbia"),
    "segmented": lambda: sumspace.segment(RECORDS, segmenter="columbia")[0],
    "keyphrases": lambda: sumspace.keyphrases(RECORDS, extractor="rake"),
    "phrases": lambda: sumspace.keyphrases(RECORDS, extractor="rake")[0],
    "generated": lambda: sumspace.callisto_generate(RECORDS, measure="lin-hovy", **GRID),
    "configured": lambda: sumspace.callisto_generate(RECORDS, measure="lin-hovy", **GRID)[0],
    "callisto": lambda: sumspace.callisto_train(RECORDS, measure="lin-hovy", learner="fixed", **GRID),
    "learned": lambda: sumspace.train(RECORDS, words=5, folds=0, name=HOSTILE),
    "study": lambda: sumspace.limits(RECORDS, measure="rouge-1", words=3, sweep=False, whole=False),
    "findings": lambda: sumspace.check([*RECORDS, {"id": HOSTILE}]),
}


def test_everything_that_the_interface_returns_has_a_display():
    for room in (tasks, studies):
        for module in pkgutil.walk_packages(room.__path__, f"{room.__name__}."):
            importlib.import_module(module.name)
    displayed = set(subclasses(Displayed))
    names = {kind.__name__ for kind in displayed}
    returned = {name: inspect.signature(getattr(api, name)).return_annotation for name in api.__all__}
    without = {name: kind for name, kind in returned.items() if kind not in names}
    assert without == {"read": "Iterator[Example]", "write": "None", "merge": "Any"}
    parts = {kind: get_args(kind.__orig_bases__[0])[0] for kind in subclasses(Results)}
    assert len(parts) > 5
    for kind, part in parts.items():
        assert part in displayed or get_origin(part) is dict, kind


def subclasses(kind):
    return {own for inner in kind.__subclasses__() for own in (inner, *subclasses(inner))}


@pytest.mark.usefixtures("kernel")
@pytest.mark.parametrize("name", RESULTS)
def test_a_result_is_html_in_a_notebook_and_a_widget_in_marimo(name, monkeypatch):
    result = RESULTS[name]()
    bundle = result._repr_mimebundle_()
    assert set(bundle) == {"text/plain", "text/html"}
    assert bundle["text/plain"] == repr(result)
    assert result._repr_html_() == result._display_().html
    assert result._repr_html_() in bundle["text/html"]
    assert "<style>" in result._repr_html_()
    assert HOSTILE not in bundle["text/html"]
    monkeypatch.setattr(notebook, "find_spec", without_anywidget)
    assert result._display_()._repr_html_() == result._repr_html_()
    assert result._repr_mimebundle_() == bundle


def test_names_are_shown_as_they_are_written():
    assert table()._repr_html_().count(html.escape(HOSTILE)) >= 3


def test_a_terminal_computes_nothing_for_a_display():
    spaces = sumspace.explore([{"id": "a", "sentences": SENTENCES, "references": ["A cat slept."]}], words=3)
    assert spaces._repr_mimebundle_() == {}
    assert "still to come" in repr(spaces)


# In a browser: the module as anywidget loads it, and a model that does what Backbone's do.

MODEL = """
class Model {
  constructor(state) { this.state = state; this.saved = []; this.listeners = []; }
  get(name) { return this.state[name]; }
  set(name, value) {
    if (JSON.stringify(this.state[name]) === JSON.stringify(value)) return;
    this.state[name] = value;
    for (const [event, listen] of [...this.listeners]) if (event === `change:${name}`) listen();
  }
  save_changes() { this.saved.push(structuredClone({ chosen: this.state.chosen })); }
  on(event, listen) { this.listeners.push([event, listen]); }
  off(event, listen) { this.listeners = this.listeners.filter(([e, l]) => e !== event || l !== listen); }
}
"""
MOUNT = """async ([source, style, state]) => {
  document.head.append(Object.assign(document.createElement("style"), { textContent: style }));
  const address = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  const { render } = (await import(address)).default;
  window.model = new (eval(`(${state.model})`))(state.traits);
  window.end = render({ model: window.model, el: document.body.appendChild(document.createElement("div")) });
}"""


@pytest.fixture
def mounted(browser):
    """A function that shows a widget on an empty page."""
    with watched_page(browser) as page:

        def mount(widget, **traits):
            page.set_content("<!doctype html><html lang=en><title>Notebook</title><body></body></html>")
            state = {"model": MODEL.strip(), "traits": traits}
            page.evaluate(MOUNT, [str(widget._esm), str(widget._css), state])
            return page

        yield mount


def shown(page):
    return page.locator("[role=option][aria-selected=true]").evaluate_all("all => all.map((o) => +o.dataset.sentence)")


def test_a_click_goes_to_the_model_and_what_python_sets_shows(mounted):
    view = sumspace.play([*SENTENCES, HOSTILE], ["A cat slept.", HOSTILE], words=4)
    page = mounted(view, payload=json.loads(json.dumps(view.payload)), chosen=[])
    for sentence in (1, 0):
        page.locator(f"[data-sentence='{sentence}']").click()
    assert page.evaluate("model.saved.at(-1)") == {"chosen": [1, 0]}
    view.set_state(page.evaluate("model.saved.at(-1)"))
    assert view.chosen == (1, 0)
    assert page.locator(".ws-document").get_attribute("data-score") == str(view.score).removesuffix(".0")
    assert page.locator(".ws-sentence .cut").all_text_contents() == [" sat."]
    view.chosen = [2]
    page.evaluate("chosen => model.set('chosen', chosen)", list(view.chosen))
    assert shown(page) == [2]
    assert page.evaluate("model.get('chosen')") == [2]
    page.evaluate("end()")
    assert page.evaluate("[model.listeners.length, document.querySelectorAll('.ws-document').length]") == [0, 0]


def test_a_widget_begins_with_what_is_chosen(mounted):
    view = sumspace.play(SENTENCES, ["A cat slept."], budget="at_most(5)")
    view.chosen = [1, 0]
    page = mounted(view, payload=view.payload, chosen=list(view.chosen))
    assert shown(page) == [0, 1]


@pytest.mark.parametrize(
    ("sentences", "budget", "told"),
    [
        (
            ["A cat slept.", "Dogs bark."],
            "at_most(5)",
            "; no other extract reaches that score, not counting those padded with sentences that share nothing",
        ),
        (["A cat slept.", "Dogs bark."], "exactly(1)", "; no other extract reaches that score. "),
        (["It rained.", "Dogs bark."], "at_most(5)", "The best one scores 0.000 (proven). "),
    ],
)
def test_no_more_is_said_of_the_best_extracts_than_is_true(mounted, sentences, budget, told):
    """Where sentences that score nothing may be added, some extracts score as much as oracles and are none."""
    view = sumspace.play(sentences, ["A cat slept."], budget=budget)
    assert told in mounted(view, payload=view.payload, chosen=[]).locator(".ws-facts").inner_text()


@pytest.mark.parametrize(
    ("budget", "chosen", "known", "told"),
    [
        ("at_most(5)", [0], 0.0, ["≈ 60.0 %", "≈ 0.4"]),  # two words of three: sampled extracts score as much
        # A search has found it, so one extract in a million has its score.
        ("at_most(5)", [0, 1], 1e-6, ["≥ 99.80 %", "2.7 to 6.0"]),
        ("at_most(5)", [0, 1], 0.0, ["≥ 99.80 %", "≥ 2.7"]),
        ("exactly(2)", [0, 1], 1e-6, ["> 99.999 %", "6.0"]),  # the search has counted it: it is the only one
    ],
)
def test_what_no_sampled_extract_reaches_has_bounds_and_no_estimate(mounted, budget, chosen, known, told):
    """The share of the best extract found is not estimated: it is set to the least that it can be."""
    view = sumspace.play(SENTENCES, ["A cat slept."], budget=budget)
    payload = json.loads(json.dumps(view.payload))
    payload["distribution"] |= {
        "exact": False, "counts": None, "extracts": "1000000", "proven": False,
        "scores": [0.0, 2 / 3, 1.0], "shares": [0.6, 0.4, known],
        "band": {"low": [1.0, 0.3, known], "high": [1.0, 0.5, 2e-3], "confidence": 95},
    }  # fmt: skip
    page = mounted(view, payload=payload, chosen=chosen)
    assert page.locator(".ws-number b").all_inner_texts()[2:4] == told


def test_estimates_are_marked_in_the_chart_and_below_it(mounted):
    view = sumspace.play(SENTENCES, ["A cat slept."], budget="at_most(5)")
    said = {True: (": ", "average extract: ", ""), False: (": ≈ ", "≈ average extract: ", "about ")}
    for exact, (share, mean, about) in said.items():
        payload = json.loads(json.dumps(view.payload))
        payload["distribution"]["exact"] = exact
        page = mounted(view, payload=payload, chosen=[])
        assert all(share in title for title in page.locator(".ws-chart .bar title").all_text_contents())
        assert mean in page.locator(".ws-chart .mean title").text_content()
        assert f"The average extract scores {about}0." in page.locator(".ws-facts").inner_text()


def test_a_summary_that_is_longer_or_shorter_than_any_extract_is_marked(mounted):
    record = RECORD | {"id": "1", "systems": {"long": "A cat slept well."}}
    cases = (
        ("at_most(3)", "recall", " †"),
        ("reach(3)", "f1", "*"),
        ("reach(5)", "precision", " ‡"),
        ("reach(5)", "recall", ""),
    )
    for budget, score, mark in cases:
        view = sumspace.play([record], budget=budget, score=score)
        page = mounted(view, payload=view.payload, chosen=[])
        row = page.get_by_role("row", name="long")
        assert row.locator("td").first.inner_text().lstrip("0123456789.") == mark
        assert page.get_by_text("† longer than any extract").count() == (mark == " †")
        assert page.get_by_text("‡ shorter than any extract").count() == (mark == " ‡")


@pytest.mark.parametrize(
    "sentence",
    [
        "wait\ufeffing cats slept well",
        "a\x85b cats slept well",
        " a\xa0cat slept well",
        "two  cats\tslept well",
        "\U0001f600 cats slept well",
    ],
)
@pytest.mark.parametrize("profile", ["rouge155", "unicode"])
def test_a_sentence_is_cut_where_the_words_that_count_end(mounted, profile, sentence):
    """Browsers and Python do not agree on what is white space, and ROUGE counts a blank at the beginning as a word."""
    view = sumspace.play([sentence, "Dogs bark here."], ["cats slept"], profile=profile, budget="reach(2)")
    view.chosen = [0]
    page = mounted(view, payload=view.payload, chosen=[0])
    kept = page.locator("[aria-selected=true] .ws-words > :not(.cut)").all_text_contents()
    assert "".join(kept).split() == view.text[0].split()
    assert page.locator(".ws-sentence .cut").count() > 0


def test_a_distance_reads_zero_only_if_there_is_none(mounted):
    words = [f"w{word}" for word in range(3000)]
    sentences = [" ".join(words[:10]), " ".join([*words[:9], "x"])]
    view = sumspace.play(sentences, [" ".join(words)], budget="exactly(1)")
    for chosen, gap in ((0, "0.000"), (1, "< 0.001")):
        page = mounted(view, payload=view.payload, chosen=[chosen])
        assert page.locator(".ws-number b").last.inner_text() == gap


def test_what_no_extract_exceeds_is_rounded_up(mounted):
    view = sumspace.play(SENTENCES, ["A cat slept."], budget="at_most(5)")
    payload = json.loads(json.dumps(view.payload))
    payload["distribution"] |= {"proven": False, "bound": None}
    payload["oracles"] |= {"optimal": False, "bound": 0.61249, "count": None}
    assert "none scores above 0.613." in mounted(view, payload=payload, chosen=[]).locator(".ws-facts").inner_text()


def test_the_table_of_a_result_sorts_and_its_texts_are_texts(mounted):
    result = table()
    page = mounted(result._display_(), html=result._repr_html_())
    page.locator("th button").nth(1).click()
    assert page.locator("tbody td.name").all_text_contents() == [HOSTILE, "lead", "mine"]


@pytest.mark.usefixtures("kernel")
def test_the_html_of_a_notebook_is_woken_by_its_own_script(browser):
    """As notebooks do: they put the HTML into the page, and then run its scripts one by one."""
    run = """html => {
      const cell = document.body.appendChild(document.createElement("div"));
      cell.innerHTML = html;
      for (const script of cell.querySelectorAll("script")) {
        const copy = document.createElement("script");
        for (const { name, value } of script.attributes) copy.setAttribute(name, value);
        copy.textContent = script.textContent;
        script.replaceWith(copy);
      }
    }"""
    html = table()._repr_mimebundle_()["text/html"]
    assert len(html) < 40_000
    with watched_page(browser) as page:
        page.set_content("<!doctype html><html lang=en><title>Notebook</title><body></body></html>")
        for _ in range(2):  # the same result in two cells
            page.evaluate(run, html)
        for number in range(2):
            display = page.locator(".sumspace-display").nth(number)
            display.locator("th button").nth(1).click()
            assert display.locator("tbody td.name").all_text_contents() == [HOSTILE, "lead", "mine"]
            assert display.locator("th button").count() == display.locator("th").count()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_result_has_ink_and_paper_that_differ(mounted, scheme):
    """Whatever the notebook's colours are; JupyterLab's are named by its own variables, and others by none."""
    result = table()
    page = mounted(result._display_(), html=result._repr_html_())
    page.emulate_media(color_scheme=scheme)
    for names in ("", "--jp-content-font-color1: #eee; --jp-layout-color0: #111"):
        page.evaluate("names => { document.documentElement.style.cssText = names; }", names)
        ink, paper = page.evaluate(
            """() => [getComputedStyle(document.querySelector("td")).color,
                      getComputedStyle(document.querySelector(".sumspace-display")).backgroundColor]"""
        )
        assert {ink, paper} == (
            {"rgb(238, 238, 238)", "rgb(17, 17, 17)"} if names else {"rgb(0, 0, 0)", "rgb(255, 255, 255)"}
        )
