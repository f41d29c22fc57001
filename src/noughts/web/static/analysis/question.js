/** The latest question only: an answer that comes too late is dropped. */

/** @import { Job } from "../types.js" */

/** @template T */
export class LatestQuestion {
  /**
   * @param {() => void} answered
   * @param {(error: unknown) => void} failed after this the same question may be asked again
   * @param {(job: Job<T>) => void} [heard] how far the answer is
   */
  constructor(answered, failed, heard = () => {}) {
    this.answered = answered;
    this.failed = failed;
    this.heard = heard;
    /** @type {T | null} */
    this.answer = null;
    /** @type {AbortController | null} */
    this.asking = null;
    /** @type {string | null} */
    this.key = null;
  }

  /**
   * Ask, unless this question was the last one; what was asked before is given up. No question: no answer.
   * @param {string | null} key
   * @param {(signal: AbortSignal, heard: (job: Job<T>) => void) => Promise<T>} ask
   */
  ask(key, ask) {
    if (key === this.key) return;
    this.stop();
    if (key === null) return;
    this.key = key;
    const asking = new AbortController();
    this.asking = asking;
    ask(asking.signal, (job) => asking.signal.aborted || this.heard(job)).then(
      (answer) => {
        if (asking.signal.aborted) return;
        this.answer = answer;
        this.asking = null;
        this.answered();
      },
      (error) => {
        if (asking.signal.aborted) return;
        this.asking = this.key = null;
        this.failed(error);
      },
    );
  }

  /** Give up what is asked, and forget the answer. */
  stop() {
    this.giveUp();
    this.answer = this.key = null;
  }

  /** Give up what is asked: the same question is not asked again by itself. */
  giveUp() {
    this.asking?.abort();
    this.asking = null;
  }
}
