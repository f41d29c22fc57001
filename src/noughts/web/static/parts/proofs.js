/** Following a proof that the server runs. */

import { api } from "../api.js";
import { parseJson } from "../json.js";

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
    const events = new EventSource(api.proofEvents(proof.id));
    /** @param {Event} event */
    const read = (event) => /** @type {Proof} */ (parseJson(/** @type {MessageEvent} */ (event).data));
    const stop = () => {
      events.close();
      reject(signal.reason);
    };
    signal.addEventListener("abort", stop);
    /** @param {Proof} last */
    const end = (last) => {
      events.close();
      signal.removeEventListener("abort", stop);
      resolve(last);
    };
    events.addEventListener("progress", (event) => progress(read(event)));
    events.addEventListener("done", (event) => end(read(event)));
    events.addEventListener("error", () => {
      if (events.readyState === EventSource.CLOSED) api.proof(proof.id).then(end, reject);
    });
  });
}
