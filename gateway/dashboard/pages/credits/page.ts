import type { DeclaredPage } from "../../ui/declared_page.ts";

export const pages: readonly DeclaredPage[] = [
  {
    path: "/credits",
    needs: "listCreditEntries",
    link: {
      group: "organization",
      place: 3,
      label: { en: "Credits", de: "Guthaben" },
      icon: "credits",
    },
    load: async () => (await import("./credits.tsx")).Credits,
  },
];
