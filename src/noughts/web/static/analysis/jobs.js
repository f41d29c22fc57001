/** What may take long: proofs, and questions about positions. All are followed in the same way. */

import { api, Problem } from "../api.js";
import { t } from "../language.js";
import { transport } from "../transport.js";

/** @import { Answers, Jobs } from "../api.js" */
/** @import { Job } from "../types.js" */

/**
 * Follow a job to its end. Raises AbortError when given up, and the errors of `otherwise`, which is asked where no stream
 * of events can be had. A job that runs already is `patient`: its stream may begin later.
 * @template {Job<unknown>} T
 * @param {string} events the path of its stream
 * @param {{signal: AbortSignal, progress: (job: T) => void, otherwise: () => Promise<T>, patient: boolean}} options
 * @returns {Promise<T>}
 */
async function followed(events, { signal, progress, otherwise, patient }) {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const following = new AbortController();
    const stop = () => {
      following.abort();
      reject(signal.reason);
    };
    /** @param {T} last */
    const end = (last) => {
      following.abort();
      signal.removeEventListener("abort", stop);
      resolve(last);
    };
    signal.addEventListener("abort", stop);
    let begun = patient;
    transport.follow(events, {
      signal: following.signal,
      heard: { progress, done: end },
      opened: () => {
        begun = true;
      },
      lost: (closed) => {
        if (begun && !closed) return;
        following.abort();
        otherwise().then(end, reject);
      },
    });
  });
}

/** Whether a job will change no more. @param {Job<unknown>} job */
function ended({ status }) {
  return status !== "queued" && status !== "running";
}

/**
 * Start a job and follow it to its end. Raises Problem, Unreachable, or AbortError when given up.
 * @template {keyof Jobs} K
 * @param {K} kind
 * @param {Jobs[K]["asked"]} asked
 * @param {AbortSignal} signal
 * @param {(job: Jobs[K]["job"]) => void} [progress]
 * @returns {Promise<Jobs[K]["job"]>}
 */
export async function run(kind, asked, signal, progress = () => {}) {
  const job = await api.start(kind, asked, signal);
  if (ended(job)) return job;
  progress(job);
  return followed(api.jobEvents(kind, job.id), {
    signal,
    progress,
    otherwise: () => api.job(kind, job.id),
    patient: true,
  });
}

/**
 * Ask about a position or a game, and return the answer; the `result` of the job is what is known so far. Where no
 * stream can be had, one request asks the same, which says what is wrong. Raises Problem, Unreachable, or AbortError
 * when given up, which ends the work.
 * @template {keyof Answers} Q
 * @param {Q} question
 * @param {Record<string, string>} query
 * @param {AbortSignal} signal
 * @param {(job: Job<Answers[Q]>) => void} progress
 * @returns {Promise<Answers[Q]>}
 */
export async function ask(question, query, signal, progress) {
  const otherwise = async () => ({ ...NOTHING, result: await api.question(question, query, signal) });
  const events = api.questionEvents(question, query);
  const { status, result, problem } = await followed(events, { signal, progress, otherwise, patient: false });
  if (status === "done" && result !== null) return result;
  throw new Problem(500, problem ?? { detail: t("The question was not answered.") });
}

/** @type {Omit<Job<never>, "result">} */
const NOTHING = { status: "done", ahead: null, progress: null, problem: null };
