export const charts = {
  showTable: "Show as a table",
  hideTable: "Hide the table",
} as const;
