import type { InputShapeFromFields } from "@pothos/core";
import type { ListRequest } from "../../../core/mod.ts";
import { builder } from "../builder.ts";
import { idIn } from "../relay.ts";
import { AppointmentStatusType, DirectionType, EnvironmentType } from "./enums.ts";

const AppointmentFilter = builder.inputType("AppointmentFilter", {
  description: "Which appointments are listed; what is null or left out does not narrow the list.",
  fields: (t) => ({
    environment: t.field({ type: EnvironmentType, description: "Only those of this one." }),
    departmentId: t.id({ description: "Only this department's, by its id or its REST id." }),
    workerId: t.id({ description: "Only this worker's, by its id or its REST id." }),
    status: t.field({
      type: [AppointmentStatusType],
      description: "Only those of one of these; of an empty list there are none.",
    }),
    archived: t.boolean({ description: "Only those that are archived, or only the others." }),
    dateTimeFrom: t.field({
      type: "LocalDateTime",
      description: "Only those that take place then or later.",
    }),
    dateTimeTo: t.field({
      type: "LocalDateTime",
      description: "Only those that take place before then.",
    }),
    createdFrom: t.field({ type: "DateTime", description: "Only those booked then or later." }),
    createdTo: t.field({ type: "DateTime", description: "Only those booked before then." }),
    externalUserId: t.string({ description: "Only those with exactly this externalUserId." }),
    qrCode: t.string({ description: "Only the one of exactly this code." }),
  }),
});

const AppointmentOrderField = builder.enumType("AppointmentOrderField", {
  description: "By what appointments are listed.",
  values: {
    DATE_TIME: { description: "When they take place, then their ids in the REST API." },
    CREATED_AT: {
      description: "When they were booked, then when they take place, then their ids in REST.",
    },
  },
});

const AppointmentOrder = builder.inputType("AppointmentOrder", {
  description: "The order of a list of appointments.",
  fields: (t) => ({
    field: t.field({
      type: AppointmentOrderField,
      required: true,
      description: "By what they are listed.",
    }),
    direction: t.field({
      type: DirectionType,
      required: true,
      defaultValue: "ASC",
      description: "Which way.",
    }),
  }),
});

const filter = {
  type: AppointmentFilter,
  description: "Which of them; all if left out.",
} as const;

/** The arguments of the list of all appointments. */
export const appointmentArgs = builder.args((t) => ({
  filter: t.field(filter),
  orderBy: t.field({
    type: AppointmentOrder,
    description: "Their order; by when they take place if left out, the earliest first.",
  }),
}));

/**
 * The arguments of a department's or a worker's list. Those are by when they take place, as only so each list has
 * an index: in another order each would be read as a whole.
 */
export const ownedAppointmentArgs = builder.args((t) => ({
  filter: t.field(filter),
  direction: t.field({
    type: DirectionType,
    required: true,
    defaultValue: "ASC",
    description: "Which way, by when they take place.",
  }),
}));

type Page = Pick<ListRequest<"appointments">, "first" | "last" | "after" | "before">;

/** What the arguments ask of the list. */
export function askedOf(
  { filter, orderBy, ...page }: InputShapeFromFields<typeof appointmentArgs> & Page,
): ListRequest<"appointments"> {
  const { departmentId, workerId } = filter ?? {};
  return {
    ...page,
    orderBy: orderBy && { by: orderBy.field, direction: orderBy.direction },
    filter: {
      ...filter,
      departmentId: idIn("Department", departmentId),
      workerId: idIn("Worker", workerId),
    },
  };
}

/** As `askedOf`, of a department's or a worker's list. */
export function askedOfOwned(
  { direction, ...asked }: InputShapeFromFields<typeof ownedAppointmentArgs> & Page,
): ListRequest<"appointments"> {
  return askedOf({ ...asked, orderBy: { field: "DATE_TIME", direction } });
}
