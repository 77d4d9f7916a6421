import type { DeclaredPage } from "../../ui/declared_page.ts";

export const pages: readonly DeclaredPage[] = [
  {
    path: "/departments",
    needs: "updateDepartment",
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
    needs: "updateDepartment",
    load: async () => (await import("./department.tsx")).Department,
  },
];
