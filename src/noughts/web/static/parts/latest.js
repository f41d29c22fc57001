/** The latest question only: an answer that comes too late is dropped. */

export class Latest {
  constructor() {
    /** @type {AbortController | null} */
    this.asking = null;
    /** @type {string | null} */
    this.key = null;
  }

  /**
   * Ask unless the same question was asked last; what was asked before is given up.
   * @template T
   * @param {string} key
   * @param {(signal: AbortSignal) => Promise<T>} ask
   * @param {(answer: T) => void} use
   * @param {(error: unknown) => void} fail
   */
  ask(key, ask, use, fail) {
    if (key === this.key) return;
    this.stop();
    this.key = key;
    const asking = (this.asking = new AbortController());
    ask(asking.signal).then(
      (answer) => {
        if (!asking.signal.aborted) use(answer);
      },
      (error) => {
        if (asking.signal.aborted) return;
        this.key = null;
        fail(error);
      },
    );
  }

  /** Give up what is asked. */
  stop() {
    this.asking?.abort();
    this.asking = null;
    this.key = null;
  }
}
