import { type Actor, type Audited, operator, recordOf } from "../audit/audit_record.ts";
import type { Organization, Organizations } from "../access/organization.ts";
import type { AppointmentChange, ChangeContext } from "../booking/appointment_change.ts";
import type { BookingGate } from "../booking/booking_gate.ts";
import { erasing, isErasable } from "../booking/erase_appointment.ts";
import { isHeld } from "../booking/legal_hold.ts";
import type { Clock } from "../platform.ts";
import { limitsOf } from "./limits.ts";
import {
  type BatchKind,
  type ClaimedRun,
  ClaimLostError,
  type DueAppointment,
  type Retention,
  type RetentionCounts,
  type RetentionLimits,
} from "./retention.ts";

/** The actor of what a rule of the organization does. */
const retentionActor: Actor = { ...operator, name: "Retention" };

type RetentionPorts = Clock & {
  organizations: Organizations;
  retention: Retention;
  gate: BookingGate;
};

/** How a run works. */
export interface RetentionOptions {
  /** Stops the run between two transactions. Another one goes on with it. */
  signal?: AbortSignal;
  /**
   * Called before each organization, and when the time of its run is read, because the claim may have waited. No run begins
   * after false: in a wrong time, an upcoming appointment is past.
   */
  isClockSteady?(): boolean;
  /** Called after each transaction, with its milliseconds, so that a run leaves time for bookings. */
  rest?(workedMs: number): Promise<void>;
}

/**
 * Removes the personal data that each organization no longer keeps, in many small transactions. Each organization has a
 * run once a day, however many processes call this; a run that was interrupted is resumed. A failure in one organization
 * does not keep the others from their runs: all failures are thrown at the end. Returns the organizations whose run was
 * finished.
 */
export async function applyRetention(
  ports: RetentionPorts,
  options: RetentionOptions = {},
): Promise<number[]> {
  const failures: unknown[] = [];
  const finished: number[] = [];
  for (const id of await ports.retention.listDue(ports.now())) {
    if (options.signal?.aborted || options.isClockSteady?.() === false) break;
    try {
      if (await runOnce(ports, id, options)) finished.push(id);
    } catch (error) {
      if (!(error instanceof ClaimLostError)) failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, "Runs of retention failed");
  return finished;
}

async function runOnce(
  ports: RetentionPorts,
  organizationId: number,
  { signal, rest, isClockSteady }: RetentionOptions,
): Promise<boolean> {
  const run = await ports.retention.claim(organizationId, ports.now());
  if (!run) return false;
  // The list may be hours old. From the claim on, a change of the organization ends the run.
  const organization = await ports.organizations.find(organizationId);
  if (!organization || organization.closedAt !== null) return false;
  const limits = limitsOf(organization, { ...organization, now: ports.now() });
  if (isClockSteady?.() === false) return false;
  for (const step of stepsOf(ports, run, limits)) {
    const next = step[Symbol.asyncIterator]();
    for (;;) {
      if (signal?.aborted) return false;
      const startedAt = performance.now();
      if ((await next.next()).done) break;
      await rest?.(performance.now() - startedAt);
    }
  }
  await ports.retention.finish(run, ports.now(), auditOf(organization, ports.now()));
  return true;
}

/** Returns the steps of a run. Each yields after each transaction. */
function stepsOf(
  ports: RetentionPorts,
  run: ClaimedRun,
  { appointments, events, usage, audit }: RetentionLimits,
): AsyncIterable<void>[] {
  const batches = (kind: BatchKind, before: Temporal.PlainDateTime | Temporal.Instant | null) =>
    before === null ? [] : [removeBatches(ports, run, { kind, before })];
  return [
    ...(appointments === null
      ? [forgetPosition(ports, run)]
      : [expireChanged(ports, run, appointments), expireDue(ports, run, appointments)]),
    ...batches("visits", appointments),
    ...batches("events", events),
    ...batches("feed", events),
    ...batches("usage", usage),
    ...batches("audit", audit),
  ];
}

async function* removeBatches(
  { now, retention }: RetentionPorts,
  run: ClaimedRun,
  batch: { kind: BatchKind; before: Temporal.PlainDateTime | Temporal.Instant },
): AsyncGenerator<void> {
  while (await retention.removeBatch(run, { ...batch, now: now() })) yield;
}

/** Without a rule nobody notes which appointments change. So the next rule begins with all of them. */
async function* forgetPosition(
  { now, retention }: RetentionPorts,
  run: ClaimedRun,
): AsyncGenerator<void> {
  await retention.advance(run, { until: null, now: now() });
  yield;
}

/** Removes the data of appointments that staff have changed, or booked in the past, since the last run. */
async function* expireChanged(
  ports: RetentionPorts,
  run: ClaimedRun,
  before: Temporal.PlainDateTime,
): AsyncGenerator<void> {
  let after: DueAppointment | null = null;
  for (;;) {
    const found: DueAppointment[] = await ports.retention.changedSince(run, { before, after });
    yield* expireAll(ports, { run, before }, found);
    after = found.at(-1) ?? null;
    if (!after) return;
  }
}

async function* expireDue(
  ports: RetentionPorts,
  run: ClaimedRun,
  before: Temporal.PlainDateTime,
): AsyncGenerator<void> {
  const { now, retention } = ports;
  let after: DueAppointment | null = null;
  for (;;) {
    const { found, last }: Awaited<ReturnType<Retention["due"]>> = await retention.due(run, {
      before,
      after,
    });
    yield* expireAll(ports, { run, before }, found);
    // The next run begins here, and one that was killed a few hundred appointments before.
    await retention.advance(run, { until: last?.dateTime ?? before, now: now() });
    yield;
    if (!last) return;
    after = last;
  }
}

async function* expireAll(
  { gate }: RetentionPorts,
  { run, before }: { run: ClaimedRun; before: Temporal.PlainDateTime },
  due: readonly DueAppointment[],
): AsyncGenerator<void> {
  const { organizationId, claim } = run;
  for (const { id, environment } of due) {
    await gate.change(
      { organizationId, environment },
      { id, actor: retentionActor, readsLegalHolds: true },
      (context) => decideExpiring(context, { before, claim }),
    );
    yield;
  }
}

/**
 * Decides on an appointment by its state at the gate: it is erased as by hand, unless it was moved, or its person is held.
 */
function decideExpiring(
  context: ChangeContext,
  { before, claim }: { before: Temporal.PlainDateTime; claim: string },
): AppointmentChange | null {
  const { appointment, legalHolds } = context;
  const isOld = Temporal.PlainDateTime.compare(appointment.dateTime, before) < 0;
  const isPast = isErasable({ ...appointment, archivedAt: null }, context);
  if (!isOld || !isPast || isHeld(appointment, legalHolds)) return null;
  return { ...erasing(context), action: "appointment.expired", retentionClaim: claim };
}

function auditOf(
  { id, name }: Pick<Organization, "id" | "name">,
  at: Temporal.Instant,
): Audited<RetentionCounts> {
  return (counts) => {
    const changes = Object.entries(counts).filter(([, count]) => count > 0)
      .map(([field, after]) => ({ field, after }));
    if (changes.length === 0) return null;
    const action = "organization.retention_applied" as const;
    return recordOf({ organizationId: id, id, name }, {
      actor: retentionActor,
      action,
      changes,
      at,
    });
  };
}
