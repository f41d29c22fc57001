/** What goes wrong on the way to the program. */

import { t } from "../language.ts";
import type { GameState } from "../types.ts";

/** A refusal by the program: `message` is a sentence to show as it is. */
export class Problem extends Error {
  readonly kind: string;
  readonly state: GameState | null;
  readonly retryAfter: number | null;

  /** @param retryAfter seconds */
  constructor(
    readonly status: number,
    body: { type?: string; detail?: string; title?: string; state?: GameState },
    retryAfter?: number,
  ) {
    super(body.detail || body.title || t("The server answered {status}.", { status }));
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
