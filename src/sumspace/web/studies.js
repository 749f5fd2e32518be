// The studies page: run a study in the background, watch it, and open finished ones.

import { ask, progressText } from "./ask.js";
import { choice, field } from "./controls.js";
import { MEASURES } from "./settings.js";
import { h } from "./workbench.js";

const STUDIES = [
  ["limits", "How good can extracts be in each domain, and where do systems stand?", "Ceylan 2010"],
  ["oracle", "How far do systems, and the greedy algorithm, fall short of the best extracts?", "Hirao 2017"],
  ["agree", "How well do human summaries agree with each other, and how do systems compare?", "Lin & Hovy 2003"],
  ["meta", "Which measures correlate with human judgements?", "Steinberger & Ježek 2009"],
  ["callisto", "Does it pay to choose a summarization method for each text?", "Rigouste 2004"],
];
const OFFERED = MEASURES.filter(([name]) => name !== "rouge-3");
const EVERY = 1000;

/** Whether a job waits or runs. */
const isActive = (job) => job.state === "waiting" || job.state === "running";

/** Whether a job is a study: views and tables have their progress on their own pages. */
const isStudy = (job) => job.kind === "study";

/** The line of a finished study, with links to its page and its tables. */
function finishedLine({ id, study, corpus, settings, finished, url, files, notes }) {
  const tables = url.replace(/[^/]*$/, "tables.json");
  const title = `${study}${corpus && `: ${corpus}`}${settings && ` (${settings})`}`;
  return h("li", {}, h("a", { href: /^\/studies\//.test(url) ? url : "#/studies" }, title),
    h("span", { class: "id" }, new Date(1000 * finished).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" })),
    files.includes("tables.json") && h("a", { class: "id", href: tables, download: `${id}.json` }, "all tables as JSON"),
    notes.map((note) => h("p", { class: "note" }, note)));
}

/** Show the studies. */
export async function showStudies(main, route, app) {
  const corpora = await ask("GET", "/api/corpora");
  const chosen = { study: "limits", corpus: app.lastCorpus(corpora), words: "", measures: new Set() };
  const wrong = h("p", { class: "error", role: "alert" });
  const lost = h("p", { class: "error", role: "alert" });
  const run = h("button", { type: "submit", class: "main" }, "Run the study");
  const jobList = h("ul", { class: "jobs" });
  const finished = h("ul", { class: "finished" });
  const none = h("li", { class: "note" }, "No study is running.");
  const lines = new Map();
  const dismissed = new Set();
  let timer = null;
  let isGone = false;
  let active = new Set();

  /** One job's line, made once and then updated, so that its button keeps the focus. */
  function lineOf(id) {
    if (!lines.has(id)) {
      const bar = h("progress", { max: 1, "aria-label": "Progress" });
      const [title, what, error] = [h("b", {}), h("span", { class: "what" }), h("span", { class: "error" })];
      const end = h("button", { type: "button", click: async () => {
        if (active.has(id)) await ask("DELETE", `/api/jobs/${encodeURIComponent(id)}`).catch(() => null);
        else dismissed.add(id);
        refresh();
      } }, "Cancel");
      lines.set(id, { element: h("li", {}, title, bar, end, what, error), bar, title, what, error, end });
    }
    return lines.get(id);
  }

  function drawJobs(jobs) {
    const listed = jobs.filter((job) => isStudy(job) && (isActive(job) || (job.state === "failed" && !dismissed.has(job.id))));
    for (const job of listed) {
      const line = lineOf(job.id);
      line.title.textContent = job.title || job.kind;
      line.bar.hidden = !isActive(job);
      line.end.textContent = isActive(job) ? "Cancel" : "Dismiss";
      if (Number.isFinite(job.progress?.share)) line.bar.value = job.progress.share;
      line.what.textContent = isActive(job) ? progressText(job) : "";
      line.error.textContent = job.state === "failed" ? job.error ?? "This failed for an unknown reason." : "";
    }
    const elements = [...listed.filter(isActive), ...listed.filter((job) => !isActive(job))].map((job) => lineOf(job.id).element);
    if (!listed.some(isActive)) elements.unshift(none);
    const isSame = elements.length === jobList.children.length && elements.every((element, at) => jobList.children[at] === element);
    if (!isSame) jobList.replaceChildren(...elements);
    const now = new Set(jobs.filter((job) => isStudy(job) && isActive(job)).map(({ id }) => id));
    const ended = [...active].filter((id) => !now.has(id));
    active = now;
    return ended.map((id) => jobs.find((job) => job.id === id)).filter(Boolean);
  }

  async function drawFinished() {
    const studies = await ask("GET", "/api/studies");
    const nothing = "None yet. Run one above, or start the server with the folder of a finished study: sumspace serve FOLDER.";
    finished.replaceChildren(...(studies.length ? studies.map(finishedLine) : [h("li", { class: "note" }, nothing)]));
  }

  async function refresh() {
    clearTimeout(timer);
    try {
      const ended = drawJobs(await ask("GET", "/api/jobs"));
      lost.textContent = "";
      for (const job of ended) app.announce(`${job.title || job.kind}: ${job.state}`);
      if (ended.length) await drawFinished();
      if (!active.size) return;
    } catch (error) {
      if (lost.textContent !== error.message) lost.textContent = error.message;
    }
    if (!isGone) timer = setTimeout(refresh, EVERY);
  }

  async function start(event) {
    event.preventDefault();
    wrong.textContent = "";
    run.disabled = true;
    const words = chosen.words.trim();
    try {
      if (words && !/^[1-9]\d*$/.test(words)) throw new Error("Enter a whole number of words, or leave the field empty.");
      const body = { study: chosen.study, corpus: chosen.corpus, words: words ? Number(words) : null };
      if (chosen.measures.size) body.measure = [...chosen.measures];
      const answer = await ask("POST", "/api/studies", body, { wait: false });
      app.announce(answer.job ? "The study is running." : "The study is finished.");
      await drawFinished();
      await refresh();
    } catch (error) {
      wrong.textContent = error.message;
    } finally {
      run.disabled = false;
    }
  }

  const kinds = STUDIES.map(([name, about, paper], index) => {
    const input = h("input", { type: "radio", name: "study", value: name, checked: index === 0, change: () => { chosen.study = name; } });
    return h("label", {}, input, h("span", {}, h("b", {}, name), h("span", { class: "about" }, `${about} (${paper})`)));
  });
  const boxes = OFFERED.map(([name, text]) => h("label", {}, h("input", { type: "checkbox", value: name, change: (event) => {
    if (event.target.checked) chosen.measures.add(name);
    else chosen.measures.delete(name);
  } }), text));
  main.replaceChildren(
    h("h1", { tabindex: "-1" }, "Studies"),
    h("form", { class: "study", novalidate: true, submit: start },
      h("fieldset", { class: "kinds" }, h("legend", {}, "What do you want to know?"), kinds),
      h("div", { class: "settings" },
        field("Corpus", choice(corpora.map(({ id, name }) => [id, name]), chosen.corpus, (corpus) => { chosen.corpus = corpus; })),
        field("Words", h("input", { type: "number", min: 1, step: 1, inputmode: "numeric", class: "size", placeholder: "auto",
          input: ({ target }) => { chosen.words = target.validity.badInput ? "?" : target.value; } }), "leave empty for the length of the references"),
        h("fieldset", { class: "boxes" }, h("legend", {}, "Measures"), h("div", {}, boxes),
          h("span", { class: "hint" }, "leave unchecked for the study's default measures"))),
      h("p", { class: "actions" }, run), wrong),
    h("section", { "aria-labelledby": "running" }, h("h2", { id: "running" }, "Running"), lost, jobList),
    h("section", { "aria-labelledby": "finished" }, h("h2", { id: "finished" }, "Finished"), finished));
  app.title("Studies");
  await Promise.all([drawFinished(), refresh()]);
  return {
    update() {},
    leave() {
      isGone = true;
      clearTimeout(timer);
    },
  };
}
