/** What goes wrong on the way to the program. */

import { t } from "../language.js";

/** @import { GameState } from "../types.js" */

/** A refusal by the program: `message` is a sentence to show as it is. */
export class Problem extends Error {
  /**
   * @param {number} status
   * @param {{type?: string, detail?: string, title?: string, state?: GameState}} body
   * @param {number} [retryAfter] seconds
   */
  constructor(status, body, retryAfter) {
    super(body.detail || body.title || t("The server answered {status}.", { status }));
    this.status = status;
    this.kind = (body.type ?? "").split(":").pop() ?? "";
    this.state = body.state ?? null;
    this.retryAfter = retryAfter ?? null;
  }
}

/** The server was not reached. */
export class Unreachable extends Error {
  constructor() {
    super(t("The server cannot be reached."));
  }
}
