import type { Department } from "../../../core/mod.ts";
import { builder } from "../builder.ts";
import { idOf, numberOf } from "../relay.ts";
import { BookingWindowType, ClosureType, OpeningHoursType } from "./department_settings.ts";

/** A department, active or not. A field may resolve to its REST id. */
export const DepartmentType = builder.loadableNodeRef("Department", {
  id: { resolve: ({ id }: Department) => id, parse: numberOf },
  load: (ids: number[], { reports }) => reports.byIds("departments", ids),
  toKey: ({ id }) => id,
  sort: true,
  cacheResolved: true,
});

DepartmentType.implement({
  description: "A department of the organization. Appointments are booked in departments.",
  fields: (t) => ({
    restId: t.exposeID("id", { description: "The id in the REST API." }),
    name: t.exposeString("name", { description: "The name." }),
    address: t.exposeString("address", { description: "The postal address. Empty if unknown." }),
    phoneNumber: t.exposeString("phoneNumber", {
      description: "The phone number. Empty if unknown.",
    }),
    workingHours: t.exposeString("workingHours", {
      description:
        "The working hours as text for people. Bookings are checked against `openingHours`.",
    }),
    slotInterval: t.exposeInt("slotInterval", {
      description: "Minutes from the start of one slot to the start of the next.",
    }),
    slotOffset: t.exposeInt("slotOffset", {
      description: "Minutes from midnight to the first slot.",
    }),
    slotCapacity: t.exposeInt("slotCapacity", {
      description: "The maximum number of appointments in one slot of one environment.",
    }),
    showAdminsInBooking: t.exposeBoolean("showAdminsInBooking", {
      description: "Whether each booking must name a worker.",
    }),
    openingHours: t.expose("openingHours", {
      type: OpeningHoursType,
      nullable: true,
      description: "The opening hours. Null means always open.",
    }),
    closures: t.expose("closures", {
      type: [ClosureType],
      description: "The days on which the department is closed.",
    }),
    bookingWindow: t.expose("bookingWindow", {
      type: BookingWindowType,
      nullable: true,
      description: "How far ahead the department can be booked. Null means any time.",
    }),
    isActive: t.exposeBoolean("isActive", {
      description:
        "Whether the department takes bookings. The public API hides inactive departments.",
    }),
    createdAt: t.expose("createdAt", { type: "DateTime", description: "The time of creation." }),
  }),
});

const DepartmentConnection = builder.connectionObject({
  type: DepartmentType,
  name: "DepartmentConnection",
});

const DepartmentFilter = builder.inputType("DepartmentFilter", {
  description: "Filters the departments. Null or omitted fields do not filter.",
  fields: (t) => ({
    isActive: t.boolean({
      description: "True returns only departments that take bookings, false only the others.",
    }),
  }),
});

builder.queryFields((t) => ({
  department: t.field({
    type: DepartmentType,
    nullable: true,
    description:
      "One department, active or not. Null if the organization has no department with this id.",
    args: {
      id: t.arg.id({ required: true, description: "The global id or the REST id." }),
    },
    resolve: (_, { id }) => idOf("Department", id),
  }),
  departments: t.connection({
    type: DepartmentType,
    description: "The departments, ordered by REST id. The oldest comes first.",
    args: {
      filter: t.arg({ type: DepartmentFilter, description: "The filter. The default is all." }),
    },
    resolve: (_, args, { reports }) => reports.page("departments", args),
  }, DepartmentConnection),
}));
