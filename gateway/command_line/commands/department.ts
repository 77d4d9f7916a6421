import type { Application, StaffDepartmentView } from "../../../core/mod.ts";
import { type Command, defineCommand, type Options, type OptionValues } from "../command.ts";

type Settings = Parameters<Application["updateDepartment"]>[1];

const settings = {
  address: { kind: "text", about: "Postal address" },
  phone: { kind: "text", about: "Phone number" },
  "slot-interval": { kind: "number", value: "MIN", about: "Minutes between slots (default 30)" },
  "slot-capacity": { kind: "number", about: "Maximum appointments per slot (default 1)" },
  "slot-offset": {
    kind: "number",
    value: "MIN",
    about: "Minutes from midnight to the first slot (default 0)",
  },
  "working-hours": { kind: "text", about: "Opening hours as text for people" },
  "show-admins-in-booking": {
    kind: "flag",
    about: "Each booking must name a worker (default false)",
  },
  "opening-hours": {
    kind: "json",
    about: 'For example {"monday": [{"opens": "09:00", "closes": "17:00"}]}. null: always open',
  },
  closures: {
    kind: "json",
    about: 'For example [{"from": "2026-12-24", "to": "2026-12-26", "reason": "Holidays"}]',
  },
  "booking-window": {
    kind: "json",
    about: 'For example {"minLeadMinutes": 60, "maxDaysAhead": 90, "refusePast": true}. null: none',
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
  async run(application, values) {
    const department = { ...settingsOf(values), name: values.name };
    const { id } = await application.createDepartment(values.organization, department);
    return { departmentId: id };
  },
});

const update = defineCommand({
  name: "department update",
  about: "Changes the given settings. Existing appointments stay",
  options: {
    id: { kind: "id", isRequired: true, about: "The department" },
    name: { kind: "text", about: "Name of the department" },
    ...settings,
    active: { kind: "boolean", about: "Whether the department is listed and takes bookings" },
  },
  async run(application, values) {
    const others = withoutUndefined({ name: values.name, isActive: values.active });
    const change = { ...settingsOf(values), ...others };
    return { departmentId: (await application.updateDepartment(values.id, change)).id };
  },
});

const list = defineCommand({
  name: "department list",
  about: "Lists the departments of an organization with their settings",
  options: { organization: { kind: "id", isRequired: true, about: "The organization" } },
  columns: ["id", "name", "slotInterval", "slotCapacity", "showAdminsInBooking", "isActive"],
  async run(application, values) {
    const departments = await application.listAllDepartments(values.organization);
    return { departments: departments.map(toView) };
  },
});

/** Commands for departments. */
export const departmentCommands: readonly Command[] = [create, update, list];

function settingsOf(values: OptionValues<typeof settings>): Settings {
  return withoutUndefined({
    address: values.address,
    phoneNumber: values.phone,
    slotInterval: values["slot-interval"],
    slotCapacity: values["slot-capacity"],
    slotOffset: values["slot-offset"],
    workingHours: values["working-hours"],
    showAdminsInBooking: values["show-admins-in-booking"],
    // The use case validates their shape. The command line only parses the JSON.
    openingHours: values["opening-hours"] as Settings["openingHours"],
    closures: values.closures as Settings["closures"],
    bookingWindow: values["booking-window"] as Settings["bookingWindow"],
  });
}

function withoutUndefined<T extends object>(fields: T): T {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as T;
}

function toView(department: StaffDepartmentView): object {
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
