import{D as a,E as b,F as c}from"../../more.js";import"../../main.js";export{a as dareOf,c as dareWords,b as keepDone};
