/** JSON whose whole numbers may be too long for a double. */

const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const LONG = /^-?\d{16,}$/;

/** Parse JSON; a whole number of sixteen or more digits comes as text, digit by digit. */
export function parseJson(text: string): unknown {
  return JSON.parse(text.replace(TOKENS, (token) => (LONG.test(token) ? `"${token}"` : token)));
}
