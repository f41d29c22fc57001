/** The way to the program: a server's, or, among static files, Python in this browser. Only one of the two is loaded. */

import { isSite } from "./addresses.js";

/** @import { Transport } from "./types.js" */

/** @type {Transport} */
export const transport = await (isSite ? import("./transport/local.js") : import("./transport/server.js"));
