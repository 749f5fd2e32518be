// The settings of a view: in the query of an address, in the body of a request, and as a row of controls.

import { choice, field } from "./controls.js";
import { h } from "./workbench.js";

export const MEASURES = [
  ["rouge-1", "ROUGE-1"],
  ["rouge-2", "ROUGE-2"],
  ["rouge-3", "ROUGE-3"],
  ["rouge-su4", "ROUGE-SU4"],
];
const SCORES = [["recall", "recall"], ["f1", "F1"], ["precision", "precision"]];
const BUDGETS = [
  ["references", "as long as the references"],
  ["reach", "N words, last sentence cut"],
  ["at_most", "at most N words"],
  ["within", "N words, give or take 5"], // as in Lin & Hovy 2003
  ["exactly", "exactly N sentences"],
  ["up_to", "at most N sentences"],
];
const SIZES = { reach: 100, at_most: 100, within: 100, exactly: 3, up_to: 3 };
const SENTENCES = ["exactly", "up_to"]; // budgets in sentences
const SWITCH = [["", "default"], ["true", "yes"], ["false", "no"]];
const DEFAULTS = { measure: "rouge-1", budget: null, score: "recall", stem: null, stopwords: null };

const asSwitch = (text) => (text === "true" ? true : text === "false" ? false : null);

/** Settings from the query of an address. */
export function fromQuery(query) {
  const words = /^\d+$/.test(query.get("words") ?? "") ? `reach(${query.get("words")})` : null;
  return {
    measure: query.get("measure") || DEFAULTS.measure,
    budget: query.get("budget") || words,
    score: query.get("score") || DEFAULTS.score,
    stem: asSwitch(query.get("stem")),
    stopwords: asSwitch(query.get("stopwords")),
  };
}

/** The query of an address: only what differs from the defaults. */
export function toQuery(settings, others = {}) {
  const parts = [];
  for (const [name, value] of Object.entries({ ...settings, ...others })) {
    if (value !== null && value !== undefined && value !== "" && value !== DEFAULTS[name]) {
      parts.push(`${name}=${encodeURIComponent(value).replace(/%2C/g, ",").replace(/%20/g, "+")}`);
    }
  }
  return parts.length ? `?${parts.join("&")}` : "";
}

/** Settings as part of a request. */
export function asRequest(settings) {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null && value !== undefined));
}

/** The kind and size of a budget: reach and 100 for `reach(100)`; budgets without a control are of kind "other". */
function parts(budget) {
  const known = /^(?:(reach|at_most|exactly|up_to)\((\d+)\)|(within)\((\d+), ?5\))$/.exec(budget ?? "")?.filter(Boolean);
  if (known) return { kind: known[1], size: Number(known[2]) };
  return { kind: budget ? "other" : "references", size: null };
}

/** A budget of this kind and size, as the server reads it. */
const budgetOf = (kind, size) => (kind === "within" ? `within(${size}, 5)` : `${kind}(${size})`);

/** A row of controls; `onChange` gets the new settings after every change, and `set` shows settings from elsewhere. */
export function settingsRow(settings, onChange) {
  const element = h("div", { class: "settings-area" });
  let now = null;
  function set(settings) {
    if (JSON.stringify(settings) === JSON.stringify(now)) return; // else a control in use would be replaced
    const focused = [...element.querySelectorAll("select, input")].indexOf(document.activeElement);
    now = { ...settings };
    element.replaceChildren(controls(now, (changed) => {
      now = changed;
      onChange(changed);
    }));
    element.querySelectorAll("select, input")[focused]?.focus();
  }
  set(settings);
  return { element, set };
}

/** The controls themselves. */
function controls(settings, onChange) {
  let now = settings;
  const change = (changes) => {
    const changed = { ...now, ...changes };
    if (JSON.stringify(changed) === JSON.stringify(now)) return;
    now = changed;
    onChange(now);
  };
  const { kind, size } = parts(now.budget);
  const listed = MEASURES.some(([name]) => name === now.measure) ? MEASURES : [...MEASURES, [now.measure, now.measure]];
  const scores = SCORES.some(([name]) => name === now.score) ? SCORES : [...SCORES, [now.score, now.score]];
  const budgets = kind === "other" ? [...BUDGETS, ["other", now.budget]] : BUDGETS;
  const number = h("input", { type: "number", min: 1, step: 1, inputmode: "numeric", value: size ?? "",
    hidden: size === null, class: "size", "aria-label": "Size of the budget (N)" });
  const kinds = choice(budgets, kind, (chosen) => {
    const isSized = chosen in SIZES;
    number.hidden = !isSized;
    const isSame = SENTENCES.includes(chosen) === SENTENCES.includes(parts(now.budget).kind); // the same unit
    if (isSized) number.value = (isSame && number.value) || SIZES[chosen];
    else number.value = "";
    if (chosen === "other") change({ budget: settings.budget });
    else change({ budget: isSized ? budgetOf(chosen, number.value) : null });
  });
  number.addEventListener("change", () => {
    const chosen = Math.round(Number(number.value));
    number.value = chosen >= 1 ? chosen : parts(now.budget).size ?? "";
    if (chosen >= 1) change({ budget: budgetOf(kinds.value, chosen) });
  });
  const budget = field("Extracts", kinds);
  budget.classList.add("budget");
  budget.insertBefore(h("div", { class: "pair" }, kinds, number), null);
  return h("form", { class: "settings", "aria-label": "Settings", submit: (event) => event.preventDefault() },
    field("Measure", choice(listed, now.measure, (measure) => change({ measure }))),
    budget,
    field("Score", choice(scores, now.score, (chosen) => change({ score: chosen }))),
    field("Stem words", choice(SWITCH, String(now.stem ?? ""), (stem) => change({ stem: asSwitch(stem) }))),
    field("Remove stop words",
      choice(SWITCH, String(now.stopwords ?? ""), (chosen) => change({ stopwords: asSwitch(chosen) }))));
}
