/**
 * The shapes of a board: the page loads this module, and `noughts.drawing` reads the same object as JSON.
 *
 * A cell is 100 by 100. `stroke`: how wide the stroke of a stone is. `strike`: the band under a winner's stones, its
 * width and how far it reaches beyond the centres of its ends. `heat`: the accent, in percent, under the greatest
 * score. `worth`: win, draw and loss in a square of 12 by 12.
 */
export default {
  "x": "M24 24 76 76M76 24 24 76",
  "o": "M79 50A29 29 0 1 1 21 50A29 29 0 1 1 79 50Z",
  "stroke": 10,
  "strike": { "width": 34, "over": 30 },
  "heat": 38,
  "worth": {
    "win": "M6 1 11 10H1Z",
    "draw": "M1 3H11V5H1ZM1 7H11V9H1Z",
    "loss": "M6 10.500 1 1.500H11Z"
  }
};
