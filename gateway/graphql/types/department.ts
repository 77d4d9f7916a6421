import type { Department } from "../../../core/mod.ts";
import { builder } from "../builder.ts";
import { idOf, numberOf } from "../relay.ts";
import { BookingWindowType, ClosureType, OpeningHoursType } from "./department_settings.ts";

/** A department, active or not; a field may resolve to its REST id. */
export const DepartmentType = builder.loadableNodeRef("Department", {
  id: { resolve: ({ id }: Department) => id, parse: numberOf },
  load: (ids: number[], { reports }) => reports.byIds("departments", ids),
  toKey: ({ id }) => id,
  sort: true,
  cacheResolved: true,
});

DepartmentType.implement({
  description: "A place of the organization in which appointments are booked.",
  fields: (t) => ({
    restId: t.exposeID("id", { description: "Its id in the REST API." }),
    name: t.exposeString("name", { description: "What it is called." }),
    address: t.exposeString("address", { description: "Its postal address; empty if unknown." }),
    phoneNumber: t.exposeString("phoneNumber", {
      description: "Its phone number; empty if unknown.",
    }),
    workingHours: t.exposeString("workingHours", {
      description: "Its hours in words; `openingHours` is what bookings are judged by.",
    }),
    slotInterval: t.exposeInt("slotInterval", {
      description: "Minutes from the start of one slot to that of the next.",
    }),
    slotOffset: t.exposeInt("slotOffset", {
      description: "Minutes after midnight at which the grid of slots starts.",
    }),
    slotCapacity: t.exposeInt("slotCapacity", {
      description: "How many appointments one slot of one environment holds.",
    }),
    showAdminsInBooking: t.exposeBoolean("showAdminsInBooking", {
      description: "Whether each booking names the worker who takes it.",
    }),
    openingHours: t.expose("openingHours", {
      type: OpeningHoursType,
      nullable: true,
      description: "When it is open; null means always.",
    }),
    closures: t.expose("closures", {
      type: [ClosureType],
      description: "The days on which it is closed.",
    }),
    bookingWindow: t.expose("bookingWindow", {
      type: BookingWindowType,
      nullable: true,
      description: "How far from now it can be booked; null means any time.",
    }),
    isActive: t.exposeBoolean("isActive", {
      description: "Whether it takes bookings; the public API does not know it otherwise.",
    }),
    createdAt: t.expose("createdAt", { type: "DateTime", description: "When it was made." }),
  }),
});

const DepartmentConnection = builder.connectionObject({
  type: DepartmentType,
  name: "DepartmentConnection",
});

const DepartmentFilter = builder.inputType("DepartmentFilter", {
  description: "Which departments are listed; what is null or left out does not narrow the list.",
  fields: (t) => ({
    isActive: t.boolean({ description: "Only those that take bookings, or only the others." }),
  }),
});

builder.queryFields((t) => ({
  department: t.field({
    type: DepartmentType,
    nullable: true,
    description: "One department, active or not; null if the organization has none of this id.",
    args: {
      id: t.arg.id({ required: true, description: "Its id, or its id in the REST API." }),
    },
    resolve: (_, { id }) => idOf("Department", id),
  }),
  departments: t.connection({
    type: DepartmentType,
    description: "The departments, by their ids in the REST API, the oldest first.",
    args: {
      filter: t.arg({ type: DepartmentFilter, description: "Which of them; all if left out." }),
    },
    resolve: (_, asked, { reports }) => reports.page("departments", asked),
  }, DepartmentConnection),
}));
