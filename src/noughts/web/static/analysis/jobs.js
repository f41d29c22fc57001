/** Questions that may take long, which are followed. */

import { api, Problem } from "../api.js";
import { t } from "../language.js";
import { transport } from "../transport.js";

/** @import { Answers } from "../api.js" */
/** @import { Job } from "../types.js" */

/**
 * Ask a question, and return the answer; the `result` of the job is what is known so far. Where no stream can be had, one
 * request asks the same, which says what is wrong. Raises Problem, Unreachable, or AbortError when given up, which ends
 * the work.
 * @template {keyof Answers} Q
 * @param {Q} question
 * @param {Record<string, string>} query
 * @param {AbortSignal} signal
 * @param {(job: Job<Answers[Q]>) => void} [progress]
 * @returns {Promise<Answers[Q]>}
 */
export async function ask(question, query, signal, progress = () => {}) {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const following = new AbortController();
    const stop = () => {
      following.abort();
      reject(signal.reason);
    };
    signal.addEventListener("abort", stop, { signal: following.signal });
    /** @param {Job<Answers[Q]>} last */
    const done = ({ status, result, problem }) => {
      following.abort();
      if (status === "done" && result !== null) resolve(result);
      else reject(new Problem(500, problem ?? { detail: t("The question was not answered.") }));
    };
    let begun = false;
    transport.follow(api.questionEvents(question, query), {
      signal: following.signal,
      heard: { progress, done },
      opened: () => {
        begun = true;
      },
      lost: (closed) => {
        if (begun && !closed) return;
        following.abort();
        api.question(question, query, signal).then(resolve, reject);
      },
    });
  });
}
