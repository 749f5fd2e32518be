// The densities of the domains: one small chart each, on one scale, with every system marked by its mean score.

import { score } from "./columns.js";
import { LANE, LANES, counted, h, pictureButtons, placeLabels, s, shortened, ticks } from "./workbench.js";

// The colours of Okabe and Ito, which colour-blind people can tell apart; shapes and names repeat what they say.
const COLOURS = ["#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#F0E442"];
const SHAPES = [
  "M0-5A5 5 0 1 1 0 5A5 5 0 1 1 0-5Z",
  "M-4.5-4.5H4.5V4.5H-4.5Z",
  "M0-5.5L5.2 4.2H-5.2Z",
  "M0-6L6 0L0 6L-6 0Z",
  "M0 5.5L5.2-4.2H-5.2Z",
  "M-1.8-5.5H1.8V-1.8H5.5V1.8H1.8V5.5H-1.8V1.8H-5.5V-1.8H-1.8Z",
  "M0-6L1.6-1.9L6-1.8L2.5 1L3.7 5.2L0 2.7L-3.7 5.2L-2.5 1L-6-1.8L-1.6-1.9Z",
  "M-5-5L0-2L5-5L2 0L5 5L0 2L-5 5L-2 0Z",
];
const SIDE = 16;
const TOP = 34;
const CURVE = 92;
const AXIS = 24;
const BASELINES = 3; // systems that every corpus has: Lead, random, TextRank
const LETTER = 7;
const LONGEST = 22;
const MOST_CHARTS = 24; // a corpus may have a domain for every document

/** The colour and shape of a system: the first 56 are all different. */
function look(index) {
  return { fill: COLOURS[index % COLOURS.length], d: SHAPES[index % SHAPES.length] };
}

/** The range of scores that all charts share. */
function range(domains) {
  const values = domains.flatMap((domain) => {
    const top = Math.max(...domain.bins.map(([, density]) => density), 0);
    const seen = domain.bins.filter(([, density]) => density > top / 500).map(([value]) => value);
    return [...seen, domain.mean, domain.oracle, ...Object.values(domain.systems)];
  }).filter((value) => Number.isFinite(value));
  const [low, high] = values.length ? [Math.min(...values), Math.max(...values)] : [0, 1];
  const margin = Math.max((high - low) * 0.03, 0.005);
  return [Math.max(0, low - margin), high + margin];
}

/** The systems shown, with the places of their marks and labels under the curve. */
function systemMarks(domain, names, hidden, x, width) {
  const marks = names.map((name, index) => ({ name, ...look(index), value: domain.systems[name] }))
    .filter(({ name, value }) => Number.isFinite(value) && !hidden.has(name))
    .map((mark) => ({ ...mark, at: x(mark.value), order: -mark.value })); // the labels of the best come first
  return placeLabels(marks, { width, most: LANES, longest: LONGEST, letter: LETTER });
}

/** The height of a chart with so many rows of labels. */
const heightOf = (rows) => TOP + CURVE + AXIS + rows * LANE;

/** One domain's chart, as wide as there is room. */
function chart(domain, names, hidden, [low, high], width) {
  const x = (value) => SIDE + ((value - low) / (high - low)) * (width - 2 * SIDE);
  const base = TOP + CURVE;
  const top = Math.max(...domain.bins.map(([, density]) => density), 1e-12);
  const y = (density) => base - (density / top) * (CURVE - 4);
  const points = domain.bins.filter(([value]) => value >= low && value <= high)
    .map(([value, density]) => `${x(value).toFixed(1)} ${y(density).toFixed(1)}`);
  const curve = points.length ? `M${points.join("L")}` : "";
  const marks = systemMarks(domain, names, hidden, x, width);
  const height = heightOf(Math.max(0, ...marks.map(({ lane }) => lane + 1)));
  const best = domain.proven ? "oracle" : "best found";
  const mean = `${domain.exact ? "" : "≈ "}${score(domain.mean)}`; // estimated if the extracts of a document are sampled
  const said = [`mean extract ${mean}`, `${best} ${score(domain.oracle)}`,
    ...marks.map((mark) => `${mark.name} ${score(mark.value)}`)];
  const svg = s("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", class: "density",
    "aria-label": `Scores of all extracts in ${domain.domain || "all documents"}: ${said.join(", ")}` });
  if (curve) {
    const [first, last] = [points[0].split(" ")[0], points.at(-1).split(" ")[0]];
    svg.append(s("path", { class: "area", d: `${curve}L${last} ${base}L${first} ${base}Z` }, s("title", {},
      `Density of the scores of all extracts, ${counted(domain.documents, "document")}`)),
    s("path", { class: "line", d: curve }));
  }
  svg.append(s("line", { class: "axis", x1: SIDE, x2: width - SIDE, y1: base, y2: base }));
  const { values, digits } = ticks(low, high, width / 55);
  for (const value of values) {
    svg.append(s("line", { class: "axis", x1: x(value), x2: x(value), y1: base, y2: base + 4 }),
      s("text", { class: "tick", x: x(value), y: base + 16, "text-anchor": "middle" }, value.toFixed(digits)));
  }
  const ends = [
    ["mean", domain.mean, mean, "mean", "Mean of all extracts", 28],
    [best, domain.oracle, score(domain.oracle), "oracle", domain.proven ? "Best extract" : "Best extract found", 14],
  ];
  for (const [name, value, written, kind, about, above] of ends) {
    if (!Number.isFinite(value)) continue;
    const text = `${name} ${written}`;
    const half = (text.length * (LETTER + 1)) / 2;
    const at = Math.min(Math.max(x(value), half + 2), width - half - 2);
    svg.append(s("g", { class: kind }, s("title", {}, `${about}: ${written}, the mean over the documents`),
      s("line", { x1: x(value), x2: x(value), y1: above + 4, y2: base }),
      s("text", { x: at, y: above, "text-anchor": "middle" }, text)));
  }
  for (const mark of marks) {
    const at = base + 32 + mark.lane * LANE;
    svg.append(s("g", { class: "system" }, s("title", {}, `${mark.name}: ${score(mark.value)}`),
      s("line", { x1: mark.at, x2: mark.at, y1: base - 6, y2: at - 5 }),
      s("path", { d: mark.d, fill: mark.fill, transform: `translate(${mark.at.toFixed(1)} ${at})` }),
      mark.lane < LANES && s("text", { x: mark.isLeft ? mark.at - 10 : mark.at + 10, y: at + 4, "text-anchor": mark.isLeft ? "end" : "start" },
        mark.label)));
  }
  return svg;
}

/** What curves and marks show. */
const explanation = () => h("p", { class: "note" }, "A curve shows the scores of all extracts, every document counting alike. ",
  "Mean, oracle and systems are averages over the documents, so extracts of single documents may score above the oracle shown.");

/** The legend: a button for each system hides or shows it in all charts. */
function legend(names, hidden, redraw) {
  return h("div", { class: "legend-buttons", role: "group", "aria-label": "Systems shown in the charts" },
    names.map((name, index) => {
      const { fill, d } = look(index);
      const icon = s("svg", { width: 14, height: 14, viewBox: "-7 -7 14 14", "aria-hidden": "true", class: "key" },
        s("path", { d, fill }));
      return h("button", { type: "button", title: name, "aria-pressed": String(!hidden.has(name)), click: (event) => {
        if (hidden.has(name)) hidden.delete(name);
        else hidden.add(name);
        event.currentTarget.setAttribute("aria-pressed", String(!hidden.has(name)));
        redraw();
      } }, icon, shortened(name, LONGEST));
    }));
}

/** A frame for each domain's chart, about as large as a chart with so many systems, two of which share a row. */
function figures(domains, systems, isDrawn = true) {
  const frames = domains.map(() => h("div", { class: "frame" }));
  for (const frame of frames) frame.style.minHeight = `${heightOf(Math.min(Math.ceil(systems / 2), LANES) + 1)}px`;
  const saving = (domain, frame) => pictureButtons(() => frame.querySelector("svg"), `density-${domain || "all"}`, { class: "plain", disabled: !isDrawn });
  const element = h("div", { class: "densities" }, domains.map(({ domain, documents }, index) => h("figure", {},
    h("figcaption", {}, h("b", {}, domain || "no domain"), h("span", {}, counted(documents, "document")),
      h("span", { class: "save" }, saving(domain, frames[index]))), frames[index])));
  return { element, frames };
}

/** Reserve the room for the charts, so that nothing moves when they appear. */
export function reserveDensities(element, documents) {
  const sizes = new Map();
  for (const { domain } of documents) sizes.set(domain ?? "", (sizes.get(domain ?? "") ?? 0) + 1);
  const domains = [...sizes].slice(0, MOST_CHARTS).map(([domain, number]) => ({ domain, documents: number }));
  const systems = BASELINES + documents.reduce((most, document) => Math.max(most, document.systems), 0);
  const { element: grid, frames } = figures(domains, systems, false);
  for (const frame of frames) frame.append(h("p", { class: "note" }, "The distribution of all extracts appears here once it is computed."));
  element.replaceChildren(grid, h("div", { class: "legend-buttons" }), explanation());
}

/** Draw the charts of all domains, again whenever the width changes; returns a function that stops that. */
export function drawDensities(element, table, hidden = new Set()) {
  const all = table.domains.filter((domain) => domain.bins.length || Number.isFinite(domain.mean));
  const domains = all.slice(0, MOST_CHARTS);
  if (!domains.length) {
    element.replaceChildren(h("p", { class: "note" }, "None of the documents in this corpus could be scored."));
    return () => {};
  }
  const shared = range(domains);
  const { element: grid, frames } = figures(domains, table.systems.length);
  const redraw = () => {
    frames.forEach((frame, index) => {
      const width = Math.max(260, Math.floor(frame.clientWidth));
      frame.replaceChildren(chart(domains[index], table.systems, hidden, shared, width));
    });
  };
  const isPartial = table.systems.some((system) => domains.some(({ systems }) => !(system in systems)));
  element.replaceChildren(grid, table.systems.length ? legend(table.systems, hidden, redraw) : "", explanation(),
    isPartial ? h("p", { class: "note" }, "A system is marked in the domains in which it has summarized every document.") : "",
    all.length > domains.length ? h("p", { class: "note" }, `The first ${domains.length} of ${all.length} domains; the download has all of them.`) : "");
  let width = 0;
  const observer = new ResizeObserver(() => {
    const now = frames[0].clientWidth;
    if (now !== width) {
      width = now;
      redraw();
    }
  });
  observer.observe(frames[0]);
  return () => observer.disconnect();
}
