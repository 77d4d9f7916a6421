import type { Application, StaffDepartmentView } from "../../../core/mod.ts";
import { type Command, defineCommand, type Given, type Options } from "../command.ts";

type Settings = Parameters<Application["updateDepartment"]>[1];

const settings = {
  address: { kind: "text", about: "Postal address" },
  phone: { kind: "text", about: "Phone number" },
  "slot-interval": { kind: "number", value: "MIN", about: "Minutes between slots (default 30)" },
  "slot-capacity": { kind: "number", about: "Appointments that a slot holds (default 1)" },
  "slot-offset": {
    kind: "number",
    value: "MIN",
    about: "Minutes after midnight at which the slots start (default 0)",
  },
  "working-hours": { kind: "text", about: "Opening hours as people read them" },
  "show-admins-in-booking": { kind: "flag", about: "A booking names its worker (default false)" },
  "opening-hours": {
    kind: "json",
    about: 'As in {"monday": [{"opens": "09:00", "closes": "17:00"}]}; null: always open',
  },
  closures: {
    kind: "json",
    about: 'As in [{"from": "2026-12-24", "to": "2026-12-26", "reason": "Holidays"}]',
  },
  "booking-window": {
    kind: "json",
    about: 'As in {"minLeadMinutes": 60, "maxDaysAhead": 90, "refusePast": true}; null: none',
  },
} as const satisfies Options;

const create = defineCommand({
  name: "department create",
  about: "Adds a department to an organization",
  options: {
    organization: { kind: "id", isRequired: true, about: "The organization" },
    name: { kind: "text", isRequired: true, about: "Name of the department" },
    ...settings,
  },
  async run(application, given) {
    const wanted = { ...settingsIn(given), name: given.name };
    return { departmentId: (await application.createDepartment(given.organization, wanted)).id };
  },
});

const update = defineCommand({
  name: "department update",
  about: "Changes the settings that are given; what is booked stays",
  options: {
    id: { kind: "id", isRequired: true, about: "The department" },
    name: { kind: "text", about: "Name of the department" },
    ...settings,
    active: { kind: "boolean", about: "Whether it is listed and takes bookings" },
  },
  async run(application, given) {
    const wanted = withoutUndefined({ name: given.name, isActive: given.active });
    const change = { ...settingsIn(given), ...wanted };
    return { departmentId: (await application.updateDepartment(given.id, change)).id };
  },
});

const list = defineCommand({
  name: "department list",
  about: "Lists the departments of an organization with their settings",
  options: { organization: { kind: "id", isRequired: true, about: "The organization" } },
  columns: ["id", "name", "slotInterval", "slotCapacity", "showAdminsInBooking", "isActive"],
  async run(application, given) {
    const departments = await application.listAllDepartments(given.organization);
    return { departments: departments.map(viewOf) };
  },
});

/** What an operator can do with departments. */
export const departmentCommands: readonly Command[] = [create, update, list];

function settingsIn(given: Given<typeof settings>): Settings {
  return withoutUndefined({
    address: given.address,
    phoneNumber: given.phone,
    slotInterval: given["slot-interval"],
    slotCapacity: given["slot-capacity"],
    slotOffset: given["slot-offset"],
    workingHours: given["working-hours"],
    showAdminsInBooking: given["show-admins-in-booking"],
    // The domain judges their shape; the command line only knows that they are JSON.
    openingHours: given["opening-hours"] as Settings["openingHours"],
    closures: given.closures as Settings["closures"],
    bookingWindow: given["booking-window"] as Settings["bookingWindow"],
  });
}

function withoutUndefined<T extends object>(fields: T): T {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as T;
}

function viewOf(department: StaffDepartmentView): object {
  const { id, name, address, phoneNumber, slotInterval, slotCapacity, slotOffset } = department;
  const { workingHours, showAdminsInBooking, openingHours, closures, bookingWindow } = department;
  return {
    id,
    name,
    address,
    phoneNumber,
    slotInterval,
    slotCapacity,
    slotOffset,
    workingHours,
    showAdminsInBooking,
    openingHours,
    closures,
    bookingWindow,
    isActive: department.isActive,
  };
}
