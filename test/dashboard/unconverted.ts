/** The sources that still contain texts of their own. The list may only shrink. */
export const unconverted: readonly string[] = [
  "desk/shortcuts_dialog.tsx",
  "pages/appointments/appointment_drawer.tsx",
  "pages/appointments/appointments.tsx",
  "pages/appointments/filters.tsx",
  "pages/audit/audit.tsx",
  "pages/audit/filters.tsx",
  "pages/credits/credits.tsx",
  "ui/audit_words.ts",
  "ui/on_demand.tsx",
];
