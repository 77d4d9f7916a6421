import type { DeclaredPage } from "../../ui/declared_page.ts";

export const pages: readonly DeclaredPage[] = [
  {
    path: "/usage",
    needs: "getUsageStatistics",
    link: {
      group: "developers",
      place: 4,
      label: { en: "Usage", de: "Nutzung" },
      icon: "usage",
    },
    load: async () => (await import("./usage.tsx")).Usage,
  },
];
