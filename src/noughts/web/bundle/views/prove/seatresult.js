import{R as a,S as b}from"../../more.js";import"../../main.js";export{a as seatResult,b as spoken};
