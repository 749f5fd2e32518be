// The paste page: the document view of any text, with references and, optionally, a summary.

import { ask, recall, remember, waitingLine } from "./ask.js";
import { field } from "./controls.js";
import { viewPlace } from "./document.js";
import { asRequest, fromQuery, settingsRow, toQuery } from "./settings.js";
import { h } from "./workbench.js";

const KEPT = "sumspace-paste";
let lastExtract = []; // the sentences chosen when the page was left
const EMPTY = { title: "", text: "", references: [""], summary: "", settings: fromQuery(new URLSearchParams()), isShown: false };

/** What was typed in this tab before. */
function draft() {
  try {
    return { ...EMPTY, ...JSON.parse(recall(KEPT) ?? "{}") };
  } catch {
    return { ...EMPTY };
  }
}

/** The direction of a text by its first letter; dir="auto" takes browsers seconds where the text is long. */
const directionOf = (text) => (/^\P{L}*[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u.test(text) ? "rtl" : "ltr");

/** A text area with its label and its error message. */
function area(label, hint, rows, value, onInput) {
  const control = h("textarea", { rows, spellcheck: "false", dir: directionOf(value), input: () => {
    control.dir = directionOf(control.value);
    onInput(control.value);
  } });
  control.value = value;
  const element = field(label, control, hint);
  const wrong = h("p", { class: "error", role: "alert" });
  element.append(wrong);
  const say = (message) => {
    wrong.textContent = message;
    if (message) control.setAttribute("aria-invalid", "true");
    else control.removeAttribute("aria-invalid");
  };
  return { element, control, say };
}

/** A document of the sample, as a user would paste it. */
async function example() {
  const corpora = await ask("GET", "/api/corpora");
  const corpus = (corpora.find(({ id }) => id === "sample") ?? corpora[0]).id;
  const [first] = await ask("GET", `/api/corpora/${encodeURIComponent(corpus)}/documents`);
  const view = await ask("POST", "/api/view", { corpus, document: first.id, ...asRequest(EMPTY.settings) });
  const sections = new Set(view.starts);
  const text = view.sentences.map((sentence, index) => (index === 0 ? "" : sections.has(index) ? "\n\n" : " ") + sentence).join("");
  const best = view.systems.filter(({ text: written }) => written?.length).sort((a, b) => b.score - a.score);
  const rewritten = best.find(({ text: written }) => written.every((sentence) => !view.sentences.includes(sentence))) ?? best[0];
  return {
    title: view.title ?? "", text, references: view.references.map(({ sentences }) => sentences.join(" ")),
    summary: rewritten?.text?.join(" ") ?? "",
  };
}

/** Show the paste page; a reload shows the same text again. */
export async function showPaste(main, route, app) {
  let written = draft();
  const waiting = waitingLine({ floating: true, announce: app.announce });
  const place = viewPlace(waiting, { onExtract: (list) => {
    lastExtract = list;
    app.replace(`#/paste${toQuery({}, { extract: list.join(",") })}`);
  } });
  const form = h("form", { class: "paste", novalidate: true, submit: (event) => {
    event.preventDefault();
    submit();
  } });
  const empty = h("p", { class: "note empty" }, "Paste a text and at least one summary of it that a person wrote (a reference), then see how all extracts of the text score.");
  const result = h("section", { class: "result", "aria-label": "The space of this text", hidden: true }, place.element);
  const row = settingsRow(written.settings, (settings) => {
    change({ settings });
    if (written.isShown) submit({ initial: place.chosen() });
  });
  const exampleButton = h("button", { type: "button", click: useExample }, "Use an example");
  let fields = {};

  function change(changes) {
    written = { ...written, ...changes };
    exampleButton.hidden = Boolean(written.text.trim()); // it would replace what was pasted
    remember(KEPT, JSON.stringify(written));
  }

  /** After the texts have changed, what is shown is outdated. */
  function edit(changes) {
    change({ ...changes, isShown: false });
    waiting.leave({ isWanted: false });
    if (result.hidden) return;
    place.outdate();
    waiting.show({ text: "The texts have changed: score all extracts again." });
  }

  function references() {
    const list = written.references.map((value, index) => {
      const one = area(written.references.length > 1 ? `Reference ${index + 1}` : "Reference", index ? null : "A summary written by a person.", 5, value, (text) => {
        edit({ references: written.references.map((old, at) => (at === index ? text : old)) });
        one.say("");
      });
      if (written.references.length > 1) {
        one.element.append(h("button", { type: "button", class: "plain", click: () => {
          edit({ references: written.references.filter((_, at) => at !== index) });
          drawForm();
          fields.references[Math.max(0, index - 1)].control.focus();
        } }, `Remove reference ${index + 1}`));
      }
      return one;
    });
    return list;
  }

  function drawForm() {
    fields = {
      text: area("Text", "The document to summarize; it is split into sentences automatically.", 14, written.text, (text) => {
        edit({ text, title: "" });
        fields.text.say("");
      }),
      references: references(),
      summary: area("Summary (optional)", "Any summary, for example by an LLM: it is scored and compared with the best extract.", 5, written.summary, (summary) => edit({ summary })),
    };
    form.replaceChildren(
      h("div", { class: "columns" },
        h("div", {}, fields.text.element),
        h("div", {}, fields.references.map(({ element }) => element),
          h("button", { type: "button", class: "plain", click: () => {
            change({ references: [...written.references, ""] });
            drawForm();
            fields.references.at(-1).control.focus();
          } }, "Add a reference"),
          fields.summary.element)),
      row.element,
      h("p", { class: "actions" },
        h("button", { class: "main", type: "submit" }, "Score all extracts"),
        exampleButton,
        h("button", { type: "button", click: () => {
          change({ ...EMPTY, settings: written.settings });
          forget();
          drawForm();
          fields.text.control.focus();
        } }, "Clear")));
  }

  function forget() {
    place.clear();
    result.hidden = true;
    empty.hidden = false;
  }

  async function useExample() {
    exampleButton.disabled = true;
    try {
      const found = await example();
      if (written.text.trim()) return; // something was pasted in the meantime
      change({ ...found, isShown: false });
      forget();
      drawForm();
      app.announce("An example was filled in.");
    } catch (error) {
      waiting.show({ wrong: error.message });
    } finally {
      exampleButton.disabled = false;
    }
  }

  function isComplete() {
    const given = written.references.filter((text) => text.trim());
    fields.text.say(written.text.trim() ? "" : "Paste the text first.");
    fields.references[0].say(given.length ? "" : "Paste at least one reference: extracts are scored against it.");
    if (!written.text.trim()) fields.text.control.focus();
    else if (!given.length) fields.references[0].control.focus();
    return Boolean(written.text.trim() && given.length);
  }

  function submit({ initial = [], isFirst = false } = {}) {
    if (!isComplete()) return;
    change({ isShown: true });
    place.show({
      text: written.text, references: written.references.filter((text) => text.trim()), summary: written.summary.trim() || null,
      ...(written.title ? { title: written.title } : {}), ...asRequest(written.settings),
    }, { initial, onShown: () => {
      empty.hidden = true;
      result.hidden = false;
      app.announce("The space of the text is shown below the form.");
      if (!isFirst) result.scrollIntoView({ block: "start" });
    } });
  }

  main.replaceChildren(
    h("h1", { tabindex: "-1" }, "Paste a text"), empty, form, waiting.element, result);
  change({});
  drawForm();
  app.title("Paste");
  if (written.isShown && written.text.trim()) submit({ initial: route.extract.length ? route.extract : lastExtract, isFirst: true });
  return { update() {}, leave: place.clear };
}
