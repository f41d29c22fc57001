import{n as a,o as b}from"../../more.js";import"../../main.js";export{a as seatResult,b as spoken};
