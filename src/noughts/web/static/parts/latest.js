/** The latest question only: an answer that comes too late is dropped. */

/** @template T */
export class Latest {
  /**
   * @param {() => void} answered
   * @param {(error: unknown) => void} failed after this the same question may be asked again
   */
  constructor(answered, failed) {
    this.answered = answered;
    this.failed = failed;
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
   * @param {(signal: AbortSignal) => Promise<T>} ask
   */
  ask(key, ask) {
    if (key === this.key) return;
    this.stop();
    if (key === null) return;
    this.key = key;
    const asking = (this.asking = new AbortController());
    ask(asking.signal).then(
      (answer) => {
        if (asking.signal.aborted) return;
        this.answer = answer;
        this.answered();
      },
      (error) => {
        if (asking.signal.aborted) return;
        this.key = null;
        this.failed(error);
      },
    );
  }

  /** Give up what is asked, and forget the answer. */
  stop() {
    this.asking?.abort();
    this.asking = this.answer = this.key = null;
  }
}
