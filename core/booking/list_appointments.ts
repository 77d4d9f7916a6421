import { z } from "zod";
import type { ApiCaller } from "../access/api_key.ts";
import {
  booleanField,
  idField,
  parseInput,
  queriedBound,
  requiredOr,
  textField,
  wholeNumberField,
} from "../input.ts";
import { type Page, pageOf } from "../page.ts";
import type { Ports } from "../ports.ts";
import { appointmentStatuses } from "./appointment.ts";
import { type AppointmentQuery, sortFields } from "./appointments.ts";
import type { StaffCaller } from "../access/caller.ts";
import { inTurn } from "../heavy_work.ts";
import { environmentField } from "../environment.ts";
import {
  type AppointmentView,
  type StaffAppointmentView,
  toAppointmentView,
  toStaffAppointmentView,
} from "./appointment_views.ts";

export type Reader = Pick<ApiCaller, "organizationId" | "environment" | "timeZone">;

const sorts = sortFields.flatMap((field) => [`${field},asc`, `${field},desc`] as const);

/** Filters, order and page of a list (interface, "GET /appointments"; decisions 5). */
export const listAppointmentsInput = z.object({
  // Beyond this a page could not be echoed as it was asked.
  page: wholeNumberField(0, Number.MAX_SAFE_INTEGER, "Page, from 0")
    .default(0),
  size: wholeNumberField(1, Infinity, "Items a page; above 100 counts as 100")
    .transform((size) => Math.min(size, 100))
    .default(20),
  status: z
    .enum(appointmentStatuses, { error: `Must be one of ${appointmentStatuses.join(", ")}` })
    .optional(),
  departmentId: idField("Only this department's").optional(),
  externalUserId: textField(255, "Only those of the caller's own user").optional(),
  startDate: queriedBound("00:00:00").optional(),
  endDate: queriedBound("23:59:59").optional(),
  sort: z
    .enum(sorts, {
      error: requiredOr(`Must be <field>,<asc|desc>, field one of ${sortFields.join(", ")}`),
    })
    .default("dateTime,asc"),
});

/** One page of appointments, the archived left out. Throws VALIDATION_ERROR or INVALID_DATE_FORMAT. */
export async function listAppointments(
  { appointments }: Pick<Ports, "appointments">,
  caller: Reader,
  input: unknown,
): Promise<Page<AppointmentView>> {
  const query = parseInput(listAppointmentsInput, input);
  const { items, totalElements } = await appointments.list(caller, queryOf(query));
  const views = items.map((item) => toAppointmentView(item, caller.timeZone));
  return pageOf(views, query, totalElements);
}

/** The query of a list's parsed input. */
function queryOf(
  { sort, ...query }: z.output<typeof listAppointmentsInput>,
): AppointmentQuery {
  const [field, direction] = sort.split(",") as [(typeof sortFields)[number], "asc" | "desc"];
  return {
    page: query.page,
    size: query.size,
    status: query.status ?? null,
    departmentId: query.departmentId ?? null,
    externalUserId: query.externalUserId ?? null,
    startDate: query.startDate ?? null,
    endDate: query.endDate ?? null,
    sort: { field, direction },
  };
}

/** Filters, order and page of the list that staff see; null leaves one of their own filters out. */
export const listAppointmentsAsStaffInput = listAppointmentsInput.extend({
  environment: environmentField,
  search: textField(255, "Only those with this in their name, whatever its case").nullish()
    .transform((search) => search?.trim() || null),
  qrCode: textField(255, "Only the one of this code").nullish()
    .transform((qrCode) => qrCode?.trim() || null),
  workerId: idField("Only those of this worker").nullish()
    .transform((workerId) => workerId ?? null),
  includeArchived: booleanField("Whether archived ones are listed too").nullish()
    .transform((includeArchived) => includeArchived ?? false),
});

/** What a call counts as against the limit on a staff user's requests: a text is looked for in many rows. */
export function weightOfAppointmentList(input: unknown): number {
  const { search } = (input ?? {}) as { search?: unknown };
  return typeof search === "string" && search.trim() !== "" ? 10 : 1;
}

/**
 * One page of appointments as staff see them. The filters of staff alone (text, code, worker, archived ones)
 * are counted up to `maxCounted`, and a text is looked for in the `maxSearched` latest; everything else is
 * counted exactly. Throws VALIDATION_ERROR or INVALID_DATE_FORMAT.
 */
export async function listAppointmentsAsStaff(
  ports: Pick<Ports, "appointments" | "heavyWork">,
  caller: Pick<StaffCaller, "organizationId" | "timeZone" | "signal">,
  input: unknown,
): Promise<Page<StaffAppointmentView>> {
  const { environment, search, qrCode, workerId, includeArchived, ...rest } = parseInput(
    listAppointmentsAsStaffInput,
    input,
  );
  const { appointments } = ports;
  const scope = { organizationId: caller.organizationId, environment };
  const query = queryOf(rest);
  const isPlain = search === null && qrCode === null && workerId === null && !includeArchived;
  const searched = { ...query, search, qrCode, workerId, includeArchived };
  const { items, totalElements } = isPlain
    ? await appointments.list(scope, query)
    : search === null
    ? await appointments.search(scope, searched)
    : await inTurn(
      ports,
      { kind: "desk", ...caller },
      ({ signal }) => appointments.search(scope, searched, signal),
    );
  const views = items.map((item) => toStaffAppointmentView(item, caller.timeZone));
  return pageOf(views, query, totalElements);
}
