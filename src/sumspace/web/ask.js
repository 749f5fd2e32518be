// Requests to the server: an answer at once, or a job that is polled until it is done.

import { h } from "./workbench.js";

const CLIENT = "sumspace-client";
const EVERY = 300;
const PATIENCE = 10;

/** A failed request, with its reason in one line. */
class Refusal extends Error {
  constructor(message, status = 0) {
    super(message);
    this.status = status;
  }
}

/** Abort with this reason to stop waiting without cancelling the job. */
const LEFT = "left";

/** How many callers in this tab wait for each request. */
const waiters = new Map();

function countWaiters(request, change) {
  const count = (waiters.get(request) ?? 0) + change;
  if (count) waiters.set(request, count);
  else waiters.delete(request);
}

/** Read what this tab remembers; nothing if the browser does not allow it. */
export function recall(key) {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Remember something until the tab is closed, if the browser allows it and it is not too long. */
export function remember(key, value) {
  try {
    sessionStorage.removeItem(key); // what was remembered before must not come back if there is no room for this
    sessionStorage.setItem(key, value);
  } catch {
    // The page works without it.
  }
}

// The name of this tab: the server cancels a job only if no other client waits for it.
const client = recall(CLIENT) ?? Math.random().toString(36).slice(2);
remember(CLIENT, client);

/** One request; JSON in and out, blobs as they are. */
async function send(method, path, body, name = "") {
  const isRaw = body instanceof Blob;
  const options = { method, headers: { Accept: "application/json" } };
  if (name) options.headers[CLIENT] = name;
  if (body !== undefined && body !== null) {
    options.headers["Content-Type"] = isRaw ? "application/octet-stream" : "application/json";
    options.body = isRaw ? body : JSON.stringify(body);
  }
  let response;
  try {
    response = await fetch(path, options);
  } catch {
    throw new Refusal("The server is not responding. Is sumspace serve still running?");
  }
  const answer = await response.json().catch(() => null);
  if (!response.ok) throw new Refusal(answer?.error ?? `The server returned error ${response.status}.`, response.status);
  if (answer === null) throw new Refusal("The server's answer was cut off. Try again.");
  return { status: response.status, answer };
}

/** Sleep; throws when the signal is aborted, or was aborted before. */
function pause(milliseconds, signal) {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted(); // its event may have come before anybody listened
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, milliseconds);
    signal?.addEventListener("abort", stop, { once: true });
  });
}

/** Poll a job until it ends, and fetch its result. */
async function watch(job, name, { onProgress, signal }) {
  let failures = 0;
  while (job.state === "waiting" || job.state === "running") {
    onProgress?.(job);
    await pause(EVERY, signal);
    try {
      job = (await send("GET", `/api/jobs/${encodeURIComponent(job.id)}`, null, name)).answer;
      failures = 0;
    } catch (error) {
      failures += 1;
      if (error.status || failures >= PATIENCE) throw error;
    }
  }
  if (job.state === "cancelled") throw new Refusal("This was cancelled.");
  if (job.state === "failed") throw new Refusal(job.error ?? "This failed for an unknown reason.");
  return (await send("GET", `/api/jobs/${encodeURIComponent(job.id)}/result`)).answer;
}

/**
 * Send a request, and if the answer is a job, wait for its result. Aborting the signal cancels the job on the server, unless
 * somebody else waits for it, here or in another tab, or the reason is LEFT: then the job goes on, and the same request
 * finds it again.
 */
export async function ask(method, path, body = null, { onProgress, signal, wait = true } = {}) {
  const name = method === "DELETE" ? "" : client; // without a name, it is cancelled whoever else waits
  const request = JSON.stringify([method, path, body]);
  countWaiters(request, 1);
  try {
    const { status, answer } = await send(method, path, body, name);
    if (status !== 202) signal?.throwIfAborted(); // it came too late
    if (status !== 202 || !wait) return answer;
    return await watch(answer.job, name, { onProgress, signal }).catch(async (error) => {
      const isUnwanted = signal?.aborted && signal.reason !== LEFT && waiters.get(request) === 1;
      if (isUnwanted) await send("DELETE", `/api/jobs/${encodeURIComponent(answer.job.id)}`, null, name).catch(() => null);
      throw error;
    });
  } finally {
    countWaiters(request, -1);
  }
}

/** What a job does at the moment, and for how long it has run. */
export function progressText(job) {
  const seconds = job.seconds >= 2 ? ` (${Math.round(job.seconds)} s)` : "";
  const now = job.state === "waiting" ? "Waiting for other work to finish" : job.title || "Computing";
  return `${job.progress?.what || now}${seconds}`;
}

/**
 * A line that shows the progress of a request, a button to cancel it, and what went wrong in red. It follows one request at
 * a time: the next replaces the last. `run` returns the answer, or undefined if there is none.
 */
export function waitingLine({ floating = false, announce = () => {} } = {}) {
  const bar = h("progress", { max: 1, "aria-label": "Progress" });
  const what = h("span", { class: "what" });
  const error = h("span", { class: "error", role: "alert" });
  const cancel = h("button", { type: "button", click: () => {
    controller?.abort("cancelled");
    what.textContent = "Cancelling";
  } }, "Cancel");
  const again = h("button", { type: "button", click: () => repeat?.() }, "Try again");
  const element = h("div", { class: floating ? "waiting floating" : "waiting" }, bar, cancel, again, what, error);
  let controller = null;
  let repeat = null;
  let asked = "";

  function show({ text = "", wrong = "", share = null, busy = false, retry = false }) {
    what.textContent = text;
    error.textContent = wrong;
    bar.hidden = cancel.hidden = !busy;
    if (share === null) bar.removeAttribute("value");
    else bar.value = share;
    again.hidden = !(retry && repeat);
    element.classList.toggle("idle", !text && !wrong && !busy);
  }

  async function run(method, path, body, { text = "Computing", done = "", onRetry = null } = {}) {
    const request = JSON.stringify([method, path, body]);
    controller?.abort(request === asked ? LEFT : "replaced"); // this cancels the superseded job
    asked = request;
    const mine = (controller = new AbortController());
    repeat = onRetry;
    show({ text, busy: true });
    const onProgress = (job) => {
      if (mine === controller && !mine.signal.aborted) show({ text: progressText(job), share: job.progress?.share ?? null, busy: true });
    };
    try {
      const answer = await ask(method, path, body, { onProgress, signal: mine.signal });
      if (mine !== controller) return undefined;
      show({ text: done });
      if (done) announce(done);
      return answer;
    } catch (problem) {
      if (mine !== controller) return undefined;
      if (mine.signal.aborted) show({ text: "Cancelled.", retry: true });
      else show({ wrong: problem.message, retry: true });
      return undefined;
    }
  }

  /** Stop following the request; its job goes on, unless it is no longer wanted. */
  function leave({ isWanted = true } = {}) {
    controller?.abort(isWanted ? LEFT : "replaced");
    controller = null;
    show({});
  }

  show({});
  return { element, run, leave, show };
}
