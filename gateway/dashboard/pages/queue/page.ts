import type { DeclaredPage } from "../../ui/declared_page.ts";

export const pages: readonly DeclaredPage[] = [
  {
    path: "/queue",
    needs: "getQueue",
    link: {
      group: "desk",
      place: 2,
      label: { en: "Queue", de: "Warteschlange" },
      icon: "queue",
    },
    load: async () => (await import("./queue.tsx")).Queue,
  },
];
