import type { StaffCaller } from "../access/staff_caller.ts";
import { inTurn } from "../heavy_work.ts";
import { booleanField, idField, parseInput, textField } from "../input.ts";
import { type Page, pageOf } from "../page.ts";
import type { Ports } from "../ports.ts";
import { environmentField } from "./environment.ts";
import { listAppointmentsInput, queryOf } from "./read_appointments.ts";
import { type StaffAppointmentView, toStaffAppointmentView } from "./read_appointments_as_staff.ts";

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
