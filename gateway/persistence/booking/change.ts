import {
  type Actor,
  type AppointmentChange,
  auditOfChange,
  type BookingScope,
  type ChangeContext,
  type DecideChange,
  eventsOfChange,
  type ReadAppointment,
  type SlotOccupancy,
  slotOf,
  statusActions,
} from "../../../core/ports.ts";
import { writeClaim } from "../audit/audited.ts";
import { readDepartment } from "../departments/locked_department.ts";
import { rowsIn } from "../database/statement.ts";
import { appendToFeed } from "../webhooks/feed_entries.ts";
import { writeEvents } from "../webhooks/write_events.ts";
import {
  appointmentFromFullRow,
  findOthers,
  lastMoveOf,
  lockAppointment,
  othersValues,
} from "./change_reads.ts";
import { eraseElsewhere, writeChange } from "./change_write.ts";
import type { GateTransaction } from "./transaction.ts";
import type { ChangeTools } from "./gates.ts";

/** Decides and writes the change of one appointment in one transaction that holds the gate. */
export async function changeAppointment(
  { gates, now, onEvents }: ChangeTools,
  scope: BookingScope,
  { id, moveTo, actor, decide }: {
    id: number;
    moveTo?: Temporal.PlainDateTime;
    actor: Actor;
    decide: DecideChange;
  },
): Promise<ReadAppointment | undefined> {
  let hasEvents = false;
  const read = await gates.enter<ReadAppointment | undefined>(scope, async (transaction) => {
    const context = await readContext({ ...transaction, now: now() }, scope, { id, moveTo });
    if (!context) return { result: undefined, end: "roll back" };
    const change = decide(context);
    hasEvents = change !== null && await write(transaction, context, { change, actor });
    const appointment = change?.appointment ?? context.appointment;
    const result = { ...appointment, departmentName: context.department.name };
    // Without a change the caller also gets a success. An earlier request made the change, perhaps not durably yet.
    return { result, end: change === null ? "confirm" : "commit" };
  });
  if (hasEvents) onEvents();
  return read;
}

async function write(
  { client, trail }: GateTransaction,
  context: ChangeContext,
  { change, actor }: { change: AppointmentChange; actor: Actor },
): Promise<boolean> {
  const audit = auditOfChange(context, change, actor);
  await writeChange({ client, trail }, change, audit);
  await writeClaim(client, audit);
  if (change.isErasure) await eraseElsewhere(client, change.appointment);
  const events = eventsOfChange(context, change);
  const [hasWebhooks] = await Promise.all([
    writeEvents(client, context, events),
    appendToFeed(client, context, { events, now: context.now }),
  ]);
  return hasWebhooks;
}

async function readContext(
  { client, balance, timeZone, subscriptions, now }: GateTransaction & { now: Temporal.Instant },
  scope: BookingScope,
  { id, moveTo }: { id: number; moveTo: Temporal.PlainDateTime | undefined },
): Promise<ChangeContext | undefined> {
  const { organizationId, environment } = scope;
  const [row] = await rowsIn(client, lockAppointment, [
    id,
    organizationId,
    environment,
    statusActions,
  ]);
  if (!row) return undefined;
  const appointment = appointmentFromFullRow(row);
  const { department, workers } = await readDepartment(client, {
    organizationId,
    id: appointment.departmentId,
  });
  const times = [appointment.dateTime, ...(moveTo ? [moveTo] : [])];
  const slots = times.map((time) => slotOf(time, department));
  const [current, target] = await rowsIn(client, findOthers, othersValues(appointment, slots));
  const others = { current: current as SlotOccupancy, target: target ?? null };
  return {
    ...scope,
    timeZone,
    now,
    balance,
    appointment,
    lastMove: lastMoveOf(row),
    department,
    workers,
    others,
    subscriptions,
  };
}
