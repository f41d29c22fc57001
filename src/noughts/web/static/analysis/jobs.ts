/** Questions that may take long, which are followed. */

import type { Answers } from "../api.ts";
import { api, Problem } from "../api.ts";
import { t } from "../language.ts";
import { transport } from "../transport.ts";
import type { Job } from "../types.ts";

/**
 * Ask a question, and return the answer; the `result` of the job is what is known so far. Where no stream can be had, one
 * request asks the same, which says what is wrong. Raises Problem, Unreachable, or AbortError when given up, which ends
 * the work.
 */
export async function ask<Q extends keyof Answers>(
  question: Q,
  query: Record<string, string>,
  signal: AbortSignal,
  progress: (job: Job<Answers[Q]>) => void = () => {},
): Promise<Answers[Q]> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const following = new AbortController();
    const stop = () => {
      following.abort();
      reject(signal.reason);
    };
    signal.addEventListener("abort", stop, { signal: following.signal });
    const done = ({ status, result, problem }: Job<Answers[Q]>) => {
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
