import { z } from "zod";
import {
  forms,
  idField,
  inSchema,
  queriedBound,
  requiredOr,
  textField,
  wholeNumberField,
} from "../input.ts";
import { say } from "../messages.ts";
import type { PageRequest } from "../page.ts";
import { appointmentStatuses } from "./appointment.ts";
import { type AppointmentQuery, sortFields } from "./appointments.ts";

const anyStatus = appointmentStatuses.join("|");
const statusList = z.array(z.enum(appointmentStatuses));
const statusForm = say("mustBe", {
  what: `one of ${appointmentStatuses.join(", ")}, or several of them with commas between`,
});

/** Every order of a list. */
export const sorts = sortFields.flatMap((field) => [`${field},asc`, `${field},desc`] as const);

/** The filters, the order and the page that every list of appointments has. */
export const commonListInput = z.object({
  // The response repeats the page number, so it must be exact.
  page: wholeNumberField(0, Number.MAX_SAFE_INTEGER, "Page number, from 0", 0)
    .default(0),
  size: wholeNumberField(1, Infinity, "Page size; a value above 100 counts as 100")
    .transform((size) => Math.min(size, 100))
    .default(20)
    .meta({ examples: [20] }),
  status: z
    .string({ error: inSchema(statusForm) })
    .transform((text, context) => {
      const { success, data } = statusList.safeParse(text.split(","));
      if (success) return [...new Set(data)];
      context.addIssue({ code: "custom", message: inSchema(statusForm) });
      return z.NEVER;
    })
    .optional()
    .meta({
      type: "string",
      pattern: `^(${anyStatus})(,(${anyStatus}))*$`,
      description: "Only appointments with this status, or with one of several with commas between",
      examples: ["SCHEDULED"],
    }),
  departmentId: idField("Only appointments in this department", 1).optional(),
  externalUserId: textField(255, "Only appointments with this `externalUserId`", "user-1815")
    .optional(),
  startDate: queriedBound("00:00:00").optional().meta({
    ...forms.dateTimeOrDate,
    description: "Only appointments at or after this local date-time; a date means its 00:00:00",
    examples: ["2030-03-01"],
  }),
  endDate: queriedBound("23:59:59").optional().meta({
    ...forms.dateTimeOrDate,
    description: "Only appointments at or before this local date-time; a date means its 23:59:59",
    examples: ["2030-03-31T18:00:00"],
  }),
  sort: z
    .enum(sorts, {
      error: requiredOr("mustBe", {
        what: `<field>,<asc|desc>, field one of ${sortFields.join(", ")}`,
      }),
    })
    .default("dateTime,asc")
    .meta({ description: "Order: <field>,<asc|desc>", examples: ["dateTime,asc"] }),
});

/** Makes the query of a page from the parsed input. */
export function queryOf(query: z.output<typeof commonListInput>): AppointmentQuery {
  return { page: query.page, size: query.size, ...filtersOf(query) };
}

/** Makes the filters and the order of a query from the parsed input. */
export function filtersOf(
  { sort, ...query }: Omit<z.output<typeof commonListInput>, keyof PageRequest>,
): Omit<AppointmentQuery, keyof PageRequest> {
  const [field, direction] = sort.split(",") as [(typeof sortFields)[number], "asc" | "desc"];
  return {
    status: query.status ?? null,
    departmentId: query.departmentId ?? null,
    externalUserId: query.externalUserId ?? null,
    startDate: query.startDate ?? null,
    endDate: query.endDate ?? null,
    sort: { field, direction },
  };
}
