/** The way to the program: a server's, or, among static files, Python in this browser. */

import { isSite } from "./addresses.js";
import * as local from "./transport/local.js";
import * as server from "./transport/server.js";

/** @import { Transport } from "./types.js" */

/** @type {Transport} */
export const transport = isSite ? local : server;
