import type { WaitingCaller } from "../access/caller.ts";
import { environmentField } from "../environment.ts";
import { type HeavyWork, inTurn } from "../heavy_work.ts";
import { booleanField, idField, parseInput, textField } from "../input.ts";
import { type Page, pageOf } from "../page.ts";
import { parseSearch } from "../search.ts";
import { type StaffAppointmentView, toStaffAppointmentView } from "./appointment_views.ts";
import type { Appointments } from "./appointments.ts";
import { commonListInput, queryOf } from "./list_filters.ts";

/** Filters, order and page of the list for staff. Null turns a filter of staff off. */
export const searchAppointmentsInput = commonListInput.extend({
  environment: environmentField
    .meta({ description: "The environment; LIVE if it is left out", examples: ["LIVE"] }),
  search: textField(
    255,
    "Only appointments whose name, phone, e-mail or reference has words that begin with these words, or whose code does",
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
