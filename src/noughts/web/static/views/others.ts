/** The views that come as one file when the first of them is opened. */

export { open as board } from "./board/view.ts";
export { open as learn } from "./learn/view.ts";
export { open as teachers } from "./teachers/view.ts";
export { open as tree } from "./tree/view.ts";
