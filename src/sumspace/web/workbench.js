// The workbench in one module, without a build step. It has three homes: the pages of `sumspace serve`, the reports that
// studies write, and notebooks, where anywidget calls `render`. It makes no requests.
//
//   arithmetic     hits, score, rank and nines of an extract: the same numbers as Python's (nines up to rounding)
//   moves          what fits the budget, the best next sentence, the best swap
//   elements       making, saving and shortening what is shown
//   words          numbers and sentences as people read them
//   chart          the distribution of all extracts, with everybody's score marked
//   document view  the text to click on, and everything that changes with it
//   reports        sortable tables, charts that fit their width, switches, the section being read

// Arithmetic

const TOLERANCE = 1e-9; // scores this close (relative to the score, or to 1) are equal

// The row of `ends` and `sizes` for the first words of a sentence, or for all of it.
const rowOf = (coverage, sentence, words) => coverage.rows[sentence] + (words ?? coverage.lengths[sentence]);

// The score of an extract with so many hits and units: recall, precision or F1; several references are pooled.
function scoreOf(coverage, kind, hitCount, units) {
  const held = coverage.references * units;
  let denominator = { recall: coverage.total, precision: held, f1: (coverage.total + held) / 2 }[kind];
  if (coverage.denominators) denominator = coverage.denominators[Math.min(units, coverage.denominators.length - 1)];
  const score = denominator === 0 ? 0 : hitCount / denominator;
  return coverage.capped ? Math.min(score, 1) : score;
}

const bits = (number) => number.toString(2).length;

// The quotient of two integers of any size, correctly rounded, as Python's is.
export function ratio(numerator, denominator) {
  if (numerator === 0n) return 0;
  const shift = BigInt(Math.max(bits(denominator) - bits(numerator) + 66, 0));
  const whole = (numerator << shift) / denominator;
  const sticky = (numerator << shift) % denominator === 0n ? 0n : 1n; // a remainder only decides how ties are rounded
  let quotient = Number((whole << 1n) | sticky);
  for (let left = Number(shift) + 1; left > 0; left -= 1000) quotient *= 2 ** -Math.min(left, 1000);
  if (quotient >= 2 ** -1021) return quotient;
  let steps = (numerator << 1074n) / denominator; // subnormal numbers have fewer digits: round to those
  const rest = 2n * ((numerator << 1074n) % denominator);
  if (rest > denominator || (rest === denominator && steps & 1n)) steps += 1n;
  return Number(steps) * Number.MIN_VALUE;
}

function logarithm(number) { // decimal, of an integer of any size
  const digits = number.toString();
  return Math.log10(Number(`0.${digits.slice(0, 20)}`)) + digits.length;
}

const ninesOf = (share) => (share > 0 ? Math.max(0, -Math.log10(share)) : Infinity);

const prepared = new WeakMap(); // for each distribution, its cumulative counts as BigInts

function cumulated(distribution) {
  if (!prepared.has(distribution)) {
    const counts = distribution.counts && distribution.counts.map(BigInt);
    const below = counts && [0n];
    if (counts) for (const count of counts) below.push(below[below.length - 1] + count);
    prepared.set(distribution, { below, extracts: BigInt(distribution.extracts) });
  }
  return prepared.get(distribution);
}

// The first place in a sorted list with at least this value, or, with `past`, with more.
function firstAtLeast(sorted, value, past = false) {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (past ? sorted[middle] <= value : sorted[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

// Where a score stands among all extracts: the shares that score less, the same and more, and its nines. For a sampled
// distribution, `interval` bounds the share that scores at least as high, and the counts are null.
export function rank(distribution, score) {
  const near = TOLERANCE * Math.max(1, Math.abs(score));
  const low = firstAtLeast(distribution.scores, score - near);
  const high = firstAtLeast(distribution.scores, score + near, true);
  const { below, extracts } = cumulated(distribution);
  if (!below) {
    const sum = (from, to) => distribution.shares.slice(from, to).reduce((total, share) => total + share, 0);
    const shares = { below: sum(0, low), equal: sum(low, high), above: sum(high) };
    const none = { belowCount: null, equalCount: null, aboveCount: null };
    const { band, scores } = distribution;
    const interval = band && [low < scores.length ? band.low[low] : 0, band.high[Math.min(low, scores.length - 1)]];
    return { ...shares, ...none, nines: ninesOf(shares.equal + shares.above), interval };
  }
  const counts = [below[low], below[high] - below[low], below[below.length - 1] - below[high]];
  const atLeast = counts[1] + counts[2];
  let nines = ninesOf(ratio(atLeast, extracts));
  if (nines > 300 && atLeast > 0n) nines = logarithm(extracts) - logarithm(atLeast);
  const [belowCount, equalCount, aboveCount] = counts;
  const shares = counts.map((count) => ratio(count, extracts));
  return { below: shares[0], equal: shares[1], above: shares[2], belowCount, equalCount, aboveCount, nines, interval: null };
}

// Moves

// An extract is built sentence by sentence: what it costs, what it covers (`seen` counts its units), and how many words of
// the last sentence are kept if that is cut. `add` and `remove` change `seen` in place.
const nothing = ({ coverage }) => ({
  seen: new Int32Array(coverage.gain_starts.length - 1), hits: 0, units: 0, cost: 0, sentences: 0, words: null,
});

function add({ window: allowed, coverage }, { seen, ...before }, sentence) {
  const cost = before.cost + allowed.costs[sentence];
  const isCut = allowed.cut && !allowed.whole && cost > allowed.high;
  const words = isCut ? allowed.high - before.cost : null;
  const row = rowOf(coverage, sentence, words);
  let { hits } = before;
  for (let at = coverage.starts[sentence]; at < coverage.ends[row]; at += 1) {
    const unit = coverage.units[at];
    const level = coverage.gain_starts[unit] + seen[unit];
    seen[unit] += 1;
    if (level < coverage.gain_starts[unit + 1]) hits += coverage.gains[level];
  }
  const units = before.units + coverage.sizes[row];
  return { seen, hits, units, cost: isCut ? allowed.high : cost, sentences: before.sentences + 1, words };
}

function remove({ coverage }, { seen, words }, sentence) {
  const end = coverage.ends[rowOf(coverage, sentence, words)];
  for (let at = coverage.starts[sentence]; at < end; at += 1) seen[coverage.units[at]] -= 1;
}

const build = (payload, sentences) => sentences.reduce((extract, sentence) => add(payload, extract, sentence), nothing(payload));

// Add the score, and whether the extract belongs to the space.
function scored({ window: allowed, coverage, settings }, extract) {
  const { cost, sentences } = extract;
  let complete = cost >= allowed.low && cost <= allowed.high && (sentences > 0 || allowed.empty);
  if (allowed.cut) complete = allowed.whole ? sentences === allowed.costs.length : cost === allowed.high;
  return { ...extract, complete, score: scoreOf(coverage, settings.score, extract.hits, extract.units) };
}

// A list of sentences, in the order in which they were chosen, as an extract.
export const evaluate = (payload, sentences) => scored(payload, build(payload, sentences));

// Whether a sentence still fits after others of this cost.
const fits = ({ window: allowed }, cost, sentence) => (
  allowed.cut ? allowed.whole || cost < allowed.high : cost + allowed.costs[sentence] <= allowed.high
);

// Whether every sentence of a list belongs to the document and fits after those before it.
export function fitsBudget(payload, sentences) {
  let cost = 0;
  return sentences.every((sentence) => {
    const before = cost;
    cost += payload.window.costs[sentence];
    return sentence in payload.window.costs && fits(payload, before, sentence);
  });
}

// An extract with one more sentence, null if that does not fit; `before` is left as it was.
function withOneMore(payload, before, sentence) {
  if (!fits(payload, before.cost, sentence)) return null;
  const extract = scored(payload, add(payload, before, sentence));
  remove(payload, extract, sentence);
  return extract;
}

// Ties go to the shorter extract, then to the earlier one.
const isBetter = (one, other) => !other || one.score > other.score + 1e-12
  || (Math.abs(one.score - other.score) <= 1e-12 && one.cost < other.cost);

const allBut = (payload, taken) => payload.sentences.map((_, sentence) => sentence).filter((sentence) => !taken.includes(sentence));

export function bestNext(payload, sentences) {
  const now = build(payload, sentences);
  let best = null;
  for (const sentence of allBut(payload, sentences)) {
    const extract = withOneMore(payload, now, sentence);
    if (extract && isBetter(extract, best)) best = { ...extract, list: [...sentences, sentence] };
  }
  return best?.list ?? null;
}

// The best exchange of one sentence for another that raises the score; a complete extract stays complete.
export function bestSwap(payload, sentences) {
  const now = evaluate(payload, sentences);
  const last = sentences.at(-1);
  const others = allBut(payload, sentences);
  let best = null;
  const offer = (extract, list) => {
    if (extract && (extract.complete || !now.complete) && isBetter(extract, best)) best = { ...extract, list: list() };
  };
  for (const leaving of sentences) {
    const staying = sentences.filter((sentence) => sentence !== leaving);
    const rest = build(payload, staying);
    const keepsLast = payload.window.cut && leaving !== last; // if the last sentence is cut, it matters which one that is
    const withoutLast = keepsLast && build(payload, staying.slice(0, -1));
    for (const coming of others) {
      const inPlace = () => sentences.map((sentence) => (sentence === leaving ? coming : sentence));
      if (!keepsLast) offer(withOneMore(payload, rest, coming), inPlace);
      else {
        if (fits(payload, withoutLast.cost, coming)) {
          const before = add(payload, withoutLast, coming);
          offer(withOneMore(payload, before, last), inPlace);
          remove(payload, before, coming);
        }
        offer(withOneMore(payload, rest, coming), () => [...staying, coming]);
      }
    }
  }
  return best && best.score > now.score + 1e-12 ? best.list : null;
}

// Elements

const SVG = "http://www.w3.org/2000/svg";

// Fill an element without innerHTML, so that whatever a corpus or a person wrote is only ever text. Functions become
// listeners, true is an attribute without a value, null and false are left out.
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

// An HTML element: `h("a", { href: "#/", click: listener }, "text", child)`; and an SVG element, in the same way.
export const h = (tag, attributes = {}, ...children) => fill(document.createElement(tag), attributes, children);
export const s = (tag, attributes = {}, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);

// Let the browser save a text, or a blob, as a file.
export function download(name, text, type) {
  const url = URL.createObjectURL(new Blob([text], { type }));
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

// A name as a part of a file's name.
export const asFileName = (text) => text.replace(/[^\w.-]+/g, "-");

const STYLES = ["fill", "stroke", "stroke-width", "stroke-opacity", "stroke-dasharray", "stroke-linejoin", "paint-order",
  "opacity", "visibility", "color", "font-family", "font-size", "font-weight"];

// The colour behind an element.
function backgroundOf(element) {
  for (let at = element; at; at = at.parentElement) {
    const { backgroundColor } = getComputedStyle(at);
    if (backgroundColor !== "rgba(0, 0, 0, 0)") return backgroundColor;
  }
  return "white";
}

// A copy of a chart that looks the same without the style sheets, with the page's background.
function standalone(svg) {
  const [width, height] = [Math.ceil(svg.clientWidth), Math.ceil(svg.clientHeight)];
  const copy = fill(svg.cloneNode(true), { xmlns: SVG, width, height }, []);
  const originals = [svg, ...svg.querySelectorAll("*")];
  [copy, ...copy.querySelectorAll("*")].forEach((element, i) => {
    const style = getComputedStyle(originals[i]);
    for (const name of STYLES) element.setAttribute(name, style.getPropertyValue(name));
    element.removeAttribute("class");
  });
  copy.prepend(s("rect", { width: "100%", height: "100%", fill: backgroundOf(svg) }));
  return { source: new XMLSerializer().serializeToString(copy), width, height };
}

// Save a chart; a PNG has twice as many pixels, so that it is sharp in print.
function savePicture(svg, name, kind) {
  const { source, width, height } = standalone(svg);
  if (kind === "SVG") {
    download(`${name}.svg`, source, "image/svg+xml");
    return;
  }
  const picture = new Image(width, height);
  picture.addEventListener("load", () => {
    const canvas = h("canvas", { width: 2 * width, height: 2 * height });
    canvas.getContext("2d").drawImage(picture, 0, 0, 2 * width, 2 * height);
    canvas.toBlob((blob) => download(`${name}.png`, blob, "image/png"));
  });
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(source)}`;
}

// Buttons that save a chart as it looks when they are clicked.
export const pictureButtons = (find, name, options = {}) => ["SVG", "PNG"].map((kind) => (
  h("button", { type: "button", "aria-label": `Save the chart as ${kind}`, ...options, click: () => savePicture(find(), name, kind) }, kind)
));

// A name, or, if it is longer than that, its beginning and its end, by which names differ.
export function shortened(text, most) {
  const letters = [...text];
  const end = Math.floor((most - 1) * 0.4);
  return letters.length > most ? `${letters.slice(0, most - 1 - end).join("")}…${letters.slice(-end).join("")}` : text;
}

// How wide a text is in a chart, in Latin letters: Chinese, Japanese and Korean characters count twice.
export const lettersOf = (text) => [...text].reduce((sum, letter) => sum + (letter > "\u2e7f" ? 2 : 1), 0);

// Words

export const points = (score, digits = 3) => score.toFixed(digits);

const superscript = (number) => String(number).replace(/-/g, "⁻").replace(/\d/g, (digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[digit]);

// An integer, as a number or in digits, with commas, or, if it is too long to read, as 3.21 × 10⁴⁵.
export function integer(value) {
  if (value === null || value === undefined) return "–";
  const digits = String(value);
  if (digits.length <= 15) return digits.replace(/\B(?=(\d{3})+$)/g, ",");
  const rounded = Math.round(Number(digits.slice(0, 4)) / 10);
  return rounded < 1000 ? `${(rounded / 100).toFixed(2)} × 10${superscript(digits.length - 1)}` : `1.00 × 10${superscript(digits.length)}`;
}

// `1 document`, `2 documents`.
export const counted = (number, noun) => `${integer(number)} ${noun}${Number(number) === 1 ? "" : "s"}`;

// A share in percent, with one to three decimals. It reads 0 or 100 only if it is; a share that is rounded to 1 is told
// from 1 by its nines.
export function percent(share, nines = share === 1 ? Infinity : 0) {
  if (share === 0 || nines === Infinity) return share === 0 ? "0 %" : "100 %";
  const digits = Number.isFinite(nines) ? Math.min(Math.max(Math.ceil(nines) - 1, 1), 3) : 1;
  const text = (100 * share).toFixed(digits);
  const least = 10 ** -digits;
  if (Number(text) === 0) return `< ${least.toFixed(digits)} %`;
  return Number(text) === 100 ? `> ${(100 - least).toFixed(digits)} %` : `${text} %`;
}

const ninesText = (nines) => (Number.isFinite(nines) ? nines.toFixed(1) : "above all");

// ROUGE-2 recall; other measures keep their names.
const measureText = ({ measure, score }) => (
  `${measure.replace(/^rouge/, "ROUGE").replace(/^ROUGE-su/, "ROUGE-SU")} ${score === "f1" ? "F1" : score}`
);

// The extracts that a budget allows, in words: "of 60 words".
function budgetText(budget) {
  const [, kind, size, slack] = /^(\w+)\((\d+)(?:, (\d+))?\)$/.exec(budget) ?? [];
  return {
    reach: `of ${counted(size, "word")}`, at_most: `of at most ${counted(size, "word")}`, exactly: `of ${counted(size, "sentence")}`,
    up_to: `of at most ${counted(size, "sentence")}`, within: `of ${Math.max(size - slack, 0)} to ${Number(size) + Number(slack)} words`,
  }[kind] ?? budget;
}

// Where a score stands; where a search has counted the best extracts of a space that was sampled, their share is known.
function placeOf({ distribution, oracles, window: allowed }, score) {
  const place = rank(distribution, score);
  const isCounted = oracles?.optimal && Number(oracles.count) && (allowed.empty || allowed.low > 0); // else padded ones are missing
  if (place.belowCount !== null || !isCounted || Math.abs(score - oracles.score) > TOLERANCE) return place;
  const [count, extracts] = [BigInt(oracles.count), BigInt(distribution.extracts)];
  const share = ratio(count, extracts);
  return { ...place, below: 1 - share, equal: share, above: 0, nines: logarithm(extracts) - logarithm(count), interval: [share, share] };
}

// The share of extracts that score lower, and the nines; estimates from a sample are marked. Of a score that no sampled
// extract reaches only bounds are known, also where a search has found some that do; if it has counted them, the share is.
const isEstimate = ({ belowCount, interval }) => belowCount === null && !(interval && interval[0] > 0 && interval[0] === interval[1]);
const isBeyond = ({ equal, above, interval }) => Boolean(interval) && interval[0] < interval[1] && equal + above <= interval[0];
export const withSign = (sign, text) => text.replace(/^(?=\d)/, `${sign} `);

function belowText(place) {
  if (!isEstimate(place)) return percent(place.below, place.nines);
  if (!isBeyond(place)) return withSign("≈", percent(place.below, place.nines));
  const most = place.interval[1];
  return withSign("≥", percent(1 - most, ninesOf(most)));
}

function placeNines(place) {
  if (!isEstimate(place)) return ninesText(place.nines);
  if (!isBeyond(place)) return Number.isFinite(place.nines) ? `≈ ${ninesText(place.nines)}` : "above the sample";
  const [most, least] = place.interval.map((share) => ninesText(ninesOf(share)));
  return place.interval[0] > 0 ? `${least} to ${most}` : `≥ ${least}`;
}

// The bounds of an estimated share: in nines if percents do not tell them apart, and none if nines do not either.
function boundsText({ interval }, { band }) {
  if (!interval) return "";
  const ends = [ninesOf(interval[1]), ninesOf(interval[0])];
  const [low, high] = ends.map((nines, i) => percent(1 - interval[1 - i], nines));
  const [least, most] = ends.map(ninesText);
  if (low === high && least === most) return "";
  const inNines = Number.isFinite(ends[1]) ? `${least} to ${most} nines` : `at least ${least} nines`;
  const range = low === high || `${low}${high}`.includes(">") ? inNines : `between ${low} and ${high}`;
  return ` (${range} with ${band.confidence} % confidence)`;
}

// The same as a sentence: "12.3 % of the 45,678 extracts score lower", "About 12.3 % of …", "None of the sampled extracts …".
function lowerText(place, distribution) {
  if (distribution.extracts === "1") return place.below === 0 ? "The only extract does not score lower" : "The only extract scores lower";
  const all = `the ${integer(distribution.extracts)} extracts`;
  const seen = isEstimate(place) ? "the sampled extracts" : all;
  if (place.below === 0) return `None of ${seen} scores lower`;
  if (place.nines === Infinity || isBeyond(place)) return `All of ${seen} score lower${boundsText(place, distribution)}`;
  const share = percent(place.below, place.nines).replace(/^>/, "More than").replace(/^</, "Less than");
  if (!isEstimate(place)) return `${share} of ${all} score lower`;
  return `${share.replace(/^(?=\d)/, "About ")} of ${all} score lower${boundsText(place, distribution)}`;
}

// A distance between scores; it reads 0 only if there is none.
export function distance(gap, digits = 3) {
  const text = points(Math.max(gap, 0), digits);
  return gap > TOLERANCE && Number(text) === 0 ? `< ${points(10 ** -digits, digits)}` : text;
}

// What no score exceeds, rounded up, so that this is still true.
export const upperBound = (bound, digits = 3) => points(Math.ceil(bound * 10 ** digits - TOLERANCE) / 10 ** digits, digits);

const gapText = (gap) => (gap < -TOLERANCE ? `${distance(-gap)} above` : distance(gap));

// What the parts of a document view know of its best extracts, and the noun that its budget counts.
function describe({ distribution, oracles, window: allowed }) {
  const ceiling = Math.max(oracles?.score ?? 0, distribution.max ?? 0);
  const isProven = distribution.proven || Boolean(oracles?.optimal);
  return {
    ceiling, isProven,
    isOracle: isProven && oracles !== null && ceiling - oracles.score < TOLERANCE, // whether the search found an oracle
    belowBest: isProven ? "below the oracle" : "below the best found",
    noun: allowed.unit === "sentences" ? "sentence" : "word",
  };
}

// The space of a document in a few sentences.
function factsText({ distribution, oracles, window: allowed, settings, people, notes }, { ceiling, isProven }) {
  const bound = Math.min(oracles?.bound ?? Infinity, distribution.bound ?? Infinity);
  const known = distribution.exact ? ", all scored exactly" : "; their scores are estimated from a sample";
  const count = oracles ? oracles.count : distribution.counts?.[firstAtLeast(distribution.scores, ceiling - TOLERANCE)];
  const others = count === "1" ? "no other extract reaches" : `${integer(count)} extracts reach`;
  const padded = allowed.empty || !oracles ? "" : ", not counting those padded with sentences that share nothing with the references";
  const many = Number(count) ? `; ${others} that score${padded}` : "";
  const limit = Number.isFinite(bound) ? `, but none scores above ${upperBound(bound)}` : "";
  const only = allowed.whole
    ? "The document is shorter than the budget, so its only extract is the whole text."
    : `There is only one extract ${budgetText(settings.budget)}.`;
  const scores = distribution.extracts === "1" ? [only, `It scores ${points(ceiling)}.`] : [
    `There are ${integer(distribution.extracts)} extracts ${budgetText(settings.budget)}${known}.`,
    isProven
      ? `The best one scores ${points(ceiling)} (proven)${many}.`
      : `The best one found scores ${points(ceiling)}; it is not proven to be the best${limit}.`,
    `The average extract scores ${distribution.exact ? "" : "about "}${points(distribution.mean)}.`,
  ];
  return [...scores, people.length ? "Human summaries are scored against the other references." : "", ...notes].filter(Boolean).join(" ");
}

// Whether an extract has a rank: if it is complete, or if it can be completed and more sentences cannot lower its score.
function hasRank({ window: allowed, settings, coverage }, extract) {
  const isCompletable = allowed.cut || allowed.unit === "sentences";
  return extract.complete || (isCompletable && settings.score === "recall" && !coverage.denominators);
}

// Where the reader's own extract stands, as a sentence; `place` is null if it has no rank.
function statusText({ distribution, window: allowed }, { ceiling, isProven, noun }, extract, place) {
  if (!extract.sentences) return "Choose sentences: how close can you get to the best extract?";
  if (!extract.complete && allowed.whole) return "The document is shorter than the budget: its only extract is the whole text.";
  const left = (allowed.cut ? allowed.high : allowed.low) - extract.cost;
  const short = extract.complete ? "" : ` Your extract still needs ${counted(left, noun)}.`;
  const gap = ceiling - extract.score;
  if (!place) return `So far, the score is ${points(extract.score)}.${short}`;
  if (gap < TOLERANCE) {
    const reached = gap < -TOLERANCE ? `This beats the best extract that the search found (${points(ceiling)}).` : "No better extract was found.";
    return isProven
      ? `This is as good as it gets: no extract of this document scores higher than ${points(extract.score)}.${short}`
      : `${reached} Whether a better one exists is not proven.${short}`;
  }
  return `${lowerText(place, distribution)}; the best ${isProven ? "possible" : "found"} is ${points(ceiling)}.${short}`;
}

// Where a pasted summary stands among the extracts, as a sentence.
function summaryText(payload, { ceiling, isProven, noun }) {
  const { distribution, summary, window: allowed, settings } = payload;
  const gap = ceiling - summary.score;
  const { unequal } = summary;
  const isShort = settings.score === "recall" && noun === "word" && !allowed.whole && summary.words < allowed.low;
  const terms = unequal ? `It is ${unequal} than any extract, so they are not on equal terms. `
    : isShort ? "It is shorter than any extract, which costs recall. " : "";
  const best = `the best extract${isProven ? "" : " that was found"}`;
  const scores = typeof summary.uncut === "number"
    ? `Extracts are shorter, so it is cut to ${counted(allowed.high, "word")} to be compared with them (uncut, it scores `
      + `${points(summary.uncut)}). Cut, it scores ${points(summary.score)}`
    : `${terms}It scores ${points(summary.score)}`;
  if (Math.abs(gap) < TOLERANCE) return `${scores}, the same as ${best}.`;
  if (summary.score === 0) return `${scores}: it has nothing of what the measure counts in common with the references. Is it in their language?`;
  const unreached = isProven && gap < 0 && !unequal ? ": no extract reaches it" : "";
  const lower = lowerText(placeOf(payload, summary.score), distribution);
  const side = gap > 0 ? "below" : "above";
  return `${scores}. ${lower}. That is ${distance(Math.abs(gap))} ${side} ${best}, which scores ${points(ceiling)}${unreached}.`;
}

// Chart

const MARKS = { // a shape and a colour for each kind, so that neither is needed alone
  you: "M0,-8L7,6L-7,6Z", oracle: "M0,-8L2,-2L8,-2L3,2L5,8L0,4L-5,8L-3,2L-8,-2L-2,-2Z", system: "M-4,-4H4V4H-4Z",
  person: "M-5,0A5,5 0 1,0 5,0A5,5 0 1,0 -5,0Z", mean: "M0,-6L4,0L0,6L-4,0Z",
};

const LEFT = 52;
const RIGHT = 16; // margins of a chart
export const LANES = 13; // rows of labels; marks that find no room there have only a tooltip
export const LANE = 17;
const LONGEST = 26; // letters of a label
const BAR = 40; // the most pixels of a bar

// The shares of extracts in bars of equal width. Each bar has a whole number of possible scores, which are multiples of
// `step` (0 if they are irregular, as F1 is): other bars would show gaps that the distribution does not have.
function histogram(distribution, step, top, most) {
  const perBar = step ? Math.max(Math.ceil(top / step / most), 1) : 1;
  const width = step ? perBar * step : top / most;
  const bars = Array.from({ length: Math.ceil(top / width) + 1 }, (_, i) => (
    { from: i * width - step / 2, to: (i + 1) * width - step / 2, low: i * width, high: (i + 1) * width - step, share: 0 }
  ));
  distribution.scores.forEach((score, i) => {
    if (distribution.shares[i] > 0) bars[Math.floor(score / width + 1e-6)].share += distribution.shares[i];
  });
  return bars.filter(({ share }) => share > 0);
}

// The scores that extracts have, each with the nines of reaching it; at most some 400 of them.
function tailOf(distribution) {
  const reached = distribution.scores.filter((_, i) => distribution.shares[i] > 0 || (distribution.counts && distribution.counts[i] !== "0"));
  const every = Math.ceil(reached.length / 400);
  const kept = reached.filter((_, i) => i % every === 0 || i === reached.length - 1);
  return kept.map((score) => ({ score, nines: rank(distribution, score).nines }));
}

// Round steps for an axis: about as many as wanted.
export function ticks(low, high, wanted) {
  const rough = (high - low) / wanted;
  const unit = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * unit).find((candidate) => candidate >= rough);
  const values = [];
  for (let i = Math.ceil(low / step - 1e-9); i * step <= high + 1e-9; i += 1) values.push(i * step);
  return { values, digits: Math.max(0, -Math.floor(Math.log10(step) + 1e-9)) };
}

// Place the labels of marks: beside their marks, on the side with fewer other marks, in rows in which they do not overlap.
// Labels that find no room in the first `most` rows are in row `most`, which they share. Lower `order` goes first.
export function placeLabels(marks, { width, most, longest, letter }) {
  const rows = [];
  const placed = marks.map((mark) => {
    const label = shortened(mark.name, longest);
    const room = lettersOf(label) * letter + 20;
    const before = marks.filter(({ at }) => at < mark.at && at > mark.at - room).length;
    const after = marks.filter(({ at }) => at > mark.at && at < mark.at + room).length;
    const isLeft = mark.at - 8 + room > width || (after > before && mark.at + 8 - room > 0);
    return { ...mark, label, isLeft, from: isLeft ? mark.at + 8 - room : mark.at - 8, to: isLeft ? mark.at + 8 : mark.at - 8 + room };
  });
  for (const label of [...placed].sort((a, b) => (a.order ?? 0) - (b.order ?? 0) || a.from - b.from)) {
    const free = rows.findIndex((others) => others.every((other) => other.to + 6 < label.from || label.to + 6 < other.from));
    label.lane = free < 0 ? Math.min(rows.length, most) : free;
    if (label.lane < most) (rows[label.lane] ??= []).push(label);
  }
  return placed;
}

const chartText = (x, y, words, kind, anchor = "middle") => s("text", { x, y, class: kind, "text-anchor": anchor }, words);

// The scale on the left and the shape of the distribution, from `bottom` up: bars, or the nines of every score.
function barShape(bars, x, { bottom, height, exact }) {
  const highest = Math.max(...bars.map(({ share }) => share));
  return [
    ...bars.map(({ from, to, low, high, share }) => {
      const tall = Math.max((share / highest) * height, 0.75);
      const half = Math.min(Math.max(x(to) - x(from) - 1, 1), BAR) / 2;
      const middle = (x(from) + x(to)) / 2;
      const start = Math.max(middle - half, x(0)); // half of the bar at 0 would be left of the axis
      const range = high - low < TOLERANCE ? points(low) : `${points(low)} to ${points(high)}`;
      return s("rect", { x: start, y: bottom - tall, width: middle + half - start, height: tall, class: "bar" },
        s("title", {}, `${range}: ${exact ? percent(share) : withSign("≈", percent(share))} of all extracts`));
    }),
    chartText(LEFT - 6, bottom - height + 8, percent(highest), "tick", "end"), chartText(LEFT - 6, bottom, "0 %", "tick", "end"),
  ];
}

function ninesShape(tail, x, { bottom, height }) {
  const deepest = Math.max(...tail.map(({ nines }) => (Number.isFinite(nines) ? nines : 0)), 1);
  const y = (nines) => bottom - (Math.min(nines, deepest) / deepest) * height;
  const every = Math.max(1, Math.ceil(deepest / 6));
  const labels = Array.from({ length: Math.floor(deepest / every) + 1 }, (_, i) => i * every);
  const steps = tail.map(({ score, nines }) => `V${y(nines)}H${x(score)}`); // up to a score, its share reaches it
  return [
    ...labels.map((nines) => chartText(LEFT - 6, y(nines) + 4, nines ? `10⁻${superscript(nines)}` : "1", "tick", "end")),
    s("path", { d: `M${x(0)},${y(0)}${steps.join("")}`, class: "line" }),
  ];
}

function markElement({ kind, name, score, at, label, isLeft, lane }, bottom) {
  const y = 12 + lane * LANE;
  return s("g", { class: `mark ${kind}` },
    s("line", { x1: at, x2: at, y1: y + 6, y2: bottom }),
    s("path", { d: MARKS[kind], transform: `translate(${at},${y})` }),
    lane < LANES && chartText(at + (isLeft ? -11 : 11), y + 4, label, null, isLeft ? "end" : "start"),
    s("title", {}, `${name}: ${points(score)}`));
}

// The reader's own mark, which moves with every click.
function ownMark(x, head, bottom, width) {
  const stem = s("line", { y1: head - 8, y2: bottom });
  const name = chartText(0, head - 8, "you");
  const shape = s("path", { d: MARKS.you });
  const node = s("g", { class: "mark you" }, stem, shape, name);
  return {
    node,
    move(score) {
      node.setAttribute("visibility", score === null ? "hidden" : "visible");
      if (score === null) return;
      const at = x(score).toFixed(1);
      stem.setAttribute("x1", at);
      stem.setAttribute("x2", at);
      shape.setAttribute("transform", `translate(${at},${bottom - 8})`);
      name.setAttribute("x", Math.min(Math.max(at, LEFT + 8), width - 24));
    },
  };
}

// The distribution of all extracts with everybody's mark; `move` moves the reader's own.
function distributionChart(payload, marks) {
  const { distribution, coverage, settings } = payload;
  const place = h("div", { class: "ws-chart" });
  const step = settings.score === "recall" && !coverage.denominators && coverage.total ? 1 / coverage.total : 0;
  const top = (Math.max(distribution.max ?? 0, ...marks.map((mark) => mark.score)) || 1) * 1.06;
  const tail = tailOf(distribution);
  const state = { nines: false, you: null, width: 0 };
  let you = null;

  function render() {
    const { width } = state;
    const x = (score) => LEFT + (score / top) * (width - LEFT - RIGHT);
    const placed = placeLabels(
      marks.map((mark) => ({ ...mark, at: x(mark.score), order: mark.kind === "system" ? 1 - mark.score / top : -1 })), // the best first
      { width, most: LANES, longest: LONGEST, letter: 7.4 },
    );
    const head = (Math.max(...placed.map(({ lane }) => lane)) + 1) * LANE + 26;
    const height = width < 500 ? 130 : 170;
    const bottom = head + height;
    const axis = ticks(0, top, width / 90);
    you = ownMark(x, head, bottom, width);
    place.replaceChildren(s("svg", {
      viewBox: `0 0 ${width} ${bottom + 40}`, width: "100%", height: bottom + 40, role: "img",
      "aria-label": `How all ${integer(distribution.extracts)} extracts score: from ${points(tail[0]?.score ?? 0)} to `
        + `${points(distribution.max)}, ${points(distribution.mean)} on average`,
    },
    axis.values.flatMap((value) => [
      s("line", { x1: x(value), x2: x(value), y1: head, y2: bottom, class: "grid" }),
      chartText(x(value), bottom + 16, value.toFixed(axis.digits), "tick"),
    ]),
    chartText((LEFT + width - RIGHT) / 2, bottom + 34, `${measureText(settings)} of an extract`, "tick"),
    state.nines
      ? ninesShape(tail, x, { bottom, height })
      : barShape(histogram(distribution, step, top, width < 500 ? 60 : 120), x, { bottom, height, exact: distribution.exact }),
    s("line", { x1: LEFT, x2: width - RIGHT, y1: bottom, y2: bottom, class: "axis" }),
    placed.map((mark) => markElement(mark, bottom)),
    you.node));
    you.move(state.you);
  }

  const captions = ["The distribution of all extracts by score", "Extracts that score at least as high"];
  const caption = h("span", {}, captions[0]);
  const scale = h("div", { class: "ws-switch", role: "group", "aria-label": "Scale of the chart" });
  for (const [label, nines] of [["linear", false], ["nines (logarithmic)", true]]) {
    scale.append(h("button", {
      type: "button", "aria-pressed": String(nines === state.nines),
      click: (event) => {
        state.nines = nines;
        caption.textContent = captions[Number(nines)];
        for (const button of scale.children) button.setAttribute("aria-pressed", String(button === event.currentTarget));
        render();
      },
    }, label));
  }
  const watcher = new ResizeObserver(() => {
    const width = Math.max(place.clientWidth || 720, 300);
    if (width === state.width) return;
    state.width = width;
    render();
  });
  watcher.observe(place);
  return {
    node: h("figure", { class: "ws-figure" }, h("figcaption", {}, caption, scale), place),
    move(score) { state.you = score; you?.move(score); },
    destroy() { watcher.disconnect(); },
  };
}

// Document view

// The extract that the reader builds, with undo and redo; `onChange` is called after every change.
function extractHistory(payload, onChange) {
  let chosen = [];
  let drag = null;
  const [past, future] = [[], []];

  function set(sentences, { keep = true } = {}) {
    if (String(sentences) === String(chosen)) return;
    if (keep) {
      past.push(chosen);
      future.length = 0;
    }
    chosen = [...sentences];
    onChange();
  }

  function travel(from, to) {
    if (!from.length) return;
    to.push(chosen);
    set(from.pop(), { keep: false });
  }

  // Choose a sentence, or take it back; false if it does not fit.
  function toggle(sentence) {
    const isChosen = chosen.includes(sentence);
    const list = isChosen ? chosen.filter((other) => other !== sentence) : [...chosen, sentence];
    if (!isChosen && !fitsBudget(payload, list)) return false;
    set(list);
    return true;
  }

  return {
    get chosen() { return chosen; },
    get canUndo() { return past.length > 0; },
    get canRedo() { return future.length > 0; },
    get isDragging() { return drag !== null; },
    set,
    toggle,
    undo: () => travel(past, future),
    redo: () => travel(future, past),
    beginDrag(sentence) {
      drag = { from: sentence, taking: !chosen.includes(sentence), before: chosen, steps: past.length };
      return toggle(sentence);
    },
    // Choose, or take back, all sentences from the first one to this one: one step for undo, however far it goes.
    dragTo(sentence) {
      const { from, taking, before, steps } = drag;
      const step = Math.sign(sentence - from) || 1;
      const range = Array.from({ length: Math.abs(sentence - from) + 1 }, (_, i) => from + i * step);
      let list = before;
      if (!taking) list = before.filter((other) => !range.includes(other));
      else for (const one of range) if (!list.includes(one) && fitsBudget(payload, [...list, one])) list = [...list, one];
      set(list, { keep: past.length === steps });
    },
    endDrag() {
      const isBack = drag && past.length > drag.steps && String(past.at(-1)) === String(chosen);
      drag = null;
      if (!isBack) return;
      past.pop(); // it ended where it began, which is no step
      onChange();
    },
  };
}

// Cut a text where marks begin and end; `byMark` lists the pieces of each mark.
function pieces(text, marks, cutAt = null) {
  const edges = new Set([0, text.length]);
  for (const [, ...spans] of marks) for (const edge of spans) edges.add(edge);
  if (cutAt !== null) edges.add(cutAt);
  const sorted = [...edges].filter((edge) => edge <= text.length).sort((a, b) => a - b);
  const nodes = [];
  const byMark = marks.map(() => []);
  const place = new Map(sorted.map((edge, i) => [edge, i]));
  for (let i = 0; i + 1 < sorted.length; i += 1) {
    const node = h("span", {}, text.slice(sorted[i], sorted[i + 1]));
    if (cutAt !== null && sorted[i] >= cutAt) node.classList.add("cut");
    nodes.push(node);
  }
  marks.forEach(([, ...spans], mark) => {
    for (let at = 0; at < spans.length; at += 2) {
      for (let i = place.get(spans[at]); i < place.get(spans[at + 1]); i += 1) byMark[mark].push(nodes[i]);
    }
  });
  return { nodes, byMark };
}

// Where the first so many words of a text end; `ends` tells it if other than single spaces separate words.
const endOfWords = (text, words, ends) => (ends ? ends[words - 1] ?? null : text.split(" ").slice(0, words).join(" ").length);

// The numbers of the reader's own extract.
function numbersPanel(payload, known) {
  const { settings, window: allowed } = payload;
  const { ceiling, isProven, belowBest, noun } = known;
  const number = (label, title) => {
    const value = h("b", {}, "–");
    return { value, label, title, node: h("div", { class: "ws-number", title }, h("span", {}, label), value) };
  };
  const used = number(`${noun}s used`, `how much of the budget ${settings.budget} your extract uses`);
  const score = number(measureText(settings), "the score of your extract");
  const beats = number("scores higher than", "the share of all extracts with a lower score than yours");
  const nines = number("nines", "how rare a score this high is: 3 nines mean that one extract in a thousand reaches it");
  const gap = number(belowBest, `how far your extract is below the best one${isProven ? "" : " that was found"}`);
  const bar = h("div", { class: "ws-bar", "aria-hidden": "true" }, h("span"));
  used.node.append(bar);
  const all = [used, score, beats, nines, gap];
  return {
    node: h("div", { class: "ws-numbers" }, all.map(({ node }) => node)),
    help: h("details", { class: "ws-help" }, h("summary", {}, "What do these numbers mean?"),
      h("dl", {}, all.flatMap(({ label, title }) => [h("dt", {}, label), h("dd", {}, title)]),
        allowed.cut && [h("dt", {}, "extract"), h("dd", {}, "some sentences of the document and a last one, which is cut to the "
          + "budget if it is too long; the same sentences with another one last are another extract")])),
    update(extract, place) {
      used.value.textContent = `${extract.cost} of ${allowed.high}`;
      bar.firstChild.style.width = `${Math.min((100 * extract.cost) / Math.max(allowed.high, 1), 100)}%`;
      score.value.textContent = points(extract.score);
      beats.value.textContent = place ? belowText(place) : "–";
      nines.value.textContent = place ? placeNines(place) : "–";
      gap.value.textContent = place || !extract.sentences ? gapText(ceiling - extract.score) : "–";
    },
  };
}

function shareText(share, { count }) {
  if (!share) return "";
  if (count === "1") return "in the oracle";
  return share === 1 ? "in all oracles" : `in ${Math.min(Math.max(Math.round(100 * share), 1), 99)} % of the oracles`;
}

// The document, with sentences to choose by mouse, finger or keyboard. `refuse` is told of a sentence that does not fit.
function textPane(payload, history, refuse) {
  const { oracles, coverage } = payload;
  const FAR = 5; // pixels that a pointer moves before it drags: the text may move under one that rests
  let current = 0; // the sentence that the keyboard is at
  let before = new Set();
  let isMouse = true; // in some browsers, click events do not tell
  let start = null; // where a drag began

  const options = payload.sentences.map((sentence, i) => {
    const share = oracles?.shares?.[i] ?? 0;
    const words = h("span", { class: "ws-words" }, sentence);
    const node = h("div", { role: "option", "aria-selected": "false", tabindex: i ? -1 : 0, class: "ws-sentence", "data-sentence": i, dir: "auto" },
      h("span", { class: "ws-place", "aria-hidden": "true" }, String(i + 1)), words,
      h("span", { class: "ws-share" }, shareText(share, oracles ?? {})));
    node.style.setProperty("--share", share.toFixed(3));
    if (payload.starts.includes(i) && i) node.classList.add("begins");
    return { node, words };
  });
  const node = h("div", { role: "listbox", "aria-multiselectable": "true", class: "ws-text",
    "aria-label": "Sentences of the document; choose some with the space bar" }, options.map((option) => option.node));

  function unmark(sentence) {
    options[sentence].node.setAttribute("aria-selected", "false");
    options[sentence].words.textContent = payload.sentences[sentence];
  }

  // Underline the units of a chosen sentence that count, and strike through what is cut; `seen` counts units so far.
  function mark(sentence, words, seen) {
    const marked = payload.marks.document[sentence] ?? [];
    const end = coverage.ends[rowOf(coverage, sentence, words)];
    const text = payload.sentences[sentence];
    const { nodes, byMark } = pieces(text, marked, words === null ? null : endOfWords(text, words, payload.word_ends?.[sentence]));
    coverage.units.slice(coverage.starts[sentence], end).forEach((unit, at) => {
      const counts = seen[unit] < coverage.gain_starts[unit + 1] - coverage.gain_starts[unit];
      if (counts && marked[at]) for (const piece of byMark[at]) piece.classList.add("lit");
      seen[unit] += 1;
    });
    options[sentence].words.replaceChildren(...nodes);
  }

  function update(extract) {
    const now = new Set(history.chosen);
    for (const sentence of before) if (!now.has(sentence)) unmark(sentence);
    const seen = new Int32Array(coverage.gain_starts.length - 1);
    history.chosen.forEach((sentence, i) => {
      if (!before.has(sentence)) options[sentence].node.setAttribute("aria-selected", "true");
      mark(sentence, i === history.chosen.length - 1 ? extract.words : null, seen);
    });
    before = now;
  }

  function sentenceAt(event) {
    const option = event.target.closest?.("[data-sentence]");
    return option && node.contains(option) ? Number(option.dataset.sentence) : null;
  }

  function focus(sentence = current, { scroll = true } = {}) {
    options[sentence].node.focus({ preventScroll: true });
    if (scroll) options[sentence].node.scrollIntoView({ block: "nearest" });
  }

  const toggle = (sentence) => { if (!history.toggle(sentence)) refuse(sentence); };

  fill(node, {
    pointerdown(event) {
      const sentence = sentenceAt(event);
      isMouse = event.pointerType === "mouse";
      if (sentence === null || event.button !== 0 || !isMouse) return;
      start = { x: event.clientX, y: event.clientY };
      focus(sentence, { scroll: false });
      if (!history.beginDrag(sentence)) refuse(sentence);
    },
    pointerover(event) {
      if (!history.isDragging) return;
      const sentence = sentenceAt(event);
      const isFar = Math.hypot(event.clientX - start.x, event.clientY - start.y) >= FAR;
      if (!(event.buttons & 1)) history.endDrag(); // it was released outside the window
      else if (sentence !== null && isFar) history.dragTo(sentence);
    },
    click(event) { // from a finger, a pen or a screen reader: the mouse has chosen on the way down
      const sentence = sentenceAt(event);
      if (sentence !== null && (!isMouse || event.detail === 0)) toggle(sentence);
    },
    focusin(event) { // however the focus came there
      options[current].node.tabIndex = -1;
      current = sentenceAt(event) ?? current;
      options[current].node.tabIndex = 0;
    },
    keydown(event) {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const step = { ArrowDown: 1, ArrowUp: -1, Home: -options.length, End: options.length }[event.key];
      if (step) {
        const next = Math.min(Math.max(current + step, 0), options.length - 1);
        if (event.shiftKey && Math.abs(step) === 1 && next !== current) toggle(next);
        focus(next);
      } else if (event.key === " " || event.key === "Enter") toggle(current);
      else return;
      event.preventDefault();
      event.stopPropagation(); // notebooks have shortcuts of their own
    },
  }, []);
  const ends = ["pointerup", "pointercancel"];
  for (const end of ends) window.addEventListener(end, history.endDrag);
  return { node, update, focus, destroy() { for (const end of ends) window.removeEventListener(end, history.endDrag); } };
}

// The references, with what the extract covers underlined.
function referencesPane(payload) {
  const references = payload.references.map((reference, k) => reference.sentences.map((sentence, n) => {
    const marks = payload.marks.references[k]?.[n] ?? [];
    const { nodes, byMark } = pieces(sentence, marks);
    return { node: h("p", { dir: "auto" }, nodes), marks, byMark };
  }));
  const node = h("section", { class: "ws-references" }, h("h2", {}, payload.references.length > 1 ? "The references" : "The reference"),
    h("p", { class: "ws-hint" }, "What your extract covers is underlined."),
    references.map((sentences, k) => h("section", { class: "ws-reference" },
      h("h3", {}, `Reference ${payload.references[k].id}`), sentences.map((sentence) => sentence.node))));

  function update(extract) {
    for (const sentences of references) {
      const used = new Map();
      for (const sentence of sentences) {
        for (const piece of sentence.node.children) piece.classList.remove("lit");
        sentence.marks.forEach(([unit], mark) => {
          const times = used.get(unit) ?? 0;
          used.set(unit, times + 1);
          if (times < extract.seen[unit]) for (const piece of sentence.byMark[mark]) piece.classList.add("lit");
        });
      }
    }
  }

  return { node, update };
}

// A button for each oracle, behind a button that shows them; null if no oracle was found.
function oracleList({ oracles }, { isOracle }, show) {
  if (!isOracle || !oracles.list.length) return null;
  const count = oracles.count ?? String(oracles.list.length);
  const panel = h("section", { class: "ws-oracles", "aria-label": "All oracles", hidden: true });
  const title = count === "1" ? "The only oracle" : `All ${integer(count)} oracles`;
  const button = h("button", { type: "button", "aria-expanded": "false", click: () => {
    panel.hidden = !panel.hidden;
    button.setAttribute("aria-expanded", String(!panel.hidden));
    panel.scrollIntoView({ block: "nearest" }); // the button stays in sight, but not the place of the panel
  } }, oracles.count ? title : "Oracles found");
  if (BigInt(count) > BigInt(oracles.list.length)) panel.append(h("p", {}, `The first ${oracles.list.length} of ${integer(count)} oracles:`));
  for (const { sentences, words } of oracles.list) {
    const label = `${sentences.map((sentence) => sentence + 1).join(", ")}${words === null ? "" : ` (${words} words)`}`;
    panel.append(h("button", { type: "button", click: () => show(sentences) }, label));
  }
  const sets = new Set(oracles.list.map(({ sentences }) => String([...sentences].sort((a, b) => a - b))));
  if (sets.size < oracles.list.length) panel.append(h("p", {}, "The same sentences with another one last count as another extract."));
  return { button, panel };
}

// All systems and people, each with a score.
const everybody = ({ systems, people }) => [
  ...systems.map((system) => ({ ...system, kind: "system", name: system.system })),
  ...people.map((person) => ({ ...person, kind: "person", name: `human ${person.id}` })),
];

export const UNEQUAL = { longer: "†", shorter: "‡" }; // marks of summaries that are longer, or shorter, than any extract

// Where every summary stands, as a table; extracts can be shown in the text, other summaries read.
function standingsTable(payload, { ceiling, belowBest }, show) {
  const rows = everybody(payload).sort((a, b) => b.score - a.score);
  const isOfficial = rows.some(({ official, score }) => Math.abs(official - score) > 1e-5); // it is rounded to five digits
  const isCut = rows.some(({ uncut }) => typeof uncut === "number");
  const isAny = (kind) => rows.some(({ unequal }) => unequal === kind);
  const reading = h("div", { class: "ws-summary", hidden: true, tabindex: -1 });
  const read = (row) => {
    const title = row.runs > 1 ? `${row.name} (one of ${row.runs})` : row.name;
    reading.replaceChildren(h("h3", {}, title), ...row.text.map((sentence) => h("p", { dir: "auto" }, sentence)));
    reading.hidden = false;
    reading.focus({ preventScroll: true });
    reading.scrollIntoView({ block: "nearest" });
  };
  const action = (text, row, act) => h("button", { type: "button", "aria-label": `${text}: ${row.name}`, click: act }, text);
  const body = h("tbody", {}, rows.map((row) => {
    const place = placeOf(payload, row.score);
    const uncut = typeof row.uncut === "number" ? `cut to the length of the extracts; uncut, it scores ${points(row.uncut)}` : null;
    return h("tr", {},
      h("th", { scope: "row", class: "name", title: row.name.length > LONGEST ? row.name : null },
        row.runs > 1 ? `${row.name} (mean of ${row.runs})` : row.name),
      h("td", { title: uncut }, points(row.score), uncut ? "*" : "", row.unequal && ` ${UNEQUAL[row.unequal]}`),
      isOfficial && h("td", {}, typeof row.official === "number" ? points(row.official) : "–"),
      [belowText(place), placeNines(place), gapText(ceiling - row.score)].map((text) => h("td", {}, row.kind === "system" ? text : "–")),
      h("td", { class: "name" },
        row.sentences && fitsBudget(payload, row.sentences) && action("show in the text", row, () => show(row.sentences)), " ",
        row.text?.length > 0 && action("read", row, () => read(row))));
  }));
  const headings = ["score", isOfficial && "official", "scores higher than", "nines", belowBest].filter(Boolean);
  const head = h("thead", {}, h("tr", {}, h("th", { scope: "col", class: "name" }, "summary"),
    headings.map((heading) => h("th", { scope: "col" }, heading)), h("td", {})));
  return h("section", {}, h("h2", {}, "Standings"),
    h("div", { class: "wide", tabindex: 0, role: "region", "aria-label": "Standings" }, h("table", {}, head, body)),
    isCut && h("p", { class: "ws-hint" }, "* cut to the length of the extracts, as ROUGE's -l does; uncut, it may score higher"),
    payload.people.length > 0 && h("p", { class: "ws-hint" },
      "Each human summary is scored against the other references only, so it has no place among the extracts."),
    isAny("longer") && h("p", { class: "ws-hint" }, "† longer than any extract, so not on equal terms with them: this budget does not cut summaries"),
    isAny("shorter") && h("p", { class: "ws-hint" }, "‡ shorter than any extract, so not on equal terms with them: precision and F1 may be higher"),
    isOfficial && h("p", { class: "ws-hint" },
      "official: as ROUGE-1.5.5 counts, whose n-grams cross the ends of sentences; those of the score do not"),
    reading);
}

// A summary that was pasted with its text, set against the extracts.
function summaryPanel(payload, known, show) {
  const { summary, settings } = payload;
  const { nearest, sentences } = summary;
  const isShown = sentences && fitsBudget(payload, sentences);
  const found = nearest?.proven ? "" : " (the best found, not proven)";
  return h("section", { class: "ws-summary" }, h("h2", {}, "The summary"),
    summary.text.map((sentence) => h("p", { class: "quoted", dir: "auto" }, sentence)),
    h("p", {}, `${counted(summary.words, "word")}. ${summaryText(payload, known)}`),
    sentences && h("p", {}, `It is itself an extract: ${sentences.length > 1 ? "sentences" : "sentence"} `
      + `${sentences.map((sentence) => sentence + 1).join(", ")}. `,
    isShown && h("button", { type: "button", click: () => show(sentences) }, "Show it in the text")),
    nearest && !sentences && h("p", {},
      `The extract closest to it has a ${measureText(settings)} of ${points(nearest.likeness)} against the summary${found}, `,
      `and scores ${points(evaluate(payload, nearest.sentences).score)} itself. `,
      h("button", { type: "button", click: () => show(nearest.sentences) }, "Show the closest extract")));
}

function downloads(payload, chart) {
  const { distribution, settings } = payload;
  const name = asFileName(`${payload.id}-${settings.measure}`);
  const csv = () => { // with counts if extracts were counted
    const rows = distribution.scores.map((score, i) => [score, distribution.counts?.[i] ?? "", distribution.shares[i]].join(","));
    return `score,extracts,share\r\n${rows.join("\r\n")}\r\n`;
  };
  const json = () => JSON.stringify(payload, null, 1);
  return h("p", { class: "ws-saving" }, "Download:",
    h("button", { type: "button", click: () => download(`${name}.csv`, csv(), "text/csv") }, "all scores as CSV"),
    h("button", { type: "button", click: () => download(`${name}.json`, json(), "application/json") }, "everything as JSON"), "· the chart as",
    pictureButtons(() => chart.node.querySelector("svg"), name));
}

// Show a document and let the reader build an extract of it. `hooks.initial` are the sentences to begin with,
// `hooks.onExtract(sentences, extract)` is called after every change, and `hooks.link(sentences)` returns an address that
// brings them back.
export function documentView(el, payload, hooks = {}) {
  const { oracles, window: allowed, settings } = payload;
  const known = describe(payload);
  const { ceiling, isProven, isOracle, noun } = known;
  const root = h("div", { class: "ws-document", "data-lm-suppress-shortcuts": "true" }); // JupyterLab leaves the keys to it
  const status = h("p", { class: payload.distribution.exact ? "ws-status" : "ws-status estimated", role: "status" });
  const say = (message) => { status.textContent = message; };
  const history = extractHistory(payload, () => update());
  const show = (sentences) => {
    history.set(sentences);
    root.scrollIntoView({ block: "start" });
  };

  function refuse(tooLong) {
    const left = allowed.high - evaluate(payload, history.chosen).cost;
    say(left > 0 ? tooLong(left) : `All ${counted(allowed.high, noun)} are used; remove a sentence first.`);
  }

  const refuseSentence = (sentence) => refuse((left) => (
    `This sentence needs ${counted(allowed.costs[sentence], noun)}, but only ${left} ${left === 1 ? "is" : "are"} left.`
  ));

  function addBest() {
    const now = evaluate(payload, history.chosen);
    const next = bestNext(payload, history.chosen);
    if (!next) refuse(() => "None of the remaining sentences fits.");
    else if (now.complete && evaluate(payload, next).score <= now.score) say("No other sentence raises the score.");
    else history.set(next);
  }

  function swap() {
    const next = bestSwap(payload, history.chosen);
    if (next) history.set(next);
    else say("Swapping one sentence for another does not raise the score.");
  }

  const best = () => { if (oracles?.best) history.set(oracles.best.sentences); };
  const hasOracle = isOracle || (isProven && !oracles); // by precision, oracles are not searched for
  const actions = { // by their keys
    n: [addBest, "Best next sentence", "add the sentence that raises the score most"],
    s: [swap, "Swap for better", "exchange one sentence for a better one"],
    o: [best, hasOracle ? "An oracle" : "Best found",
      !oracles?.best ? "not available: the best extract was not searched for" : hasOracle ? "show a best extract" : "show the best extract that was found"],
    u: [history.undo, "Undo", "undo the last change"],
    r: [history.redo, "Redo", "make the change again"],
    x: [() => history.set([]), "Clear", "start over"],
  };
  const buttons = Object.fromEntries(Object.entries(actions).map(([key, [act, label, title]]) => (
    [key, h("button", { type: "button", click: act, title: `${title} (key ${key})`, "aria-keyshortcuts": key }, label)]
  )));
  buttons.o.disabled = !oracles?.best;
  const link = hooks.link && h("button", {
    type: "button",
    click: async () => {
      const address = hooks.link([...history.chosen]);
      const copied = await navigator.clipboard?.writeText(address).then(() => true, () => false);
      say(copied ? "Link to this extract copied." : `The link to this extract: ${address}`);
    },
  }, "Copy link");
  const list = oracleList(payload, known, history.set);
  const tools = h("div", { class: "ws-tools", role: "group", "aria-label": "Actions" }, Object.values(buttons), list?.button, link);

  const numbers = numbersPanel(payload, known);
  const text = textPane(payload, history, refuseSentence);
  const references = referencesPane(payload);
  const chart = distributionChart(payload, [
    ...everybody(payload),
    { kind: "mean", name: `${payload.distribution.exact ? "" : "≈ "}average extract`, score: payload.distribution.mean },
    { kind: "oracle", name: isProven ? "oracle" : "best found", score: ceiling },
  ]);
  const how = canDrag()
    ? "Click sentences, or drag over several; on the keyboard, use the arrow keys, with Shift for several, and the space bar."
    : "Tap sentences to choose them.";
  const shades = oracles?.shares && " The stronger the colour of a sentence, the more of the best extracts contain it.";
  root.append(...[
    payload.summary && summaryPanel(payload, known, history.set),
    h("section", { class: "ws-panel", "aria-label": "Your extract" }, numbers.node, tools, status),
    numbers.help,
    list?.panel,
    h("div", { class: "ws-columns" },
      h("section", { class: "ws-reading" }, h("h2", {}, "The document"), h("p", { class: "ws-hint" }, how, shades), text.node),
      h("div", { class: "ws-side" },
        h("div", { class: "ws-look" }, chart.node, h("p", { class: "ws-facts" }, factsText(payload, known))), references.node)),
    standingsTable(payload, known, show),
    downloads(payload, chart),
    h("details", { class: "ws-signature" }, h("summary", {}, "How to reproduce these numbers"), h("pre", {}, settings.signature)),
  ].filter(Boolean));
  el.replaceChildren(root);

  function update() {
    const extract = evaluate(payload, history.chosen);
    const any = history.chosen.length > 0;
    const place = any && hasRank(payload, extract) ? placeOf(payload, extract.score) : null;
    numbers.update(extract, place);
    text.update(extract);
    references.update(extract);
    chart.move(any ? extract.score : null);
    say(statusText(payload, known, extract, place));
    root.dataset.hits = extract.hits;
    root.dataset.score = extract.score;
    const { activeElement } = root.getRootNode();
    buttons.u.disabled = !history.canUndo;
    buttons.r.disabled = !history.canRedo;
    buttons.x.disabled = !any;
    buttons.s.disabled = !any;
    if (activeElement?.disabled && tools.contains(activeElement)) text.focus(undefined, { scroll: false }); // so that keys go on
    hooks.onExtract?.([...history.chosen], extract);
  }

  root.addEventListener("keydown", (event) => {
    const isUndo = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z";
    const key = isUndo ? (event.shiftKey ? "r" : "u") : event.key.toLowerCase();
    if (!actions[key] || event.altKey || ((event.ctrlKey || event.metaKey) && !isUndo)) return;
    actions[key][0]();
    event.preventDefault();
    event.stopPropagation();
  });

  const initial = (hooks.initial ?? []).filter((sentence, i, all) => payload.sentences[sentence] !== undefined && all.indexOf(sentence) === i);
  const kept = initial.map((_, i) => initial.slice(0, initial.length - i)).find((sentences) => fitsBudget(payload, sentences)) ?? [];
  if (kept.length) history.set(kept, { keep: false });
  else update();
  const room = kept.length ? `room for the first ${kept.length} of the ${initial.length}` : "no room for the";
  if (kept.length < initial.length) say(`The budget has ${room} chosen sentences.`);
  return {
    set: (sentences) => { if (fitsBudget(payload, sentences)) history.set(sentences); },
    state: () => ({ chosen: [...history.chosen], ...evaluate(payload, history.chosen) }),
    destroy() { chart.destroy(); text.destroy(); el.replaceChildren(); },
  };
}

// The entry point of anywidget: a document to play with, or a result with sortable tables.
function render({ model, el }) {
  if (model.get("html") !== undefined) {
    el.classList.add("sumspace-display");
    el.innerHTML = model.get("html"); // from our own templates, which escape every text
    enhance(el);
    return undefined;
  }
  el.classList.add("sumspace");
  const view = documentView(el, model.get("payload"), {
    initial: model.get("chosen") ?? [],
    onExtract: (chosen) => { model.set("chosen", chosen); model.save_changes(); },
  });
  const follow = () => view.set(model.get("chosen") ?? []);
  model.on("change:chosen", follow);
  return () => { model.off("change:chosen", follow); view.destroy(); };
}

export default { render };

// Tables of reports

// The number in a cell, to sort by; null if there is none.
function numberOf(text) {
  const plain = text.replace(/\u2212/g, "-").replace(/,(?=\d{3})/g, "").trim();
  if (/^above all/.test(plain)) return Infinity;
  const nearOne = plain.match(/1\s*-\s*10\^?-(\d+(\.\d+)?)/); // a share so close to 1 that it is given by its nines
  if (nearOne) return 100 + Number(nearOne[1]);
  const found = plain.match(/^[~≥≤<>=+\s]*(-?\d+(?:\.\d+)?(?:e[-+]?\d+)?)/i);
  return found ? Number(found[1]) : null;
}

// The order of two values, numbers or texts, for sorting.
export function compared(a, b, down) {
  if (a === null || b === null) return (a === null) - (b === null); // missing values come last either way
  const order = typeof a === "string" ? a.localeCompare(b, "en", { numeric: true }) : a < b ? -1 : a > b ? 1 : 0;
  return down ? -order : order;
}

function makeSortable(table) {
  const body = table.tBodies[0];
  const headings = [...table.tHead.rows[table.tHead.rows.length - 1].cells];
  const rows = [...body.rows];
  const asWritten = rows.map((row) => [...row.cells[0].childNodes]);
  // A first cell that repeats the one above is empty; it is filled in when rows change places.
  const filled = [...asWritten];
  if (table.hasAttribute("data-blocks")) {
    rows.forEach((row, i) => { if (!row.cells[0].textContent.trim() && i) filled[i] = filled[i - 1]; });
  }
  headings.forEach((heading, column) => {
    const isName = heading.classList.contains("name");
    const sort = () => {
      const first = isName ? "ascending" : "descending";
      const second = isName ? "descending" : "ascending";
      const now = heading.getAttribute("aria-sort");
      const next = now === "none" ? first : now === first ? second : "none";
      for (const other of headings) other.setAttribute("aria-sort", other === heading ? next : "none");
      const order = rows.map((row, i) => i);
      if (next !== "none") {
        rows.forEach((row, i) => row.cells[0].replaceChildren(...filled[i].map((node) => node.cloneNode(true))));
        const keys = rows.map((row) => {
          const text = row.cells[column] ? row.cells[column].textContent.trim() : "";
          return isName ? text || null : numberOf(text);
        });
        order.sort((i, j) => compared(keys[i], keys[j], next === "descending") || i - j);
      } else {
        rows.forEach((row, i) => row.cells[0].replaceChildren(...asWritten[i]));
      }
      table.classList.toggle("sorted", next !== "none");
      body.append(...order.map((i) => rows[i]));
    };
    heading.append(h("button", { type: "button", click: sort }, ...heading.childNodes));
    heading.setAttribute("aria-sort", "none");
  });
}

// Charts of reports

const letter = 6.2; // how wide a letter of a chart is, on average

function lines(text, width) {
  const words = (Array.isArray(text) ? text.join(" ") : String(text)).split(" ");
  const most = Math.max(Math.floor(width / letter), 12);
  const broken = [words[0]];
  for (const word of words.slice(1)) {
    const last = broken[broken.length - 1];
    if (last.length + 1 + word.length <= most) broken[broken.length - 1] = `${last} ${word}`;
    else broken.push(word);
  }
  return broken.length > 1 ? broken : broken[0];
}

function wrapTitle(holder, key, width) {
  const title = holder[key];
  if (typeof title === "string") holder[key] = lines(title, width);
  else if (title && title.text) {
    title.text = lines(title.text, width);
    if (title.subtitle) title.subtitle = lines(title.subtitle, width);
  }
}

const views = (spec) => spec.concat || spec.hconcat || spec.vconcat;
const naturalWidth = (spec) => {
  const inner = views(spec);
  if (inner) return Math.max(...inner.map(naturalWidth));
  if (spec.spec) return naturalWidth(spec.spec);
  return typeof spec.width === "number" ? spec.width : 300;
};

// Fit labels and legends to the width of a chart and the room on the page.
function fitText(spec, width, room) {
  for (const part of [spec, ...(spec.layer || [])]) {
    for (const [name, channel] of Object.entries(part.encoding || {})) {
      if (!channel || typeof channel !== "object") continue;
      if (name === "y" && channel.axis) {
        channel.axis.labelLimit = Math.min(channel.axis.labelLimit || 300, Math.max(room * 0.4, 110));
      }
      if (name === "x") {
        if (channel.title) channel.title = lines(channel.title, width + 40);
        if (channel.axis && channel.axis.title) channel.axis.title = lines(channel.axis.title, width + 40);
        if (channel.axis && channel.axis.tickCount) {
          channel.axis.tickCount = Math.min(channel.axis.tickCount, Math.max(Math.floor(width / 55), 2));
        }
      }
      const values = channel.scale && channel.scale.domain;
      if (channel.legend && Array.isArray(values) && ["top", "bottom"].includes(channel.legend.orient || "top")) {
        const longest = Math.max(...values.map((value) => String(value).length));
        const fit = Math.max(Math.floor((room - 60) / (longest * 7 + 40)), 1);
        channel.legend.columns = Math.min(fit, values.length);
      }
    }
  }
  wrapTitle(spec, "title", width + 30);
}

// Set the widths of a chart and of those within it; `extra` is what axes and labels take of each column.
function fit(spec, room, extra, whole) {
  const inner = views(spec);
  if (inner) {
    const spacing = spec.spacing ?? 20;
    const inRow = spec.hconcat || (spec.concat && !spec.columns);
    if (inRow) {
      const sum = inner.reduce((total, view) => total + naturalWidth(view), 0);
      const left = room - spacing * (inner.length - 1);
      for (const view of inner) fit(view, left * naturalWidth(view) / sum, extra, whole);
      return inner.length;
    }
    let columns = 1;
    if (spec.concat) {
      const least = 0.75 * naturalWidth(spec) + 60;
      columns = Math.min(Math.max(Math.floor((room + spacing) / (least + spacing)), 1), inner.length);
      columns = Math.ceil(inner.length / Math.ceil(inner.length / columns)); // rows of about the same length
      spec.columns = columns;
    }
    for (const view of inner) fit(view, (room - spacing * (columns - 1)) / columns, extra, whole);
    return columns;
  }
  if (spec.spec) {
    const columns = Math.min(spec.columns || 1, Math.max(Math.floor(room / (0.75 * naturalWidth(spec.spec) + 40)), 1));
    if (spec.columns) spec.columns = columns;
    fit(spec.spec, room / columns, extra, whole);
    return columns;
  }
  const width = Math.max(room - extra, 90);
  if (typeof spec.width !== "object") spec.width = width;
  fitText(spec, width, whole);
  return 1;
}

// The parts of a chart that have axes of their own, and the parts that draw marks of one kind.
const plots = (spec) => (views(spec) ?? (spec.spec ? [spec.spec] : null))?.flatMap(plots) ?? [spec];
const layers = (spec) => spec.layer?.flatMap(layers) ?? [spec];
const isMeasured = (channel) => channel?.type === "quantitative" && channel.field && !channel.bin;

// The colours of a figure: for each field that has a legend, its values with their colours.
function coloursOf(spec) {
  const found = new Map();
  for (const { encoding = {} } of plots(spec).flatMap(layers)) {
    const { field, scale, legend } = encoding.color ?? {};
    if (!field || !legend || !Array.isArray(scale?.domain) || !Array.isArray(scale.range)) continue;
    const values = found.get(field) ?? found.set(field, new Map()).get(field);
    scale.domain.forEach((value, i) => values.set(value, scale.range[i % scale.range.length]));
  }
  return new Map([...found].filter(([, values]) => values.size > 1));
}

// Filter out hidden values, zoom to the chosen part of an axis, and let the pointer choose one. Plots with the same field
// on their axis show the same part.
function adapt(spec, { colours, hidden, zoom }) {
  plots(spec).forEach((plot, k) => {
    const parts = layers(plot);
    const along = parts.find(({ encoding }) => isMeasured(encoding?.x));
    const ends = along && zoom.get(along.encoding.x.field);
    for (const part of parts) {
      const { color, x } = part.encoding ?? {};
      if (color && colours.has(color.field)) color.legend = null; // buttons take its place
      const filters = [...hidden].map(([field, values]) => `indexof(${JSON.stringify([...values])}, datum[${JSON.stringify(field)}]) < 0`);
      part.transform = [...filters.map((filter) => ({ filter })), ...(part.transform ?? [])];
      if (!ends || (x && x.type !== "quantitative")) continue;
      part.mark = { ...(typeof part.mark === "string" ? { type: part.mark } : part.mark), clip: true };
      if (x) x.scale = { ...x.scale, domain: ends, nice: false, zero: false };
    }
    if (along && canDrag()) (along.params ??= []).push({ name: `part${k}`, select: { type: "interval", encodings: ["x"] } });
  });
}

const canDrag = () => window.matchMedia("(hover: hover)").matches; // a finger that drags moves the page

// Zoom to what the pointer selects along an axis.
function followPointer(figure, view, spec) {
  const names = plots(spec).flatMap(layers).flatMap((part) => (part.params ?? []).map(({ name }) => [name, part.encoding.x.field]));
  let chosen = null;
  for (const [name, field] of names) {
    view.addSignalListener(name, (_, value) => {
      const [from, to] = Object.values(value)[0] ?? [];
      chosen = from === to ? null : { field, ends: [Math.min(from, to), Math.max(from, to)] };
    });
  }
  view.addEventListener("pointerdown", () => {
    window.addEventListener("pointerup", () => setTimeout(() => {
      if (!chosen) return;
      drawn.get(figure).zoom.set(chosen.field, chosen.ends);
      drawFigure(figure, { again: true });
    }), { once: true });
  });
}

const drawn = new Map(); // the state of each drawn figure: width, hidden values, zoom, and its Vega view

async function drawFigure(figure, { again = false } = {}) {
  const place = figure.querySelector(".card .chart");
  const room = Math.floor(place.clientWidth) - 2;
  if (room < 50) return;
  if (!drawn.has(figure)) drawn.set(figure, beginFigure(figure));
  const state = drawn.get(figure);
  if (state.room === room && !again) return;
  state.room = room;
  const turn = (state.turn += 1);
  let extra = 60;
  let stage;
  let view;
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const spec = JSON.parse(state.source);
    delete spec.title; // it is above the chart, as text
    spec.padding = 4;
    spec.background = null;
    adapt(spec, state);
    const columns = fit(spec, room, extra, room);
    stage = document.createElement("div");
    if (view) view.finalize();
    ({ view } = await window.vegaEmbed(stage, spec, { actions: false, renderer: "svg", tooltip: { theme: "custom" } }));
    followPointer(figure, view, spec);
    const over = Number(stage.querySelector("svg").getAttribute("width")) - room;
    if (over <= 0 && over > -6) break;
    extra += (over + 1) / columns;
  }
  if (state.turn !== turn) { view.finalize(); return; } // it has changed in the meantime
  place.replaceChildren(stage);
  stage.querySelector("svg").setAttribute("aria-hidden", "true");
  state.view?.finalize();
  state.view = view;
  state.whole.hidden = state.zoom.size === 0;
}

// The initial state of a figure, and the buttons above it.
function beginFigure(figure) {
  const source = figure.querySelector("script[type='application/json']").textContent;
  const spec = JSON.parse(source);
  const colours = coloursOf(spec);
  const hidden = new Map([...colours.keys()].map((field) => [field, new Set()]));
  const state = { source, colours, hidden, zoom: new Map(), room: 0, turn: 0, view: null };
  const redraw = () => drawFigure(figure, { again: true });
  const zoomOut = () => {
    state.zoom.clear();
    redraw();
  };
  state.whole = h("button", { type: "button", class: "whole", hidden: true, click: zoomOut }, "Show the whole range");
  const keys = [...colours].map(([field, values]) => keysOf(values, state.hidden.get(field), redraw));
  figure.querySelector(".card").before(h("div", { class: "keys" }, keys, state.whole));
  figure.querySelector(".card").addEventListener("dblclick", zoomOut);
  const said = figure.querySelector("figcaption") ?? figure.appendChild(h("figcaption", {}, "Download: "));
  if (!said.querySelector("a")) said.append(pictureButton(figure, "PNG"), " ", pictureButton(figure, "SVG"));
  const isZoomable = canDrag() && plots(spec).flatMap(layers).some(({ encoding }) => isMeasured(encoding?.x));
  if (isZoomable) said.append(" · Drag across the chart to zoom in.");
  return state;
}

// A button for each value that has a colour: it hides and shows the values.
function keysOf(values, hidden, redraw) {
  return h("div", { class: "keys", role: "group", "aria-label": "Shown in the chart" }, [...values].map(([value, colour]) => (
    h("button", { type: "button", "aria-pressed": "true", click: (event) => {
      if (!hidden.delete(value)) hidden.add(value);
      event.currentTarget.setAttribute("aria-pressed", String(!hidden.has(value)));
      redraw();
    } }, s("svg", { class: "chart", width: 12, height: 12, viewBox: "0 0 12 12", "aria-hidden": "true" }, s("circle", { cx: 6, cy: 6, r: 5, fill: colour })), String(value))
  )));
}

// Save the drawn chart; pages that lie beside their files have links instead.
function pictureButton(figure, kind) {
  return h("button", { type: "button", class: "save", click: async () => {
    const address = await drawn.get(figure).view?.toImageURL(kind.toLowerCase(), 2);
    if (!address) return; // it is being drawn
    h("a", { href: address, download: `${figure.id.replace(/^figure-/, "")}.${kind.toLowerCase()}` }).click();
  } }, kind);
}

function drawWhenNear(figures) {
  if (!window.vegaEmbed) return;
  const near = new IntersectionObserver((entries) => {
    for (const entry of entries) if (entry.isIntersecting) drawFigure(entry.target);
  }, { rootMargin: "900px 0px" });
  for (const figure of figures) near.observe(figure);
  let waiting;
  window.addEventListener("resize", () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => { for (const figure of drawn.keys()) if (!figure.hidden) drawFigure(figure); }, 150);
  });
}

// Show one of several figures, with a switch for each of the choices in which they differ.
function makeSwitch(group, number) {
  const figures = [...group.querySelectorAll("figure")].map((figure) => (
    { figure, choices: JSON.parse(figure.dataset.choices) }
  ));
  const names = [...new Set(figures.flatMap(({ choices }) => Object.keys(choices)))];
  const chosen = { ...figures[0].choices };
  const bar = h("div", { class: "switches" });

  function show() {
    for (const { figure, choices } of figures) {
      figure.hidden = !names.every((name) => choices[name] === chosen[name]);
      if (!figure.hidden && drawn.has(figure)) drawFigure(figure);
    }
  }

  for (const name of names) {
    const values = [...new Set(figures.map(({ choices }) => choices[name]))];
    if (values.length < 2) continue;
    const choose = (value) => {
      chosen[name] = value;
      if (!figures.some(({ choices }) => names.every((other) => choices[other] === chosen[other]))) {
        Object.assign(chosen, figures.find(({ choices }) => choices[name] === value).choices);
        for (const input of bar.querySelectorAll("input")) input.checked = chosen[input.dataset.of] === input.value;
        for (const select of bar.querySelectorAll("select")) select.value = chosen[select.dataset.of];
      }
      show();
    };
    const controls = values.length > 8
      ? h("select", { "aria-label": name, "data-of": name, change: (event) => choose(event.target.value) },
        values.map((value) => h("option", { value, selected: value === chosen[name] }, value)))
      : values.map((value) => h("label", {}, h("input", {
        type: "radio", name: `switch-${number}-${name}`, value, checked: value === chosen[name], "data-of": name, change: () => choose(value),
      }), value));
    bar.append(h("fieldset", {}, h("legend", {}, name), controls));
  }
  group.prepend(bar);
  show();
}

// Section being read

function followReader() {
  const links = new Map([...document.querySelectorAll("nav.side a")].map((link) => [link.hash.slice(1), link]));
  const sections = [...document.querySelectorAll("main section[id]")].filter((section) => links.has(section.id));
  const seen = new IntersectionObserver(() => {
    const current = sections.filter((section) => section.getBoundingClientRect().top < 140).pop();
    for (const [id, link] of links) {
      if (current && current.id === id) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  }, { rootMargin: "-139px 0px 0px 0px", threshold: [0, 0.01, 0.1, 0.5, 1] });
  for (const section of sections) seen.observe(section);
}

// Make a report, or a part of one, interactive. Without it, everything is there: plain tables, and charts as pictures.
export function enhance(root) {
  root.querySelectorAll("table.sortable").forEach(makeSortable);
  root.querySelectorAll(".choices").forEach(makeSwitch);
  drawWhenNear(root.querySelectorAll("figure.live"));
  if (root === document) {
    document.documentElement.classList.add("script");
    followReader();
  }
}
