import { type FieldCatalogue, unaudited } from "../audit/field_catalogue.ts";
import type { Appointment } from "./appointment.ts";

/**
 * What the audit and an erasure do with each field of an appointment, and how the dashboard names it. The audited fields
 * are in the order in which a record lists them.
 */
export const appointmentFields = {
  id: unaudited,
  organizationId: unaudited,
  environment: unaudited,
  dateTime: { audit: "VALUES", label: { en: "Time", de: "Zeit" } },
  departmentId: { audit: "VALUES", label: { en: "Department", de: "Abteilung" } },
  // The slot and the place follow from the time and the department.
  slotStart: unaudited,
  slotMinutes: unaudited,
  place: unaudited,
  slotCapacity: unaudited,
  status: { audit: "VALUES", label: { en: "Status", de: "Status" } },
  workerId: { audit: "VALUES", label: { en: "Staff member", de: "Mitarbeitende" } },
  workerIsExclusive: unaudited,
  archivedAt: { audit: "VALUES", label: { en: "Archived", de: "Archiviert" } },
  name: { audit: "CHANGE", erased: "Erased", label: { en: "Name", de: "Name" } },
  phone: { audit: "CHANGE", erased: "", label: { en: "Phone", de: "Telefon" } },
  email: { audit: "CHANGE", erased: null, label: { en: "E-mail", de: "E-Mail" } },
  locale: { audit: "CHANGE", erased: null, label: { en: "Language", de: "Sprache" } },
  metadata: { audit: "CHANGE", erased: null, label: { en: "Further data", de: "Weitere Daten" } },
  externalUserId: { audit: "CHANGE", erased: null, label: { en: "Reference", de: "Referenz" } },
  cancelReason: {
    audit: "CHANGE",
    erased: null,
    label: { en: "Reason of the cancellation", de: "Grund der Absage" },
  },
  note: { audit: "CHANGE", erased: "", label: { en: "Note", de: "Notiz" } },
  // Random: it says nothing about the person, and whoever has it may check in.
  qrCode: unaudited,
  createdAt: unaudited,
} as const satisfies FieldCatalogue<Appointment>;
