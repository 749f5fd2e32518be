// Uploads: files that are chosen with a button or dropped anywhere on the page become corpora.

import { ask } from "./ask.js";
import { h } from "./workbench.js";

const ENDINGS = [".jsonl", ".jsonl.gz", ".parquet"];
const MOST_MB = 20;
const MB = 1024 * 1024;

/** Why a file cannot be a corpus, judged by its name and size; null if it may be one. */
function objection(file) {
  if (!ENDINGS.some((ending) => file.name.toLowerCase().endsWith(ending))) {
    return `${file.name} is not a .jsonl, .jsonl.gz or .parquet file; sumspace corpus convert can turn it into one.`;
  }
  if (file.size > MOST_MB * MB) return `${file.name} is ${Math.ceil(file.size / MB)} MB; the limit is ${MOST_MB} MB.`;
  return null;
}

/** A line that reports on an upload. */
export function uploadLine() {
  const busy = h("span", { role: "status" });
  const wrong = h("span", { class: "error", role: "alert" });
  const element = h("p", { class: "uploaded" }, busy, wrong);
  const say = (text, problem = "") => {
    busy.textContent = text;
    wrong.textContent = problem;
    if (text || problem) element.scrollIntoView({ block: "nearest" });
  };
  return { element, say };
}

/** Upload a file and go to its corpus, if the page is still there. */
async function upload(file, app, { say, element }) {
  const wrong = objection(file);
  say(wrong ? "" : `Reading ${file.name} …`, wrong ?? "");
  if (wrong) return;
  try {
    const corpus = await ask("POST", `/api/corpora?name=${encodeURIComponent(file.name)}`, file);
    say("");
    app.announce(`${corpus.name}: ${corpus.documents} documents`);
    if (element.isConnected) app.go(`#/corpus/${encodeURIComponent(corpus.id)}`);
  } catch (error) {
    say("", error.message);
  }
}

/** A button to choose a file, with a line that reports on it. */
export function chooseFile(app) {
  const line = uploadLine();
  const input = h("input", { type: "file", accept: ".jsonl,.gz,.parquet", class: "unseen", tabindex: "-1", "aria-label": "A corpus",
    change: (event) => {
      const [file] = event.target.files;
      if (file) upload(file, app, line);
      event.target.value = "";
    } });
  const element = h("div", { class: "drop" },
    h("button", { type: "button", click: () => input.click() }, "Open a file…"), input,
    h("span", { class: "note" }, "or drop one on the page (.jsonl, .jsonl.gz, .parquet)"), line.element);
  return { element, line };
}

/** Accept files that are dropped anywhere on the page. */
export function acceptDrops(app, veil) {
  const holdsFiles = (event) => [...(event.dataTransfer?.types ?? [])].includes("Files");
  document.addEventListener("dragenter", (event) => { if (holdsFiles(event)) veil.hidden = false; });
  document.addEventListener("dragleave", (event) => { if (event.relatedTarget === null) veil.hidden = true; }); // it left the window
  document.addEventListener("dragover", (event) => holdsFiles(event) && event.preventDefault());
  document.addEventListener("drop", (event) => {
    if (!holdsFiles(event)) return;
    event.preventDefault();
    veil.hidden = true;
    const [file, ...others] = event.dataTransfer.files;
    if (others.length) app.uploadLine().say("", "Drop one file at a time.");
    else if (file) upload(file, app, app.uploadLine());
  });
}
