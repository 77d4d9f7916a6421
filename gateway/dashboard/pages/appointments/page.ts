import type { DeclaredPage } from "../../ui/declared_page.ts";

export const pages: readonly DeclaredPage[] = [
  {
    path: "/appointments/:id?",
    needs: "listAppointments",
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
    needs: "listPerson",
    load: async () => (await import("./person.tsx")).Person,
  },
];
