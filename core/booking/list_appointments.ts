import { z } from "zod";
import type { ApiCaller } from "../access/api_key.ts";
import {
  booleanField,
  forms,
  idField,
  inSchema,
  parseInput,
  queriedBound,
  requiredOr,
  textField,
  wholeNumberField,
} from "../input.ts";
import { type Page, pageOf, type PageRequest } from "../page.ts";
import { parseSearch } from "../search.ts";
import { appointmentStatuses } from "./appointment.ts";
import { type AppointmentQuery, type Appointments, sortFields } from "./appointments.ts";
import type { WaitingCaller } from "../access/caller.ts";
import { type HeavyWork, inTurn } from "../heavy_work.ts";
import { environmentField } from "../environment.ts";
import {
  type AppointmentView,
  type StaffAppointmentView,
  toAppointmentView,
  toStaffAppointmentView,
} from "./appointment_views.ts";

/** The caller of a list or read of appointments in one environment. */
export type Reader = Pick<ApiCaller, "organizationId" | "environment" | "timeZone">;

const sorts = sortFields.flatMap((field) => [`${field},asc`, `${field},desc`] as const);

/** Filters, order and page of a list (rest-adapter/README.md 5.4). */
export const listAppointmentsInput = z.object({
  // The response repeats the page number, so it must be exact.
  page: wholeNumberField(0, Number.MAX_SAFE_INTEGER, "Page number, from 0", 0)
    .default(0),
  size: wholeNumberField(1, Infinity, "Page size; a value above 100 counts as 100")
    .transform((size) => Math.min(size, 100))
    .default(20)
    .meta({ examples: [20] }),
  status: z
    .enum(appointmentStatuses, {
      error: inSchema("mustBe", { what: `one of ${appointmentStatuses.join(", ")}` }),
    })
    .optional()
    .meta({ description: "Only appointments with this status", examples: ["SCHEDULED"] }),
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

/** Lists one page of appointments that are not archived. Throws VALIDATION_ERROR or INVALID_DATE_FORMAT. */
export async function listAppointments(
  { appointments }: { appointments: Appointments },
  caller: Reader,
  input: unknown,
): Promise<Page<AppointmentView>> {
  const query = parseInput(listAppointmentsInput, input);
  const { items, totalElements } = await appointments.list(caller, queryOf(query));
  const views = items.map((item) => toAppointmentView(item, caller.timeZone));
  return pageOf(views, query, totalElements);
}

function queryOf(query: z.output<typeof listAppointmentsInput>): AppointmentQuery {
  return { page: query.page, size: query.size, ...filtersOf(query) };
}

/** Makes the filters and the order of a query from the parsed input. */
export function filtersOf(
  { sort, ...query }: Omit<z.output<typeof listAppointmentsInput>, keyof PageRequest>,
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

/** Filters, order and page of the list for staff. Null turns a filter of staff off. */
export const searchAppointmentsInput = listAppointmentsInput.extend({
  environment: environmentField
    .meta({ description: "The environment; LIVE if it is left out", examples: ["LIVE"] }),
  search: textField(
    255,
    "Only appointments whose name, phone or reference has words that begin with these words, or whose code does",
  ).nullish().transform((search) => parseSearch(search ?? "")).meta({
    description: "Only appointments that the search text of the dashboard finds",
    examples: ["lovelace"],
  }),
  qrCode: textField(255, "Only the appointment with this code").nullish()
    .transform((qrCode) => qrCode?.trim() || null)
    .meta({ examples: ["q7Zf3kX2mW9pLs5vB1nTdg"] }),
  workerId: idField("Only appointments of this worker").nullish()
    .transform((workerId) => workerId ?? null)
    .meta({ examples: [1] }),
  includeArchived: booleanField("Whether to include archived appointments").nullish()
    .transform((includeArchived) => includeArchived ?? false)
    .meta({ examples: [true] }),
});

/** Returns the number of requests that a list counts as: 3 with a search by text, which reads many rows. */
export function weightOfAppointmentList(input: unknown): number {
  const { search } = (input ?? {}) as { search?: unknown };
  return typeof search === "string" && search.trim() !== "" ? 3 : 1;
}

/**
 * Lists one page of appointments for staff. With a filter of staff (text, code, worker, archived) the total is at most
 * `maxCounted`, with a text at most `maxFound`. Without such a filter the total is exact. Throws VALIDATION_ERROR or INVALID_DATE_FORMAT.
 */
export async function searchAppointments(
  ports: { appointments: Appointments; heavyWork?: HeavyWork },
  caller: WaitingCaller,
  input: unknown,
): Promise<Page<StaffAppointmentView>> {
  const { environment, search, qrCode, workerId, includeArchived, ...rest } = parseInput(
    searchAppointmentsInput,
    input,
  );
  const { appointments } = ports;
  const scope = { organizationId: caller.organizationId, environment };
  const query = queryOf(rest);
  const isPlain = search === null && qrCode === null && workerId === null && !includeArchived;
  const searchQuery = { ...query, search, qrCode, workerId, includeArchived };
  const { items, totalElements } = isPlain
    ? await appointments.list(scope, query)
    : search === null
    ? await appointments.search(scope, searchQuery)
    : await inTurn(
      ports,
      { kind: "desk", ...caller },
      ({ signal }) => appointments.search(scope, searchQuery, signal),
    );
  const views = items.map((item) => toStaffAppointmentView(item, caller.timeZone));
  return pageOf(views, query, totalElements);
}
