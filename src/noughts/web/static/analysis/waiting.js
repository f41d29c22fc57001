/** The wait for an answer that takes long: how far it is, in words, and a button that stops it. */

import { button, h, put } from "../dom.js";
import { t } from "../language.js";
import { announce } from "../messages.js";
import { rounded } from "../words.js";

/** @import { Job } from "../types.js" */
/** @import { LatestQuestion } from "./question.js" */

const SHOWN = 700; // milliseconds, after which a wait is worth words
const TICK = 250;

export class Waiting {
  /**
   * @param {{words: (job: Job<any> | null, seconds: number) => string, stop: () => void, again: () => void}} options
   * `words`: how far the answer is; `again`: ask once more what was stopped
   */
  constructor({ words, stop, again }) {
    this.words = words;
    this.again = again;
    /** @type {Job<any> | null} */
    this.job = null;
    this.line = h("p", {});
    this.stopButton = button(t("Stop"), stop, { class: "button small" });
    this.element = h("div", { class: "waiting", hidden: true });
    this.timer = 0;
    this.began = 0;
    /** @type {string | null} */
    this.key = null;
  }

  /** Show whether an answer is waited for. @param {LatestQuestion<any>} latest */
  show({ asking, answer, key }) {
    if (asking) this.begin(key);
    else if (answer !== null || key !== this.key) this.end();
  }

  /** Begin to wait for the answer to a question, unless that is so already. @param {string | null} key */
  begin(key) {
    if (this.timer && key === this.key) return;
    this.end();
    this.key = key;
    this.began = performance.now();
    this.timer = window.setInterval(() => this.tick(), TICK);
  }

  /** Take news. @param {Job<any>} job */
  hear(job) {
    this.job = job;
    if (!this.element.hidden) this.tick();
  }

  tick() {
    const waited = performance.now() - this.began;
    if (waited < SHOWN) return;
    this.line.textContent = waitingWords(this.job, this.words, waited / 1000);
    if (!this.element.hidden) return;
    put(this.element, this.line, this.stopButton);
    this.element.hidden = false;
    announce(this.line.textContent);
  }

  /** Wait no longer. */
  end() {
    clearInterval(this.timer);
    this.timer = 0;
    this.job = null;
    this.element.hidden = true;
  }

  /** Wait no longer, as the visitor wished. */
  stop() {
    this.end();
    const again = button(t("Ask again"), this.again, { class: "button small" });
    put(this.element, h("p", {}, t("Stopped.")), again);
    this.element.hidden = false;
    again.focus();
    announce(t("Stopped."));
  }
}

/**
 * Return how a job stands in words.
 * @template {Job<any>} T
 * @param {T | null} job
 * @param {(job: T | null, seconds: number) => string} words
 * @param {number} seconds
 */
export function waitingWords(job, words, seconds) {
  if (job?.progress?.compiling) return t("Compiling the search, once on this machine");
  if (job?.status !== "queued") return words(job, seconds);
  return job.ahead
    ? t("Waiting its turn: {ahead} before it", { ahead: job.ahead })
    : t("Waiting its turn: it is the next one");
}

/** How far a search for exact values is. @param {Job<any> | null} job @param {number} seconds */
export function searchWords(job, seconds) {
  const limit = job?.progress?.limit;
  const waited = rounded(seconds, 1);
  return limit && seconds <= limit
    ? t("Searching: {waited} of {limit} s", { waited, limit })
    : t("Searching: {waited} s", { waited });
}
