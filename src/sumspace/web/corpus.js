// The corpus: its domains' densities with every system marked, and the table of its documents.

import { ask, waitingLine } from "./ask.js";
import { asCsv, bestSystem, columnsOf, sorted, systemChoices } from "./columns.js";
import { choice, field } from "./controls.js";
import { drawDensities, reserveDensities } from "./densities.js";
import { asRequest, fromQuery, settingsRow, toQuery } from "./settings.js";
import { chooseFile } from "./upload.js";
import { asFileName, counted, download, h, shortened } from "./workbench.js";

const MOST_ROWS = 500;
const MOST_TABLES = 20;
// Computed tables by corpus and settings, and how each corpus was last viewed, so that coming back is instant.
const tables = new Map();
const looks = new Map();

/** How a corpus is viewed: order, filters, systems. */
function lookAt(corpus) {
  if (!looks.has(corpus)) {
    looks.set(corpus, { column: null, descending: false, domain: "", find: "", systems: null, hidden: new Set(), all: false, scroll: 0 });
  }
  return looks.get(corpus);
}

/** An introduction for first-time visitors. */
function welcome(link) {
  return h("section", { class: "welcome", "aria-labelledby": "welcome" },
    h("h1", { id: "welcome", tabindex: "-1" }, "How good can a summary get?"),
    h("p", {}, "Take any sentences of a document, up to some length, and you have an extract: a possible summary. ",
      "sumspace scores all of them, often many millions, against summaries that people wrote. ",
      "So you see what is average, what is the best possible (the oracle), and where a system, or you, stand in between."),
    h("p", { class: "actions" },
      link,
      h("span", { class: "note" }, "Pick sentences and try to beat the systems, or look at a whole corpus below.")));
}

/** The heading row: buttons that sort. */
function heading(columns, look, onSort) {
  return h("tr", {}, columns.map((column) => {
    const order = column.key === look.column ? (look.descending ? "descending" : "ascending") : "none";
    return h("th", { scope: "col", class: column.isName ? "name" : null, "aria-sort": order },
      h("button", { type: "button", title: column.about || null, click: () => onSort(column) }, shortened(column.label, 24)));
  }));
}

/** One document's row; numbers not computed yet have placeholders. */
function documentRow(row, columns, href, isComputed) {
  return h("tr", {}, columns.map((column) => {
    if (column.key === "id") {
      const isTitled = row.title && row.title !== row.id;
      return h("th", { scope: "row", class: "name" }, h("a", { href }, row.title || row.id),
        isTitled ? h("span", { class: "id" }, row.id) : null);
    }
    const isMissing = column.isComputed && !isComputed;
    const about = column.isComputed && row.reason ? row.reason : null;
    return h("td", { class: column.isName ? "name" : null, title: about }, isMissing ? "…" : column.write(row));
  }));
}

/** Show a corpus; the route's first part is its id, and missing on the home page. */
export async function showCorpus(main, route, app) {
  const corpora = await ask("GET", "/api/corpora");
  const corpus = route.parts[0] ?? app.lastCorpus(corpora);
  const entry = corpora.find(({ id }) => id === corpus);
  if (!entry) throw new Error(corpora.length ? `There is no corpus ${corpus} here; choose another one on the start page.` : "There is no corpus.");
  app.keepCorpus(corpus);
  const documents = await ask("GET", `/api/corpora/${encodeURIComponent(corpus)}/documents`);
  const look = lookAt(corpus);
  let settings = fromQuery(route.query);
  let table = null;
  let stopDrawing = () => {};
  let isGone = false;

  const filters = () => ({ find: look.find, domain: look.domain, system: look.systems });
  const address = (changed) => `${route.parts.length ? `#/corpus/${encodeURIComponent(corpus)}` : "#/"}${toQuery(changed, filters())}`;
  const keepFilters = () => app.replace(address(settings)); // so that a reload, or a link, brings them back
  look.find = route.query.get("find") ?? look.find;
  look.domain = route.query.get("domain") ?? look.domain;
  look.systems = route.query.get("system") ?? look.systems;
  const documentAddress = (id) => `#/document/${encodeURIComponent(corpus)}/${encodeURIComponent(id)}${toQuery(settings)}`;
  const isHome = route.parts.length === 0;
  const title = isHome ? h("h2", {}, entry.name) : h("h1", { tabindex: "-1" }, entry.name);
  const picker = choice(corpora.map(({ id, name, documents: number }) => [id, `${name} (${counted(number, "document")})`]), corpus,
    (chosen) => {
      if (isHome) app.replace(`#/corpus/${encodeURIComponent(corpus)}${toQuery(settings)}`); // so that Back leads here: #/ shows the last one
      app.go(`#/corpus/${encodeURIComponent(chosen)}${toQuery(settings)}`);
    });
  const files = chooseFile(app);
  const waiting = waitingLine({ announce: app.announce });
  const removal = entry.uploaded && h("button", { type: "button", title: "Delete this upload from the server", click: async () => {
    try {
      await ask("DELETE", `/api/corpora/${encodeURIComponent(corpus)}`);
      app.announce(`${entry.name} is removed.`);
      app.go(`#/corpus/${encodeURIComponent(corpora.find(({ id }) => id !== corpus).id)}`); // the sample is always there
    } catch (error) {
      files.line.say("", error.message);
    }
  } }, "Remove");
  const densities = h("section", { class: "densities-area", "aria-label": "Densities of the domains" });
  const settingsControls = settingsRow(settings, (changed) => app.go(address(changed)));
  const shown = h("p", { class: "shown", "aria-live": "polite" });
  const head = h("thead", {});
  const body = h("tbody", {});
  const more = h("button", { type: "button", hidden: true, click: () => {
    look.all = true;
    drawRows();
  } });
  const systems = h("div", { class: "field" });
  const openOne = h("a", { class: "button main" }, "Open a document");
  const left = h("div", { class: "left-out" });
  const notes = h("div", { class: "note" });
  const saving = h("div", { class: "saving" });
  const results = [densities, body]; // dimmed while they show other settings
  const names = [...new Set(documents.map(({ domain }) => domain ?? ""))];
  if (!names.includes(look.domain)) look.domain = ""; // the address may be of another corpus
  const domainFilter = field("Domain", choice([["", "all"], ...names.filter(Boolean).map((name) => [name, name])], look.domain, (chosen) => {
    look.domain = chosen;
    keepFilters();
    drawRows();
  }));
  const find = field("Find", h("input", { type: "search", value: look.find, placeholder: "title or id", autocomplete: "off",
    input: (event) => {
      look.find = event.target.value;
      look.all = false; // thousands of rows would be redrawn at every key
      keepFilters();
      drawRows();
    } }));

  function rows() {
    const computed = new Map(table?.documents.map((row) => [row.id, row]) ?? []);
    const missing = new Map(table?.left_out?.map((row) => [row.id, row]) ?? []);
    return documents.map((row) => ({ ...row, ...missing.get(row.id), ...computed.get(row.id) }));
  }

  function visible(columns) {
    const wanted = look.find.trim().toLowerCase();
    const kept = rows().filter((row) => (!look.domain || row.domain === look.domain)
      && (!wanted || `${row.id} ${row.title ?? ""}`.toLowerCase().includes(wanted)));
    const column = columns.find(({ key }) => key === look.column);
    return column ? sorted(kept, column, look.descending) : kept;
  }

  function drawRows() {
    const columns = columnsOf(look.systems, table?.systems ?? []);
    const kept = visible(columns);
    const drawn = look.all ? kept : kept.slice(0, MOST_ROWS);
    body.replaceChildren(...drawn.map((row) => documentRow(row, columns, documentAddress(row.id), table !== null)));
    if (!kept.length) {
      body.append(h("tr", {}, h("td", { class: "name none", colspan: columns.length }, "No document matches. Change the search or the domain.")));
    }
    more.hidden = drawn.length === kept.length;
    more.textContent = `Show all ${kept.length} documents`;
    shown.textContent = kept.length === documents.length ? counted(kept.length, "document") : `${kept.length} of ${counted(documents.length, "document")}`;
  }

  function drawTable() {
    openOne.href = documents.length ? documentAddress(documents[0].id) : "#/";
    const columns = columnsOf(look.systems, table?.systems ?? []);
    head.replaceChildren(heading(columns, look, (column) => {
      const isSame = look.column === column.key;
      look.descending = isSame ? !look.descending : !column.isName;
      look.column = column.key;
      drawTable();
      [...head.querySelectorAll("button")][columns.indexOf(column)]?.focus();
    }));
    drawRows();
  }

  function drawComputed() {
    const options = systemChoices(table.systems);
    if (!options.some(([value]) => value === look.systems)) {
      const best = bestSystem(table);
      look.systems = best === null ? null : `one:${best}`;
    }
    systems.replaceChildren(...field("System", choice(options, look.systems, (chosen) => {
      look.systems = chosen;
      keepFilters();
      drawTable();
    })).childNodes);
    systems.hidden = !options.length;
    stopDrawing();
    stopDrawing = drawDensities(densities, table, look.hidden);
    notes.replaceChildren(...(table.notes ?? []).map((note) => h("p", {}, note)));
    const without = table.left_out ?? [];
    left.replaceChildren(without.length ? h("details", {}, h("summary", {}, `${counted(without.length, "document")} could not be scored`),
      h("ul", {}, without.map(({ id, reason }) => h("li", {}, h("b", {}, id), `: ${reason}`)))) : "");
    const name = asFileName(`${corpus}-${settings.measure}`);
    const { signatures } = table.settings;
    saving.replaceChildren("Download the table: ",
      h("button", { type: "button", class: "plain", click: () => download(`${name}.csv`, asCsv(rows(), table.systems), "text/csv") }, "CSV"),
      h("button", { type: "button", class: "plain", click: () => download(`${name}.json`, JSON.stringify(table, null, 1), "application/json") }, "JSON"),
      signatures.length ? h("details", {}, h("summary", {}, "How to reproduce these numbers"), h("pre", {}, signatures.join("\n"))) : "");
    drawTable();
  }

  async function compute() {
    const path = `/api/corpora/${encodeURIComponent(corpus)}/table`;
    const key = `${entry.digest} ${JSON.stringify(settings)}`;
    const done = `Done: ${counted(documents.length, "document")}.`;
    if (tables.has(key)) {
      waiting.leave({ isWanted: false });
      waiting.show({ text: done });
      table = tables.get(key);
    } else {
      for (const part of results) part.classList.add("stale");
      const answer = await waiting.run("POST", path, asRequest(settings),
        { text: "Scoring the extracts of every document", done, onRetry: compute });
      if (!answer) return;
      tables.set(key, answer);
      if (tables.size > MOST_TABLES) tables.delete(tables.keys().next().value);
      table = answer;
    }
    for (const part of results) part.classList.remove("stale");
    drawComputed();
  }

  main.replaceChildren(
    isHome ? welcome(openOne) : "",
    h("div", { class: "titled" }, title, h("div", { class: "open" }, field("Corpus", picker), removal, files.element)),
    settingsControls.element, waiting.element, notes, densities,
    h("div", { class: "filters", role: "search", "aria-label": "Documents" }, find, domainFilter, systems, shown),
    h("div", { class: "wide", role: "region", tabindex: "0", "aria-label": "Table of documents" },
      h("table", { class: "documents" }, head, body)),
    more, saving, left);
  systems.hidden = true;
  reserveDensities(densities, documents);
  drawTable();
  app.title(isHome ? "" : entry.name);
  compute();
  if (app.cameFrom("document")) requestAnimationFrame(() => requestAnimationFrame(() => { if (!isGone) window.scrollTo(0, look.scroll); }));

  return {
    uploadLine: files.line,
    update(next) {
      const isSettled = JSON.stringify(fromQuery(next.query)) === JSON.stringify(settings);
      if (isSettled) return;
      settings = fromQuery(next.query);
      settingsControls.set(settings);
      drawTable(); // its links carry the settings
      compute();
    },
    leave() {
      isGone = true;
      look.scroll = window.scrollY;
      stopDrawing();
      waiting.leave();
    },
  };
}
