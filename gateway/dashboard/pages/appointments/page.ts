import type { DeclaredPage } from "../../ui/declared_page.ts";

export const pages: readonly DeclaredPage[] = [
  {
    path: "/appointments/:id?",
    role: "STAFF",
    link: {
      group: "desk",
      place: 4,
      label: { en: "Appointments", de: "Termine" },
      icon: "appointments",
    },
    load: async () => (await import("./appointments.tsx")).Appointments,
  },
  {
    path: "/people/:id",
    role: "STAFF",
    load: async () => (await import("./person.tsx")).Person,
  },
];
