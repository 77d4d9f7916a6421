import { erasedIn, type FieldCatalogue, unaudited } from "../audit/field_catalogue.ts";
import { appointmentFields } from "../booking/appointment_fields.ts";
import type { Visit } from "./visit.ts";

/**
 * What the audit and the erasure of its appointment do with each field of a visit, and how the dashboard names it. The
 * audited fields are in the order in which a record lists them.
 */
export const visitFields = {
  id: unaudited,
  organizationId: unaudited,
  environment: unaudited,
  departmentId: appointmentFields.departmentId,
  date: unaudited,
  // A record has the number as the name of its subject.
  number: unaudited,
  part: unaudited,
  ticket: unaudited,
  appointmentId: { audit: "VALUES", label: { en: "Appointment", de: "Termin" } },
  appointmentTime: {
    audit: "VALUES",
    label: { en: "Time of the appointment", de: "Zeit des Termins" },
  },
  appointmentDepartmentId: unaudited,
  dueAt: unaudited,
  screenId: unaudited,
  state: { audit: "VALUES", label: { en: "State", de: "Zustand" } },
  outcome: { audit: "VALUES", label: { en: "Outcome", de: "Ergebnis" } },
  priority: { audit: "VALUES", label: { en: "Priority", de: "Vorrang" } },
  desk: { audit: "VALUES", label: { en: "Counter", de: "Schalter" } },
  workerId: appointmentFields.workerId,
  calls: { audit: "VALUES", label: { en: "Calls", de: "Aufrufe" } },
  arrivedAt: { audit: "VALUES", label: { en: "Arrived", de: "Angekommen" } },
  note: appointmentFields.note,
  // The times of an action are those of its record.
  calledAt: unaudited,
  startedAt: unaudited,
  endedAt: unaudited,
  estimatedMinutes: unaudited,
} as const satisfies FieldCatalogue<Visit>;

/** What replaces the personal data of a visit when its appointment is erased. */
export const erasedVisit = erasedIn(visitFields);
