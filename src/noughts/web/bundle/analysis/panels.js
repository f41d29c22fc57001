import{E as a}from"../more.js";import"../main.js";export{a as AnalysisPanels};
