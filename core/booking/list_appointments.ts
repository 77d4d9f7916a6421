import type { z } from "zod";
import type { ApiCaller } from "../access/api_key.ts";
import { type Fault, validationError } from "../errors.ts";
import { booleanField, forms, parseInput, queriedBound, textField } from "../input.ts";
import { say } from "../messages.ts";
import { type Page, pageOf, type PageRequest } from "../page.ts";
import type { Hashing } from "../platform.ts";
import type { ReadAppointment } from "./appointment.ts";
import { type AppointmentView, includeInput, toAppointmentView } from "./appointment_views.ts";
import type { Appointments, AppointmentSelection, ListPosition } from "./appointments.ts";
import { formatListCursor, type ListCursor, parseListCursor, positionOf } from "./list_cursor.ts";
import { type ManageUrlPorts, withManageUrls } from "./person_link.ts";
import { commonListInput, filtersOf, sorts } from "./list_filters.ts";

/** The caller of a list or read of appointments in one environment. */
export type Reader = Pick<ApiCaller, "organizationId" | "environment" | "timeZone">;

/** Filters, order and page of the list of the public API (rest-adapter/README.md 5.4). */
export const listAppointmentsInput = commonListInput.extend({
  after: textField(
    4096,
    "The `nextCursor` of the page before, with the same filters and `sort`; empty for the first page. It takes the " +
      "place of `page`",
    "",
  ).optional(),
  createdFrom: queriedBound("00:00:00").optional().meta({
    ...forms.dateTimeOrDate,
    description:
      "Only appointments created at or after this local date-time; a date means its 00:00:00. Needs a `sort` by `id` " +
      "or `createdAt`",
    examples: ["2030-03-01"],
  }),
  updatedSince: queriedBound("00:00:00").optional().meta({
    ...forms.dateTimeOrDate,
    description:
      "Only appointments created or changed at or after this local date-time; a date means its 00:00:00. The order is " +
      "that of the last changes. Needs `after`, and takes no `sort`",
    examples: ["2030-03-01T06:00:00"],
  }),
  qrCode: textField(255, "Only the appointment with this code", "4fZk0sQmT9xYc2LbW7uNaE")
    .optional(),
  includeArchived: booleanField("Whether to include cancelled (archived) appointments", true)
    .default(false),
  include: includeInput.shape.include,
});

/** One page of the list. `nextCursor` is present if the page was requested with `after`; null at the end. */
export interface AppointmentPage extends Page<AppointmentView> {
  nextCursor?: string | null;
}

/**
 * Lists one page of appointments, by its number or by a cursor (core/booking/README.md 24). Throws VALIDATION_ERROR or
 * INVALID_DATE_FORMAT.
 */
export async function listAppointments(
  ports: Hashing & { appointments: Appointments } & ManageUrlPorts,
  caller: Reader,
  input: unknown,
): Promise<AppointmentPage> {
  const { after, updatedSince, include, ...query } = parseInput(listAppointmentsInput, input);
  requireTogether(input as Given);
  const { size } = query;
  const selection = selectionOf(query, caller);
  const toViews = async (items: readonly ReadAppointment[]) => {
    const views = items.map((item) => toAppointmentView(item, caller.timeZone, { include }));
    return await withManageUrls(ports, caller, views, { include });
  };
  if (after === undefined) {
    const { items, totalElements } = await pageAt(ports, caller, { selection, ...query });
    return pageOf(await toViews(items), query, totalElements);
  }
  const since = updatedSince?.toZonedDateTime(caller.timeZone).toInstant() ?? null;
  const list = await fingerprintOf(ports, caller, { selection, since });
  // Changes have a position by their id alone.
  const cursor = after === ""
    ? null
    : parseListCursor(after, list, since ? "id" : selection.sort.field);
  const request = { selection, size, cursor };
  const { items, total, next } = since
    ? await nextChanges(ports, caller, { ...request, since })
    : await nextPage(ports, caller, request);
  const page = cursor?.page ?? 0;
  return {
    ...pageOf(await toViews(items), { page, size }, total),
    isLast: next === null,
    nextCursor: next && formatListCursor({ list, page: page + 1, total, position: next }),
  };
}

type Query = Omit<z.output<typeof listAppointmentsInput>, "after" | "updatedSince" | "include">;

function selectionOf(
  { createdFrom, qrCode, includeArchived, ...filters }: Query,
  { timeZone }: Reader,
): AppointmentSelection {
  return {
    ...filtersOf(filters),
    search: null,
    qrCode: qrCode ?? null,
    workerId: null,
    includeArchived,
    createdFrom: createdFrom?.toZonedDateTime(timeZone).toInstant() ?? null,
  };
}

/** Reads a page by its number. The total of a list that the counters know is exact (core/booking/README.md 11). */
async function pageAt(
  { appointments }: { appointments: Appointments },
  caller: Reader,
  { selection, page, size }: PageRequest & { selection: AppointmentSelection },
) {
  const { search: _, qrCode, workerId: __, includeArchived, createdFrom, ...query } = selection;
  return qrCode === null && !includeArchived && !createdFrom
    ? await appointments.list(caller, { ...query, page, size })
    : await appointments.search(caller, { ...selection, page, size });
}

interface CursorRequest {
  selection: AppointmentSelection;
  size: number;
  /** Null for the first page. */
  cursor: ListCursor | null;
}

/** A page, the total, and the position of the page after it; null if there is none. */
interface CursorPage {
  items: readonly ReadAppointment[];
  total: number;
  next: ListPosition | null;
}

async function nextPage(
  ports: { appointments: Appointments },
  caller: Reader,
  { selection, size, cursor }: CursorRequest,
): Promise<CursorPage> {
  const positionAt = (items: readonly ReadAppointment[]) =>
    positionOf(items.at(-1)!, selection.sort.field);
  if (!cursor) {
    const first = await pageAt(ports, caller, { selection, page: 0, size });
    const { items, totalElements: total } = first;
    return { items, total, next: total > items.length ? positionAt(items) : null };
  }
  const { position, total } = cursor;
  const found = await ports.appointments.after(caller, selection, { position, limit: size + 1 });
  const items = found.slice(0, size);
  return { items, total, next: found.length > size ? positionAt(items) : null };
}

/** The total is the number of appointments up to this page. */
async function nextChanges(
  { appointments }: { appointments: Appointments },
  caller: Reader,
  { selection, since, size, cursor }: CursorRequest & { since: Temporal.Instant },
): Promise<CursorPage> {
  const { position: { id: after }, total } = cursor ?? { position: { id: 0 }, total: 0 };
  const { items, next } = await appointments.changed(caller, selection, {
    since,
    after,
    limit: size,
  });
  return { items, total: total + items.length, next: next === null ? null : { id: next } };
}

/** A cursor counts for one organization and environment, with the same filters and the same order. */
async function fingerprintOf(
  { sha256 }: Hashing,
  { organizationId, environment }: Reader,
  list: { selection: AppointmentSelection; since: Temporal.Instant | null },
): Promise<string> {
  return (await sha256(JSON.stringify([organizationId, environment, list]))).slice(0, 22);
}

type Given = Partial<Record<"page" | "after" | "sort" | "createdFrom" | "updatedSince", unknown>>;

const creationSorts = sorts.filter((sort) => /^(id|createdAt),/.test(sort));

/** Refuses parameters that have no meaning together. */
function requireTogether(input: Given): void {
  const isGiven = (name: keyof Given) => input[name] !== undefined && input[name] !== null;
  const faults: Fault[] = [];
  if (isGiven("after") && isGiven("page")) {
    faults.push({ field: "page", message: say("notWith", { other: "after" }) });
  }
  if (isGiven("updatedSince")) {
    if (!isGiven("after")) {
      faults.push({ field: "updatedSince", message: say("onlyWith", { other: "after" }) });
    }
    if (isGiven("sort")) {
      faults.push({ field: "sort", message: say("notWith", { other: "updatedSince" }) });
    }
  } else if (isGiven("createdFrom") && !(creationSorts as unknown[]).includes(input.sort)) {
    // In any other order, the few appointments of a day would be looked for among all.
    const message = say("sortWith", { sorts: creationSorts.join(" "), other: "createdFrom" });
    faults.push({ field: "sort", message });
  }
  if (faults.length > 0) throw validationError(...faults);
}
