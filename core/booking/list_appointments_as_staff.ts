import type { StaffCaller } from "../access/staff_caller.ts";
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

/**
 * One page of appointments as staff see them. The filters of staff alone (text, code, worker, archived ones)
 * are counted up to `maxCounted`, and a text is looked for in the `maxSearched` latest; everything else is
 * counted exactly. Throws VALIDATION_ERROR or INVALID_DATE_FORMAT.
 */
export async function listAppointmentsAsStaff(
  { appointments }: Pick<Ports, "appointments">,
  { organizationId, timeZone }: Pick<StaffCaller, "organizationId" | "timeZone">,
  input: unknown,
): Promise<Page<StaffAppointmentView>> {
  const { environment, search, qrCode, workerId, includeArchived, ...rest } = parseInput(
    listAppointmentsAsStaffInput,
    input,
  );
  const scope = { organizationId, environment };
  const query = queryOf(rest);
  const isPlain = search === null && qrCode === null && workerId === null && !includeArchived;
  const { items, totalElements } = isPlain
    ? await appointments.list(scope, query)
    : await appointments.search(scope, { ...query, search, qrCode, workerId, includeArchived });
  const views = items.map((item) => toStaffAppointmentView(item, timeZone));
  return pageOf(views, query, totalElements);
}
