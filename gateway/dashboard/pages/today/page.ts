import type { DeclaredPage } from "../../ui/declared_page.ts";

export const pages: readonly DeclaredPage[] = [
  {
    path: "/",
    needs: "getDeskDay",
    link: {
      group: "desk",
      place: 1,
      label: { en: "Today", de: "Heute" },
      icon: "today",
    },
  },
];
