/** What may take long: proofs, matches, and questions about positions. All are followed in the same way. */

import { api, Problem } from "../api.js";
import { transport } from "../transport.js";

/** @import { Decision, Job, Match, MatchQuestion, Proof, Review, Values } from "../types.js" */

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
 * Return a job that was started when it has ended.
 * @template {Job<unknown> & {id: string}} T
 * @param {T} job
 * @param {(id: string) => string} events the path of its stream
 * @param {(id: string) => Promise<T>} read where no stream can be had
 * @param {AbortSignal} signal
 * @param {(job: T) => void} progress
 */
async function finished(job, events, read, signal, progress) {
  if (ended(job)) return job;
  progress(job);
  return followed(events(job.id), { signal, progress, otherwise: () => read(job.id), patient: true });
}

/**
 * Start a proof and follow it to its end. Raises Problem, Unreachable, or AbortError when given up.
 * @param {{strategy: string, game: string, seat: string}} question
 * @param {AbortSignal} signal
 * @param {(proof: Proof) => void} [progress]
 */
export async function runProof(question, signal, progress = () => {}) {
  return finished(await api.prove(question, signal), api.proofEvents, api.proof, signal, progress);
}

/**
 * Start a match and follow it to its end. Raises Problem, Unreachable, or AbortError when given up.
 * @param {MatchQuestion} question
 * @param {AbortSignal} signal
 * @param {(match: Match) => void} progress
 */
export async function runMatch(question, signal, progress) {
  return finished(await api.startMatch(question, signal), api.matchEvents, api.match, signal, progress);
}

/**
 * Ask for exact values. Raises Problem, Unreachable, or AbortError when given up, which ends the work.
 * @param {string} game
 * @param {string} position
 * @param {AbortSignal} signal
 * @param {(job: Job<Values>) => void} progress
 */
export function askValues(game, position, signal, progress) {
  return answered(api.questionEvents("values", { game, position }), signal, progress, () => api.values(game, position, signal));
}

/**
 * Ask for a hint.
 * @param {string} game
 * @param {string} position
 * @param {AbortSignal} signal
 * @param {(job: Job<Decision>) => void} progress
 */
export function askHint(game, position, signal, progress) {
  return answered(api.questionEvents("hint", { game, position }), signal, progress, () => api.hint(game, position, signal));
}

/**
 * Ask for the judgement of every move of a game; the job's `result` is what is judged so far.
 * @param {string} game
 * @param {string[]} moves
 * @param {AbortSignal} signal
 * @param {(job: Job<Review>) => void} progress
 */
export function askReview(game, moves, signal, progress) {
  const events = api.questionEvents("review", { game, moves: moves.join(",") });
  return answered(events, signal, progress, () => api.review(game, moves, signal));
}

/**
 * Follow a question to its answer.
 * @template T
 * @param {string} events
 * @param {AbortSignal} signal
 * @param {(job: Job<T>) => void} progress
 * @param {() => Promise<T>} quick where no stream can be had: the same question as one request, which says what is wrong
 */
async function answered(events, signal, progress, quick) {
  const otherwise = async () => ({ ...NOTHING, result: await quick() });
  const { status, result, problem } = await followed(events, { signal, progress, otherwise, patient: false });
  if (status === "done" && result !== null) return result;
  throw new Problem(500, problem ?? { detail: "The question was not answered." });
}

/** @type {Omit<Job<never>, "result">} */
const NOTHING = { status: "done", ahead: null, progress: null, problem: null };
