/** Following a proof that the server runs. */

import { api } from "../api.js";
import { transport } from "../transport.js";

/** @import { Proof } from "../types.js" */

/**
 * Start a proof and follow it to its end. Raises Problem, Unreachable, or AbortError when given up.
 * @param {{strategy: string, game: string, seat: string}} question
 * @param {AbortSignal} signal
 * @param {(proof: Proof) => void} [progress]
 * @returns {Promise<Proof>}
 */
export async function runProof(question, signal, progress = () => {}) {
  const proof = await api.prove(question, signal);
  if (proof.status !== "queued" && proof.status !== "running") return proof;
  progress(proof);
  return new Promise((resolve, reject) => {
    const following = new AbortController();
    const stop = () => {
      following.abort();
      reject(signal.reason);
    };
    /** @param {Proof} last */
    const end = (last) => {
      following.abort();
      signal.removeEventListener("abort", stop);
      resolve(last);
    };
    signal.addEventListener("abort", stop);
    transport.follow(api.proofEvents(proof.id), {
      signal: following.signal,
      heard: { progress, done: end },
      lost: (closed) => {
        if (closed) api.proof(proof.id).then(end, reject);
      },
    });
  });
}
