import { appointments } from "./tables.ts";

/** The columns of an appointment that every reader gets: all but those that only the gate needs. */
export const readAppointments = appointments.without(
  "organizationId",
  "slotStart",
  "slotMinutes",
  "place",
  "slotCapacity",
  "workerIsExclusive",
);
