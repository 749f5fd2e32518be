// The columns of the table of documents: names, explanations, values to sort by, and texts.

import { UNEQUAL, compared, distance, integer, points, upperBound, withSign } from "./workbench.js";

/** A score with four decimals: means over documents differ less than scores of one. */
export const score = (value) => (value === null || value === undefined ? "–" : points(value, 4));

/** The order of integers of any length. */
function magnitude(value) {
  if (value === null || value === undefined) return null;
  const digits = String(value);
  return digits === "0" ? 0 : digits.length + Number(`0.${digits.slice(0, 15)}`);
}

/** A percentile, which reads 0 or 100 only if it is; one that is rounded to 100 is told from 100 by its nines. */
function percentile({ percentile: value, nines: many }) {
  if (value === null || value === undefined) return "–";
  if (value === 0 || many === null || many === undefined) return value === 0 ? "0" : "100";
  if (value < 0.01) return "< 0.01";
  return value > 99.99 ? "> 99.99" : value.toFixed(2);
}

/** The number of nines; a score above all extracts has none. */
function nines(standing) {
  if (!standing || standing.score === null || standing.score === undefined) return "–";
  return standing.nines === null || standing.nines === undefined ? "above all" : standing.nines.toFixed(1);
}

const STANDINGS = {
  score: { label: "score", about: "The system's score", value: (standing) => standing.score, write: (standing) => score(standing.score) },
  percentile: {
    label: "percentile", about: "Percentage of all extracts that score lower; ≥ if no sampled extract scores as high",
    value: (standing) => standing.percentile, write: percentile,
  },
  nines: {
    label: "nines", about: "−log₁₀ of the share of extracts that score at least as high: 3 nines are one extract in a thousand; ≥ if no sampled extract scores as high",
    value: (standing) => (standing.score === null ? null : standing.nines ?? Infinity), write: nines,
  },
  room: {
    label: "room", about: "Headroom: how much higher the oracle scores; ≥ if it is not proven to be the best extract",
    value: (standing) => standing.room,
    write({ room }, row) {
      if (row.proven === false) return `≥ ${score(room)}`;
      return room > 0 ? distance(room, 4) : score(room);
    },
  },
};

const DOCUMENTS = [
  { key: "id", label: "document", about: "Title or id", isName: true, value: (row) => (row.title || row.id).toLowerCase() },
  { key: "domain", label: "domain", isName: true, value: (row) => row.domain ?? "", write: (row) => row.domain || "–" },
  { key: "sentences", label: "sentences" },
  { key: "words", label: "words" },
  { key: "references", label: "references", about: "Number of reference summaries" },
  {
    key: "extracts", label: "extracts", about: "Size of the space: how many extracts the budget allows", isComputed: true,
    value: (row) => magnitude(row.extracts),
    write: (row) => integer(row.extracts),
  },
  {
    key: "mean", label: "mean", about: "Mean score of all extracts; ≈ if it is estimated from a sample", isComputed: true,
    write: (row) => (row.exact === false ? "≈ " : "") + score(row.mean),
  },
  {
    key: "max", label: "oracle score", about: "Score of the best extract; if it is not proven to be the best, ≤ gives an upper bound", isComputed: true,
    write: (row) => (row.proven !== false || !Number.isFinite(row.max) ? score(row.max)
      : Number.isFinite(row.bound) ? `${score(row.max)} ≤${upperBound(row.bound, 4)}` : `≥${score(row.max)}`),
  },
  {
    key: "oracles", label: "oracles", isComputed: true,
    about: "How many extracts have the best score; if the budget has no lower limit, those padded with sentences that score nothing are left out",
    value: (row) => magnitude(row.oracles), write: (row) => integer(row.oracles),
  },
];

/** Fill in the defaults: the value itself, written as an integer. */
function complete(column) {
  const value = column.value ?? ((row) => row[column.key] ?? null);
  return { about: "", isName: false, isComputed: false, ...column, value, write: column.write ?? ((row) => integer(row[column.key])) };
}

/** One standing of one system as a column. */
function standing(system, name, label = STANDINGS[name].label, isMarked = true) {
  const { about, value, write } = STANDINGS[name];
  const of = (row) => row.systems?.[system];
  const isPlace = name === "percentile" || name === "nines"; // estimated if the extracts are sampled
  const signed = (sign, text) => (text === "above all" ? "above the sample" : withSign(sign, text));
  const estimated = (own) => (own.least ? signed("≥", write({ ...own, ...own.least })) : signed("≈", write(own)));
  const written = (own, row) => (isPlace && row.exact === false ? estimated(own) : write(own, row));
  return complete({
    key: `${name} of ${system}`, label, isComputed: true,
    about: `${system}: ${about}${isMarked ? "; † longer, ‡ shorter than any extract, so not on equal terms" : ""}`,
    value: (row) => (of(row) ? value(of(row)) ?? null : null),
    write: (row) => (of(row) ? written(of(row), row) + (isMarked && of(row).unequal ? ` ${UNEQUAL[of(row).unequal]}` : "") : "–"),
  });
}

/** The choices of columns for systems: everything about one system, or one thing about all of them. */
export function systemChoices(systems) {
  const together = systems.length > 1
    ? Object.entries(STANDINGS).map(([name, { label }]) => [`all:${name}`, `all systems: ${label}`]) : [];
  return [...systems.map((system) => [`one:${system}`, system]), ...together];
}

/** The columns of the table for such a choice. */
export function columnsOf(chosen, systems) {
  const documents = DOCUMENTS.map(complete);
  const [kind, name] = [chosen?.slice(0, 3), chosen?.slice(4)];
  if (kind === "all") return [...documents, ...systems.map((system) => standing(system, name, system))];
  if (kind === "one") return [...documents, ...Object.keys(STANDINGS).map((which) => standing(name, which, undefined, which === "score"))];
  return documents;
}

/** The system with the best mean score over the documents that it has summarized. */
export function bestSystem(table) {
  const means = table.systems.map((system) => {
    const scores = table.documents.map((row) => row.systems?.[system]?.score).filter(Number.isFinite);
    return { system, mean: scores.reduce((sum, value) => sum + value, 0) / scores.length, documents: scores.length };
  }).filter(({ documents }) => documents);
  means.sort((one, other) => other.documents - one.documents || other.mean - one.mean);
  return means[0]?.system ?? null;
}

/** Sort rows by a column; ties keep the order of the corpus, and unknown values come last. */
export function sorted(rows, column, descending) {
  const keyed = rows.map((row) => ({ row, key: column.value(row) }));
  return keyed.sort((one, other) => compared(one.key, other.key, descending)).map(({ row }) => row);
}

/** The whole table as CSV, with unrounded numbers. */
export function asCsv(rows, systems) {
  const standings = systems.flatMap((system) => Object.keys(STANDINGS).map((name) => [system, name]));
  const names = ["id", "domain", "title", "sentences", "words", "references", "extracts", "exact", "mean", "max", "bound", "proven", "oracles"];
  const quoted = (value) => (value === null || value === undefined ? "" : `"${String(value).replaceAll('"', '""')}"`);
  const written = (standing, name) => standing && (name === "nines" && standing.score !== null ? standing.nines ?? "inf" : standing[name]);
  const lines = rows.map((row) => [...names.map((name) => row[name]),
    ...standings.map(([system, name]) => written(row.systems?.[system], name))].map(quoted).join(","));
  return `${[...names, ...standings.map((pair) => pair.join(" "))].map(quoted).join(",")}\r\n${lines.join("\r\n")}\r\n`;
}
