import type { InputShapeFromFields } from "@pothos/core";
import type { ListRequest } from "../../../core/mod.ts";
import { builder } from "../builder.ts";
import { idIn } from "../relay.ts";
import { DateRangeType, daysArgs, replacedByDays } from "./days.ts";
import { AppointmentStatusType, DirectionType, EnvironmentType } from "./enums.ts";

const AppointmentFilter = builder.inputType("AppointmentFilter", {
  description: "Filters the appointments. Null or omitted fields do not filter.",
  fields: (t) => ({
    environment: t.field({
      type: EnvironmentType,
      description: "Returns only items of this environment.",
    }),
    departmentId: t.id({
      description: "Returns only items of this department. Takes the global id or the REST id.",
    }),
    workerId: t.id({
      description: "Returns only appointments of this worker. Takes the global id or the REST id.",
    }),
    status: t.field({
      type: [AppointmentStatusType],
      description:
        "Returns only appointments with one of these statuses. An empty list returns none.",
    }),
    archived: t.boolean({
      description: "True returns only archived appointments, false only the others.",
    }),
    dateTimeFrom: t.field({
      type: "LocalDateTime",
      description: "Returns only appointments that take place at this time or later.",
      ...replacedByDays.from,
    }),
    dateTimeTo: t.field({
      type: "LocalDateTime",
      description: "Returns only appointments that take place before this time.",
      ...replacedByDays.to,
    }),
    created: t.field({
      type: DateRangeType,
      description: "Returns only appointments created on these days.",
    }),
    createdFrom: t.field({
      type: "DateTime",
      description: "Returns only appointments created at this time or later.",
      deprecationReason: "Use `created: { from }`: the first day.",
    }),
    createdTo: t.field({
      type: "DateTime",
      description: "Returns only appointments created before this time.",
      deprecationReason: "Use `created: { to }`: the last day, included.",
    }),
    externalUserId: t.string({
      description: "Returns only appointments with exactly this externalUserId.",
    }),
    qrCode: t.string({ description: "Returns only the appointment with exactly this code." }),
  }),
});

const AppointmentOrderField = builder.enumType("AppointmentOrderField", {
  description: "The sort keys of appointments.",
  values: {
    DATE_TIME: { description: "By the time of the appointment, then by REST id." },
    CREATED_AT: {
      description: "In the order of creation, which is the order of the REST ids.",
    },
  },
});

const AppointmentOrder = builder.inputType("AppointmentOrder", {
  description: "The order of a list of appointments.",
  fields: (t) => ({
    field: t.field({
      type: AppointmentOrderField,
      required: true,
      description: "The sort key.",
    }),
    direction: t.field({
      type: DirectionType,
      required: true,
      defaultValue: "ASC",
      description: "The direction.",
    }),
  }),
});

const filter = {
  type: AppointmentFilter,
  description: "The filter. The default is all.",
} as const;

const days = daysArgs("appointments that take place");

/** Arguments of the list of all appointments. */
export const appointmentArgs = builder.args((t) => ({
  ...days,
  filter: t.field(filter),
  orderBy: t.field({
    type: AppointmentOrder,
    description: "The order. The default is by the time of the appointment, the earliest first.",
  }),
}));

/**
 * Arguments of a department's or a worker's list. These lists are sorted by the time of the appointment only, because
 * only that order has an index. Any other order would read each list as a whole.
 */
export const ownedAppointmentArgs = builder.args((t) => ({
  ...days,
  filter: t.field(filter),
  direction: t.field({
    type: DirectionType,
    required: true,
    defaultValue: "ASC",
    description: "The direction. The list is sorted by the time of the appointment.",
  }),
}));

type Page = Pick<ListRequest<"appointments">, "first" | "last" | "after" | "before">;

/** Converts GraphQL arguments to a request for the list. */
export function listRequestOf(
  { filter, orderBy, ...page }: InputShapeFromFields<typeof appointmentArgs> & Page,
): ListRequest<"appointments"> {
  const { departmentId, workerId, created, ...others } = filter ?? {};
  return {
    ...page,
    created,
    orderBy: orderBy && { by: orderBy.field, direction: orderBy.direction },
    filter: {
      ...others,
      departmentId: idIn("Department", departmentId),
      workerId: idIn("Worker", workerId),
    },
  };
}

/** Like `listRequestOf`, for a department's or a worker's list. */
export function ownedListRequestOf(
  { direction, ...args }: InputShapeFromFields<typeof ownedAppointmentArgs> & Page,
): ListRequest<"appointments"> {
  return listRequestOf({ ...args, orderBy: { field: "DATE_TIME", direction } });
}
