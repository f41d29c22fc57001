/** A worker with Python, to which requests go one after the other. */

import { t } from "../language.ts";
import { hush, say } from "../messages.ts";
import { loadingWords, Python, PythonProblem } from "../python.ts";
import { Problem } from "./refusals.ts";

export type How = { signal?: AbortSignal | undefined; progress?: ((state: any) => void) | undefined };

const LIMIT = 60; // seconds without an answer or a word of progress
const PATIENCE = 2000; // milliseconds that a request goes on after it was given up: a worker that is stopped starts slowly
const QUIET = 500; // milliseconds of waiting before the loading is spoken of, to a visitor who has done something

export class Lane {
  readonly python = new Python();
  last: Promise<unknown> = Promise.resolve();

  start() {
    this.python.start();
  }

  /** Return the answer to a request. Raises Problem, or what the signal says when it is given up. */
  ask(asked: unknown, { signal, progress }: How = {}): Promise<any> {
    const answer = this.last.then(() => this.send(asked, signal, progress));
    this.last = answer.catch(() => {});
    return givenUp(answer, signal);
  }

  async send(asked: unknown, signal: AbortSignal | undefined, progress: ((state: any) => void) | undefined) {
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
          if (performance.now() - began < QUIET || !navigator.userActivation?.hasBeenActive) return;
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

function problemOf({ kind, message }: PythonProblem) {
  if (kind === "stopped")
    return new Problem(504, { detail: t("No answer within {seconds} seconds.", { seconds: LIMIT }) });
  return new Problem(500, {
    detail: kind === "missing" ? t("Python could not be loaded ({message})", { message }) : message,
  });
}

/** Return an answer, or fail at once when it is given up. */
function givenUp(answer: Promise<any>, signal: AbortSignal | undefined) {
  if (!signal) return answer;
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    answer.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}
