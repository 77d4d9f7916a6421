import type { DeclaredPage } from "../../ui/declared_page.ts";

export const pages: readonly DeclaredPage[] = [
  {
    path: "/reports",
    needs: "listReports",
    link: {
      group: "organization",
      place: 1.5,
      label: { en: "Reports", de: "Berichte" },
      icon: "report",
    },
    load: async () => (await import("./reports.tsx")).Reports,
  },
];
