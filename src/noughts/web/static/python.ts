/** Python in this browser: questions for a web worker that runs the program's own sources (python/worker.js). */

import { parseJson } from "./json.ts";
import { language, t } from "./language.ts";
import type { Loading, ProgramFacts, PythonOptions } from "./types.ts";

const WORKER = new URL("../python/worker.js", import.meta.url);
const SILENCE = 30; // seconds without a word from the worker, after which it is stopped

const NEEDED = t("Python could not be started: it needs a browser with WebAssembly and module workers.");

/** Why the worker could not load Python, by what it calls that. */
const FAILURES: Record<string, string> = {
  webassembly: NEEDED,
  files: t("The files of Python are missing on this server."),
  network: t("The server cannot be reached, so Python cannot be loaded."),
};

/** A job that ended without an answer; `message` is a sentence to show as it is. */
export class PythonProblem extends Error {
  /** @param kind the class of the error in Python, or "stopped", "missing" */
  constructor(
    readonly kind: string,
    message: string,
    readonly facts: ProgramFacts = {},
  ) {
    super(message);
  }
}

interface Question {
  id: number;
  job: string;
  asked: unknown;
  options: PythonOptions;
  resolve: (answer: any) => void;
  reject: (error: unknown) => void;
}

/**
 * A worker with its queue of questions; it is started by the first, and anew after one that had to be stopped.
 *
 * A visitor's program can change the Python that it runs in, so each gets a fresh one: a spare worker loads while the
 * program before is looked at.
 */
export class Python {
  /** The first is being answered. */
  questions: Question[] = [];
  worker: Worker | null = null;
  /** A fresh one, for the next program. */
  spare: Worker | null = null;
  /** Those that are loaded. */
  loaded: WeakSet<Worker> = new WeakSet();
  /** The program that has run in the worker. */
  ran: string | null = null;
  last = 0;
  timer = 0;

  /** Whether the worker is loaded. */
  get ready() {
    return this.worker !== null && this.loaded.has(this.worker);
  }

  /** Start the worker, if it is not running: Python takes some seconds to load. */
  start() {
    if (this.worker) return;
    this.worker = this.spare ?? this.made();
    this.spare = null;
    if (!this.worker) queueMicrotask(() => this.fail(NEEDED));
  }

  /** Return a new worker, null where the browser has none. */
  made() {
    try {
      const worker = new Worker(WORKER, { type: "module" });
      worker.addEventListener("message", ({ data }) => this.hear(worker, data));
      worker.addEventListener("error", (event) => {
        event.preventDefault();
        if (worker === this.spare) this.spare = null;
        else if (worker === this.worker) this.fail(NEEDED);
      });
      return worker;
    } catch {
      return null;
    }
  }

  /** Let a question about a program find a Python in which no other one has run. */
  renewFor({ asked }: Question) {
    const { source = null, read = null } = asked as { source?: string; read?: string | null };
    if (source === null) return;
    const program = JSON.stringify([source, read]);
    if (this.ran !== null && this.ran !== program) {
      this.end();
      this.start();
    }
    this.ran = program;
  }

  /** Return the answer of a job. Raises PythonProblem, or what the signal says when it is given up. */
  ask(job: string, asked: unknown, options: PythonOptions = {}): Promise<any> {
    const { signal } = options;
    if (signal?.aborted) return Promise.reject(signal.reason);
    return new Promise((resolve, reject) => {
      const question = { id: ++this.last, job, asked, options, resolve, reject };
      this.questions.push(question);
      signal?.addEventListener("abort", () => this.giveUp(question, signal.reason), { once: true });
      this.start();
      if (this.questions.length === 1) this.send();
    });
  }

  /** Send the first question; while Python is loading it waits here, where it can be given up. */
  send() {
    const [question] = this.questions;
    clearTimeout(this.timer);
    if (!question) return;
    this.renewFor(question);
    this.start();
    if (!this.ready) return;
    const { id, job, asked } = question;
    this.worker?.postMessage({ id, job, asked, language });
    this.wait();
  }

  /** Stop the worker where it has been silent for too long; while it loads it speaks of every piece. */
  wait() {
    clearTimeout(this.timer);
    const [question] = this.questions;
    if (!question) return;
    const seconds = question.options.seconds ?? SILENCE;
    const words = t("It was stopped: for {seconds} seconds it came no further. Perhaps a loop of it never ends.", {
      seconds,
    });
    this.timer = window.setTimeout(() => this.giveUp(question, new PythonProblem("stopped", words)), seconds * 1000);
  }

  hear(worker: Worker, message: any) {
    const [question] = this.questions;
    if (message.ready) this.loaded.add(worker);
    if (worker !== this.worker) return;
    if (message.failed) this.fail(FAILURES[message.failed] ?? message.failed);
    else if (message.loading) question?.options.loading?.(message.loading);
    else if (message.ready) {
      question?.options.started?.();
      this.send();
    } else if (question && message.id === question.id) {
      if (message.progress) {
        this.wait();
        question.options.progress?.(parseJson(message.progress));
        return;
      }
      this.questions.shift();
      const { answer, error } = parseJson(message.done) as { answer?: any; error?: [string, string, ProgramFacts?] };
      if (error) question.reject(new PythonProblem(...error));
      else question.resolve(answer);
      if (this.ran !== null) this.spare ??= this.made();
      this.send();
    }
  }

  giveUp(question: Question, reason: unknown) {
    const at = this.questions.indexOf(question);
    if (at < 0) return;
    this.questions.splice(at, 1);
    question.reject(reason);
    if (at > 0 || !this.ready) return;
    this.end();
    this.start(); // so that the next question need not wait for it
  }

  fail(words: string) {
    this.end();
    for (const { reject } of this.questions.splice(0)) reject(new PythonProblem("missing", words));
  }

  end() {
    clearTimeout(this.timer);
    this.worker?.terminate();
    this.worker = null;
    this.ran = null;
  }
}

export const python = new Python();

/** Say how far the loading is. */
export function loadingWords({ done, of }: Loading) {
  const million = (bytes: number) => Math.round(bytes / 1e6);
  if (done >= of) return t("Python is being started");
  return t("Python is being loaded: {done} of {of} MB", { done: million(done), of: million(of) });
}
