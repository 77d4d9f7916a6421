import {
  type AppointmentView,
  type BookingContext,
  type BookingRequest,
  type BookingScope,
  type BookingVerdict,
  decideBookings,
  type Department,
  eventsOfBookings,
  idempotencyHours,
  slotKey,
  slotOf,
  type Worker,
} from "../../../core/ports.ts";
import {
  departmentColumns,
  departmentFromRow,
  type DepartmentRow,
} from "../departments/departments.ts";
import { occupancyValues, readOccupancy, type SlotQuery } from "./occupancy.ts";
import { rowsIn, type Statement } from "../database/statement.ts";
import { writeEvents } from "../webhooks/write_events.ts";
import { writeBookings } from "./batch_write.ts";
import type { GateTransaction } from "./transaction.ts";
import type { ChangeTools } from "./gates.ts";

/** Decides and writes a batch of bookings of one scope in one transaction that holds the gate. */
export async function bookBatch(
  { gates, now, onEvents }: ChangeTools,
  scope: BookingScope,
  requests: readonly BookingRequest[],
): Promise<BookingVerdict[]> {
  let hasEvents = false;
  const verdicts = await gates.enter(scope, async (transaction) => {
    const context = await readContext({ ...transaction, now: now() }, scope, requests);
    const result = decideBookings(context, requests);
    const booked = result.filter((verdict) => verdict.kind === "booked");
    if (booked.length > 0) await writeBookings(transaction, booked);
    const events = eventsOfBookings(context, booked);
    await writeEvents(transaction.client, scope, events);
    hasEvents = events.length > 0;
    return { result, end: endOf(result) };
  });
  if (hasEvents) onEvents();
  if (!verdicts) throw new Error("Cannot book: the organization has no balance");
  return verdicts;
}

/** Returns how the transaction ends. A replayed booking may not be durable yet (gateway/persistence/commit/README.md 3). */
function endOf(verdicts: readonly BookingVerdict[]): "commit" | "confirm" | "roll back" {
  if (verdicts.some(({ kind }) => kind === "booked")) return "commit";
  return verdicts.some(({ kind }) => kind === "replayed") ? "confirm" : "roll back";
}

async function readContext(
  { client, balance, timeZone, subscriptions, now }: GateTransaction & { now: Temporal.Instant },
  scope: BookingScope,
  requests: readonly BookingRequest[],
): Promise<BookingContext> {
  const { organizationId, environment } = scope;
  const departmentIds = distinct(requests.map((request) => request.departmentId));
  const rows = await rowsIn(client, lockDepartments, [organizationId, departmentIds]);
  const departments = new Map(rows.map((row) => [row.id, departmentFromRow(row)]));
  const keys = requests.flatMap(({ idempotency }) => idempotency ? [idempotency.key] : []);
  const remembered = keys.length === 0 ? [] : await rowsIn(client, findRemembered, [
    organizationId,
    environment,
    distinct(keys),
    now.subtract({ hours: idempotencyHours }).toString(),
  ]);
  const byWorker = requests
    .filter((request) =>
      request.workerId !== null || departments.get(request.departmentId)?.showAdminsInBooking
    )
    .map((request) => request.departmentId);
  const workers = byWorker.length === 0
    ? []
    : await rowsIn(client, readWorkers, [organizationId, distinct(byWorker)]);
  const slots = slotsOf(requests, { scope, departments });
  const taken = await rowsIn(client, readOccupancy, occupancyValues([...slots.values()]));
  const [drawn] = await rowsIn(client, drawAppointmentIds, [requests.length]);
  return {
    ...scope,
    timeZone,
    now,
    monotonicMs: performance.now(),
    balance,
    departments,
    workers,
    occupancy: new Map([...slots.keys()].map((key, i) => [key, taken[i]!])),
    subscriptions,
    remembered: new Map(remembered.map(({ key, ...booking }) => [key, booking])),
    appointmentIds: drawn!.ids.map(Number),
  };
}

function slotsOf(
  requests: readonly BookingRequest[],
  { scope, departments }: {
    scope: BookingScope;
    departments: ReadonlyMap<number, Department>;
  },
): Map<string, SlotQuery> {
  const slots = new Map<string, SlotQuery>();
  for (const { departmentId, dateTime } of requests) {
    const department = departments.get(departmentId);
    if (!department) continue;
    const slot = slotOf(dateTime, department);
    slots.set(slotKey(departmentId, slot), { ...scope, departmentId, slot });
  }
  return slots;
}

function distinct<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}

// FOR SHARE waits for a running change of the settings, and keeps them unchanged until the batch is committed.
// Bookings of several scopes share the lock, so they do not wait for each other.
export const lockDepartments: Statement<DepartmentRow> = {
  name: "lock the departments of a batch",
  text: `select ${departmentColumns} from departments
    where organization_id = $1 and id = any($2::bigint[]) for share`,
};

const findRemembered: Statement<
  { key: string; fingerprint: string; answer: AppointmentView }
> = {
  text: `select key, fingerprint, answer from idempotency_keys
    where organization_id = $1 and environment = $2 and key = any($3) and created_at > $4`,
};

export const readWorkers: Statement<Worker> = {
  name: "read the workers of a batch",
  text: `select id, organization_id as "organizationId", department_id as "departmentId", name,
      is_active as "isActive"
    from workers where organization_id = $1 and department_id = any($2::bigint[])`,
};

const drawAppointmentIds: Statement<{ ids: string[] }> = {
  name: "draw appointment ids",
  text: `select array_agg(nextval('appointments_id_seq')) as ids from generate_series(1, $1::int)`,
};
