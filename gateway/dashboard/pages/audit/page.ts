import type { DeclaredPage } from "../../ui/declared_page.ts";

export const pages: readonly DeclaredPage[] = [
  {
    path: "/audit",
    needs: "listAudit",
    link: {
      group: "organization",
      place: 5,
      label: { en: "Audit", de: "Protokoll" },
      icon: "audit",
    },
    load: async () => (await import("./audit.tsx")).Audit,
  },
];
