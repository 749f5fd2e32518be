// The pages of the workbench: routing by address, and what all pages share.

import { recall, remember } from "./ask.js";
import { showCorpus } from "./corpus.js";
import { showDocument } from "./document.js";
import { showPaste } from "./paste.js";
import { showStudies } from "./studies.js";
import { acceptDrops, uploadLine } from "./upload.js";
import { h } from "./workbench.js";

const CORPUS = "sumspace-corpus";
const EVERY = 350; // milliseconds: some browsers refuse more than 100 changes of an address in 30 seconds
const main = document.getElementById("main");
const status = document.getElementById("status");
const VIEWS = { corpus: showCorpus, document: showDocument, paste: showPaste, studies: showStudies };
let current = null;
let before = null;
let replaced = -EVERY; // when the address was last changed here
let replacing = null;

/** Decode a part of an address, which may be malformed. */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The route that an address means: `#/document/CORPUS/DOC?measure=rouge-2&extract=3,5`. */
function routeOf(hash) {
  const [path, query = ""] = hash.replace(/^#\/?/, "").split(/\?(.*)/s);
  const [name, ...parts] = path.split("/").filter(Boolean).map(decoded);
  const params = new URLSearchParams(query);
  const extract = (params.get("extract") ?? "").split(",").filter((part) => /^\d{1,6}$/.test(part)).map(Number);
  const isKnown = name === undefined || (Object.hasOwn(VIEWS, name) && (name !== "document" || parts.length === 2));
  return { view: name ?? "corpus", parts, query: params, extract, isKnown };
}

/** Replace the address of this page, no more often than browsers allow; a pending change is dropped after navigation. */
function replaceAddress(hash) {
  clearTimeout(replacing);
  const here = location.href;
  const replace = () => {
    if (location.href !== here) return;
    replaced = performance.now();
    history.replaceState(null, "", hash);
  };
  const wait = replaced + EVERY - performance.now();
  if (wait <= 0) replace();
  else replacing = setTimeout(replace, wait);
}

/** Services shared by the pages. */
const app = {
  go: (hash) => { location.hash = hash; },
  replace: replaceAddress,
  announce: (text) => { status.textContent = text; },
  title: (text) => { document.title = text ? `${text} · sumspace` : "sumspace"; },
  cameFrom: (view) => before === view,
  keepCorpus: (id) => remember(CORPUS, id),
  /** The corpus viewed last, else the first of the user's own, else the first. */
  lastCorpus: (corpora) => {
    const last = corpora.find(({ id }) => id === recall(CORPUS));
    return (last ?? corpora.find(({ id }) => id !== "sample") ?? corpora[0])?.id;
  },
  /** The line that reports on an upload: the page's own, or one at its top. */
  uploadLine: () => {
    if (current?.page?.uploadLine) return current.page.uploadLine;
    const line = uploadLine();
    main.querySelector(":scope > .uploaded")?.remove();
    main.prepend(line.element);
    return line;
  },
};

/** Say why a page cannot be shown. */
function showProblem(message) {
  app.title("");
  main.replaceChildren(h("div", { class: "problem" }, h("h1", { tabindex: "-1" }, "This page cannot be shown"),
    h("p", { class: "error", role: "alert" }, message),
    h("p", { class: "actions" }, h("button", { type: "button", click: show }, "Try again"), h("a", { href: "#/" }, "Go to the start page"))));
}

/** Highlight the current page in the navigation. */
function markNavigation(view) {
  const place = view === "document" ? "corpus" : view;
  for (const link of document.querySelectorAll("header nav a")) {
    if (link.dataset.view === place) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

/** Show the page of the address; the current page with other settings is updated instead. */
async function show() {
  const route = routeOf(location.hash);
  const key = [route.view, ...route.parts].join("/");
  if (current?.key === key && current.page) {
    current.page.update(route);
    return;
  }
  const isFirst = current === null;
  current?.page?.leave();
  before = current?.view ?? null;
  const mine = (current = { key, view: route.view, page: null });
  markNavigation(route.view);
  main.setAttribute("aria-busy", "true");
  if (!isFirst) window.scrollTo(0, 0);
  try {
    if (!route.isKnown) throw new Error("There is no such page.");
    const holder = h("div", { class: `page-${route.view}` });
    const page = await VIEWS[route.view](holder, route, app);
    if (mine !== current) {
      page.leave();
      return;
    }
    mine.page = page;
    main.replaceChildren(holder);
  } catch (error) {
    if (mine === current) showProblem(error.message);
  }
  if (mine !== current) return;
  main.removeAttribute("aria-busy");
  if (!isFirst) main.querySelector("h1")?.focus({ preventScroll: true });
}

document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  main.focus();
});
window.addEventListener("hashchange", show);
acceptDrops(app, document.getElementById("drop"));
show();
