/** The latest question only: an answer that comes too late is dropped. One that takes long is waited for in words. */

import { button, h, put } from "../dom.ts";
import { t } from "../language.ts";
import { announce } from "../messages.ts";
import type { Job } from "../types.ts";
import { rounded } from "../words.ts";

const SHOWN = 700; // milliseconds, after which a wait is worth words
const TICK = 250;

type Ask<T> = (signal: AbortSignal, heard: (job: Job<T>) => void) => Promise<T>;

export class LatestQuestion<T> {
  answer: T | null = null;
  asking: AbortController | null = null;
  key: string | null = null;
  /** How the question is asked. */
  question: Ask<T> | null = null;
  /** How far the answer is. */
  job: Job<T> | null = null;
  timer = 0;
  began = 0;
  readonly line = h("p", {});
  readonly stopButton = button(t("Stop"), () => this.halt(), { class: "button small" });
  readonly element = h("div", { class: "waiting", hidden: true });

  /**
   * @param changed it is answered, stopped, or asked again
   * @param failed after this the same question may be asked again
   * @param words how far the answer is; else no wait is shown
   */
  constructor(
    readonly changed: () => void,
    readonly failed: (error: unknown) => void,
    public words: ((job: Job<T> | null, seconds: number) => string) | null = null,
  ) {}

  /** Ask, unless this question was the last one; what was asked before is given up. No question: no answer. */
  ask(key: string | null, question: Ask<T>) {
    if (key === this.key) return;
    this.stop();
    if (key === null) return;
    this.key = key;
    this.question = question;
    const asking = new AbortController();
    this.asking = asking;
    this.began = performance.now();
    if (this.words) this.timer = window.setInterval(() => this.tick(), TICK);
    const hear = (job: Job<T>) => {
      if (asking.signal.aborted) return;
      this.job = job;
      if (!this.element.hidden) this.tick();
    };
    question(asking.signal, hear).then(
      (answer) => {
        if (asking.signal.aborted) return;
        this.giveUp();
        this.answer = answer;
        this.changed();
      },
      (error) => {
        if (asking.signal.aborted) return;
        this.stop();
        this.failed(error);
      },
    );
  }

  tick() {
    const waited = performance.now() - this.began;
    if (waited < SHOWN || !this.words) return;
    this.line.textContent = waitingWords(this.job, this.words, waited / 1000);
    if (!this.element.hidden) return;
    put(this.element, this.line, this.stopButton);
    this.element.hidden = false;
    announce(this.line.textContent);
  }

  /** Wait no longer, as the visitor wished. */
  halt() {
    this.giveUp();
    this.changed();
    const again = button(t("Ask again"), () => this.again(), { class: "button small" });
    put(this.element, h("p", {}, t("Stopped.")), again);
    this.element.hidden = false;
    again.focus();
    announce(t("Stopped."));
  }

  again() {
    const { key, question } = this;
    this.stop();
    if (question) this.ask(key, question);
    this.changed();
  }

  /** Give up what is asked, and forget the answer. */
  stop() {
    this.giveUp();
    this.answer = this.key = this.job = null;
  }

  /** Give up what is asked: the same question is not asked again by itself. */
  giveUp() {
    this.asking?.abort();
    this.asking = null;
    clearInterval(this.timer);
    this.element.hidden = true;
  }
}

/** Return how a job stands in words. */
export function waitingWords<T extends Job<any>>(
  job: T | null,
  words: (job: T | null, seconds: number) => string,
  seconds: number,
) {
  if (job?.progress?.compiling) return t("Compiling the search, once on this machine");
  if (job?.status !== "queued") return words(job, seconds);
  return job.ahead
    ? t("Waiting its turn: {ahead} before it", { ahead: job.ahead })
    : t("Waiting its turn: it is the next one");
}

/** How far a search for exact values is. */
export function searchWords(job: Job<any> | null, seconds: number) {
  const limit = job?.progress?.limit;
  const waited = rounded(seconds, 1);
  return limit && seconds <= limit
    ? t("Searching: {waited} of {limit} s", { waited, limit })
    : t("Searching: {waited} s", { waited });
}
