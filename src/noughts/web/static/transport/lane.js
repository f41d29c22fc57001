/** A worker with Python, to which requests go one after the other. */

import { t } from "../language.js";
import { hush, say } from "../messages.js";
import { loadingWords, Python, PythonProblem } from "../python.js";
import { Problem } from "./refusals.js";

/** @typedef {{signal?: AbortSignal | undefined, progress?: ((state: any) => void) | undefined}} How */

const LIMIT = 60; // seconds without an answer or a word of progress
const PATIENCE = 2000; // milliseconds that a request goes on after it was given up: a worker that is stopped starts slowly
const QUIET = 500; // milliseconds of waiting before the loading is spoken of

export class Lane {
  constructor() {
    this.python = new Python();
    /** @type {Promise<unknown>} */
    this.last = Promise.resolve();
  }

  start() {
    this.python.start();
  }

  /**
   * Return the answer to a request. Raises Problem, or what the signal says when it is given up.
   * @param {unknown} asked
   * @param {How} [how]
   * @returns {Promise<any>}
   */
  ask(asked, { signal, progress } = {}) {
    const answer = this.last.then(() => this.send(asked, signal, progress));
    this.last = answer.catch(() => {});
    return givenUp(answer, signal);
  }

  /** @param {unknown} asked @param {AbortSignal | undefined} signal @param {((state: any) => void) | undefined} progress */
  async send(asked, signal, progress) {
    signal?.throwIfAborted();
    const stopping = new AbortController();
    const stop = () => setTimeout(() => stopping.abort(signal?.reason), PATIENCE);
    signal?.addEventListener("abort", stop, { once: true });
    const began = performance.now();
    let spoken = false;
    try {
      return await this.python.ask("request", asked, {
        signal: stopping.signal,
        progress: (state) => progress?.(state),
        loading: (loading) => {
          if (performance.now() - began < QUIET) return;
          spoken = true;
          say(loadingWords(loading));
        },
        seconds: LIMIT,
      });
    } catch (error) {
      if (!(error instanceof PythonProblem)) throw error;
      throw problemOf(error);
    } finally {
      signal?.removeEventListener("abort", stop);
      if (spoken) hush();
    }
  }
}

/** @param {PythonProblem} error */
function problemOf({ kind, message }) {
  if (kind === "stopped")
    return new Problem(504, { detail: t("No answer within {seconds} seconds.", { seconds: LIMIT }) });
  return new Problem(500, {
    detail: kind === "missing" ? t("Python could not be loaded ({message})", { message }) : message,
  });
}

/** Return an answer, or fail at once when it is given up. @param {Promise<any>} answer @param {AbortSignal | undefined} signal */
function givenUp(answer, signal) {
  if (!signal) return answer;
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    answer.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}
