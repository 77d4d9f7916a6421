import type { DeclaredPage } from "../../ui/declared_page.ts";

export const pages: readonly DeclaredPage[] = [
  {
    path: "/visits",
    needs: "getVisitOverview",
    link: {
      group: "organization",
      place: 1,
      label: { en: "Visits", de: "Besuche" },
      icon: "visits",
    },
    load: async () => (await import("./visits.tsx")).Visits,
  },
];
