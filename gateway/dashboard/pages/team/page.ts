import type { DeclaredPage } from "../../ui/declared_page.ts";

export const pages: readonly DeclaredPage[] = [
  {
    path: "/team",
    needs: "listStaffUsers",
    link: {
      group: "organization",
      place: 4,
      label: { en: "Team", de: "Team" },
      icon: "team",
    },
    load: async () => (await import("./team.tsx")).Team,
  },
];
