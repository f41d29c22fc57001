import{x as a,y as b,z as c}from"../../more.js";import"../../main.js";export{a as dareOf,c as dareWords,b as keepDone};
