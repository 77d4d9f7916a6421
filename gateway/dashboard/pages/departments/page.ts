import type { DeclaredPage } from "../../ui/declared_page.ts";

export const pages: readonly DeclaredPage[] = [
  {
    path: "/departments",
    role: "ADMIN",
    link: {
      group: "organization",
      place: 2,
      label: { en: "Departments", de: "Abteilungen" },
      icon: "departments",
    },
    load: async () => (await import("./departments.tsx")).Departments,
  },
  {
    path: "/departments/:id",
    role: "ADMIN",
    load: async () => (await import("./department.tsx")).Department,
  },
];
