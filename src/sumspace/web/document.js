// The page of one document, and the frame around a document view.

import { ask, waitingLine } from "./ask.js";
import { asRequest, fromQuery, settingsRow, toQuery } from "./settings.js";
import { documentView, h } from "./workbench.js";

/**
 * A frame that requests a document view and shows it. While a request is pending or has failed, the old view is dimmed and
 * inert. `hooks` are those of the view.
 */
export function viewPlace(waiting, hooks) {
  const element = h("div", { class: "document" });
  let view = null;
  let wanted = []; // the sentences to choose when the answer comes

  function outdate(isOutdated = true) {
    element.classList.toggle("stale", isOutdated);
    element.inert = isOutdated;
  }

  function clear() {
    waiting.leave();
    view?.destroy();
    view = null;
    outdate(false);
  }

  async function show(request, { initial = [], onShown = () => {} } = {}) {
    outdate();
    wanted = initial;
    const payload = await waiting.run("POST", "/api/view", request,
      { text: "Scoring all extracts", onRetry: () => show(request, { initial, onShown }) });
    if (!payload) return;
    view?.destroy();
    outdate(false);
    view = documentView(element, payload, { initial, ...hooks });
    onShown(payload);
  }

  return { element, show, outdate, clear, chosen: () => view?.state().chosen ?? wanted };
}

/** Show one document; the address has the whole request, so that a reload finds the job again. */
export async function showDocument(element, route, app) {
  const [corpus, id] = route.parts;
  let settings = fromQuery(route.query);
  const address = (document, chosen, extract = []) => `#/document/${encodeURIComponent(corpus)}/${encodeURIComponent(document)}`
    + toQuery(chosen, { extract: extract.join(",") });
  const waiting = waitingLine({ floating: true, announce: app.announce });
  const place = viewPlace(waiting, {
    onExtract: (list) => app.replace(address(id, settings, list)),
    link: (list) => new URL(address(id, settings, list), location.href).href,
  });
  const heading = h("h1", { tabindex: "-1" }, id);
  const row = settingsRow(settings, (changed) => {
    const extract = place.chosen();
    place.outdate(); // at once: clicks from now on would be lost
    app.go(address(id, changed, extract));
  });
  const around = h("nav", { class: "around", "aria-label": "Documents" });

  function drawAround(documents) {
    const at = documents.findIndex((document) => document.id === id);
    const link = (index, text, label) => (documents[index]
      ? h("a", { href: address(documents[index].id, settings), title: documents[index].title || documents[index].id, "aria-label": label }, text)
      : h("span", { class: "note" }, text));
    around.replaceChildren(h("a", { href: `#/corpus/${encodeURIComponent(corpus)}${toQuery(settings)}` }, "All documents"),
      h("span", { class: "place" }, at < 0 ? "" : `${at + 1} of ${documents.length}`),
      link(at - 1, "← Previous", "Previous document"), link(at + 1, "Next →", "Next document"));
  }

  function compute(initial) {
    place.show({ corpus, document: id, ...asRequest(settings) }, { initial, onShown: (payload) => {
      heading.textContent = payload.title || id;
      app.title(payload.title || id);
    } });
  }

  element.replaceChildren(around, heading, row.element, waiting.element, place.element);
  app.title(id);
  app.keepCorpus(corpus);
  let documents = [];
  drawAround(documents);
  ask("GET", `/api/corpora/${encodeURIComponent(corpus)}/documents`).catch(() => []).then((answer) => {
    documents = answer;
    drawAround(documents);
  });
  compute(route.extract);
  return {
    update(next) {
      settings = fromQuery(next.query);
      row.set(settings);
      drawAround(documents);
      compute(next.extract);
    },
    leave: place.clear,
  };
}
