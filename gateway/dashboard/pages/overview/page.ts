import type { DeclaredPage } from "../../ui/declared_page.ts";

export const pages: readonly DeclaredPage[] = [
  {
    path: "/overview",
    needs: "getVisitOverview",
    link: {
      group: "organization",
      place: 0,
      label: { en: "Overview", de: "Überblick" },
      icon: "home",
    },
    load: async () => (await import("./overview.tsx")).Overview,
  },
];
