import type { DeclaredPage } from "../../ui/declared_page.ts";

export const pages: readonly DeclaredPage[] = [
  {
    path: "/calendar",
    needs: "getCalendar",
    link: {
      group: "desk",
      place: 3,
      label: { en: "Calendar", de: "Kalender" },
      icon: "columns",
    },
    load: async () => (await import("./calendar.tsx")).Calendar,
  },
];
