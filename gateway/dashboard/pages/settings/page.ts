import type { DeclaredPage } from "../../ui/declared_page.ts";

export const pages: readonly DeclaredPage[] = [
  {
    path: "/settings",
    needs: "getOrganization",
    link: {
      group: "organization",
      place: 7,
      label: { en: "Settings", de: "Einstellungen" },
      icon: "settings",
    },
    load: async () => (await import("./settings.tsx")).Settings,
  },
];
