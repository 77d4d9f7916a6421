/** The sources that still contain texts of their own. The list may only shrink. */
export const unconverted: readonly string[] = [
  "desk/shortcuts_dialog.tsx",
  "ui/audit_words.ts",
  "ui/on_demand.tsx",
];
