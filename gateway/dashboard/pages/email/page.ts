import type { DeclaredPage } from "../../ui/declared_page.ts";

export const pages: readonly DeclaredPage[] = [
  {
    path: "/email",
    needs: "getEmail",
    link: {
      group: "organization",
      place: 6.5,
      label: { en: "E-mail", de: "E-Mail" },
      icon: "mail",
    },
    load: async () => (await import("./email.tsx")).Email,
  },
];
