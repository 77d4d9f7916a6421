import type { DeclaredPage } from "../../ui/declared_page.ts";

export const pages: readonly DeclaredPage[] = [
  {
    path: "/developers",
    needs: "listApiKeys",
    link: {
      group: "developers",
      place: 1,
      label: { en: "Get started", de: "Erste Schritte" },
      icon: "start",
    },
    load: async () => (await import("./developers.tsx")).Developers,
  },
];
