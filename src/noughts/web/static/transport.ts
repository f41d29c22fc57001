/** The way to the program: a server's, or, among static files, Python in this browser. */

import { isSite } from "./addresses.ts";
import * as local from "./transport/local.ts";
import * as server from "./transport/server.ts";
import type { Transport } from "./types.ts";

export const transport: Transport = isSite ? local : server;
