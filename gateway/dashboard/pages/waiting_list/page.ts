import type { DeclaredPage } from "../../ui/declared_page.ts";

export const pages: readonly DeclaredPage[] = [
  {
    path: "/waitlist",
    needs: "getWaitlist",
    link: {
      group: "organization",
      place: 1.2,
      label: { en: "Waiting list", de: "Warteliste" },
      icon: "waitlist",
    },
    load: async () => (await import("./waiting_list.tsx")).Waitlist,
  },
];
