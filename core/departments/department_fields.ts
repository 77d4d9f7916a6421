import { type FieldCatalogue, unaudited } from "../audit/field_catalogue.ts";
import type { Department } from "./department.ts";

/**
 * How the dashboard names the settings of a department, in their forms and in the audit, which has every setting. They
 * are in the order in which a record lists them.
 */
export const departmentFields = {
  id: unaudited,
  organizationId: unaudited,
  name: { audit: "VALUES", label: { en: "Name", de: "Name" } },
  address: { audit: "VALUES", label: { en: "Address", de: "Adresse" } },
  phoneNumber: { audit: "VALUES", label: { en: "Phone", de: "Telefon" } },
  slotInterval: {
    audit: "VALUES",
    label: { en: "Slot length", de: "Länge eines Zeitfensters" },
  },
  workingHours: {
    audit: "VALUES",
    label: { en: "Opening hours (as text)", de: "Öffnungszeiten (als Text)" },
  },
  showAdminsInBooking: {
    audit: "VALUES",
    label: { en: "Require a staff member", de: "Mitarbeitende erforderlich" },
  },
  slotCapacity: {
    audit: "VALUES",
    label: { en: "Capacity per slot", de: "Plätze je Zeitfenster" },
  },
  slotOffset: {
    audit: "VALUES",
    label: { en: "First start after midnight", de: "Erster Beginn nach Mitternacht" },
  },
  openingHours: { audit: "VALUES", label: { en: "Opening hours", de: "Öffnungszeiten" } },
  closures: { audit: "VALUES", label: { en: "Closures", de: "Schließtage" } },
  bookingWindow: { audit: "VALUES", label: { en: "Booking window", de: "Buchungszeitraum" } },
  isActive: { audit: "VALUES", label: { en: "Bookable", de: "Buchbar" } },
  createdAt: unaudited,
  version: unaudited,
} as const satisfies FieldCatalogue<Department>;
