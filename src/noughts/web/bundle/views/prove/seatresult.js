import{s as a,t as b}from"../../more.js";import"../../main.js";export{a as seatResult,b as spoken};
