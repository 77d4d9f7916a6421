import type { DeclaredPage } from "../../ui/declared_page.ts";

export const pages: readonly DeclaredPage[] = [
  {
    path: "/screens",
    needs: "listScreens",
    link: {
      group: "organization",
      place: 6,
      label: { en: "Screens", de: "Bildschirme" },
      icon: "screen",
    },
    load: async () => (await import("./screens.tsx")).Screens,
  },
];
