import {
  type Actor,
  type AppointmentChange,
  auditOfChange,
  type BookingScope,
  type ChangeContext,
  type ChangeRequest,
  type DecideChange,
  eventsOfChange,
  type ReadAppointment,
  type SlotOccupancy,
  statusActions,
  withOffers,
} from "../../../core/ports.ts";
import { writeClaim } from "../audit/audited.ts";
import { readDepartment } from "./locked_department.ts";
import type { RequestTrace } from "../database/request_trace.ts";
import { rowsIn } from "../database/statement.ts";
import { together } from "../database/together.ts";
import { appendToFeed } from "../webhooks/feed_entries.ts";
import { writeOrigins } from "../webhooks/event_origins.ts";
import { writeEvents } from "../webhooks/write_events.ts";
import {
  appointmentFromFullRow,
  findOthers,
  lastMoveOf,
  lockAppointment,
  othersValues,
} from "./change_reads.ts";
import { findRememberedKeys } from "./batch_reads.ts";
import { readHandovers } from "./handovers.ts";
import { deleteUsedHolds } from "./holds.ts";
import { occupancyAt } from "./occupancy.ts";
import { rememberAnswer, writeChange } from "./change_write.ts";
import { forgetAddress } from "../email/email_stops.ts";
import { eraseElsewhere } from "./erase_elsewhere.ts";
import type { GateTransaction } from "./transaction.ts";
import type { ChangeTools } from "./gates.ts";
import { findLegalHolds, legalHoldOf, liftLegalHold, placeLegalHold } from "./legal_holds.ts";
import { acceptOffers, offerFreed } from "./waitlist_offers.ts";
import { countExpired } from "./count_expired.ts";

/** Decides and writes the change of one appointment in one transaction that holds the gate. */
export async function changeAppointment(
  { gates, now, onEvents, trace }: ChangeTools,
  scope: BookingScope,
  { actor, decide, ...request }: ChangeRequest & { decide: DecideChange },
): Promise<ReadAppointment | undefined> {
  let hasEvents = false;
  const read = await gates.enter<ReadAppointment | undefined>(scope, async (transaction) => {
    const context = await readChangeContext({ ...transaction, now: now() }, scope, request);
    if (!context) return { result: undefined, end: "roll back" };
    const change = decide(context);
    hasEvents = change !== null && await write(transaction, context, { change, actor, trace });
    const appointment = change?.appointment ?? context.appointment;
    const { department, target } = context;
    const isMoved = appointment.departmentId !== department.id;
    const { name: departmentName } = isMoved ? target!.department! : department;
    const result = { ...appointment, departmentName };
    // Without a change the caller also gets a success. An earlier request made the change, perhaps not durably yet.
    return { result, end: change === null ? "confirm" : "commit" };
  });
  if (hasEvents) onEvents();
  return read;
}

async function write(
  transaction: GateTransaction,
  context: ChangeContext,
  { change, actor, trace }: {
    change: AppointmentChange;
    actor: Actor;
    trace: RequestTrace | undefined;
  },
): Promise<boolean> {
  const { client, trail, waiting } = transaction;
  const audit = auditOfChange(context, change, actor);
  await writeChange({ client, trail }, change, audit);
  await writeClaim(client, audit);
  if (change.remember) await rememberAnswer(client, context, change.remember);
  if (change.usedHold) {
    const uses = [{ ...change, usedHold: change.usedHold }];
    await deleteUsedHolds(client, uses);
    await acceptOffers(client, uses, context.now);
  }
  if (change.isErasure) await eraseElsewhere(client, context.appointment);
  if (change.forgetsAddress) await forgetAddress(client, context.appointment);
  if (change.placesLegalHold) await placeLegalHold(client, context, change.placesLegalHold);
  if (change.liftsLegalHold) await liftLegalHold(client, context, change.liftsLegalHold);
  // Last, because the row of the run is locked after all others.
  if (change.retentionClaim) {
    await countExpired(client, { ...context, claim: change.retentionClaim });
  }
  const freed = waiting > 0
    ? await offerFreed(transaction, context, change)
    : { offers: [], events: [] };
  const others = withOffers(context.others, freed.offers);
  const events = [...eventsOfChange({ ...context, others }, change), ...freed.events];
  const [hasWebhooks] = await together(client, () => [
    writeEvents(client, context, events),
    appendToFeed(client, context, { events, now: context.now }),
    trace && writeOrigins(client, context, { events, origin: trace.originOf() }),
  ]);
  return hasWebhooks;
}

/** Reads what the change of an appointment depends on; undefined if there is no such appointment. */
export async function readChangeContext(
  { client, balance, lowCreditThreshold, timeZone, subscriptions, now }: GateTransaction & {
    now: Temporal.Instant;
  },
  scope: BookingScope,
  { id, moveTo, idempotencyKey, readsLegalHolds, readsHandovers }: Omit<ChangeRequest, "actor">,
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
  const { departmentId } = appointment;
  const read = (id: number) => readDepartment(client, { organizationId, id });
  const here = (await read(departmentId))!;
  const targetId = moveTo?.departmentId ?? departmentId;
  const there = targetId === departmentId ? here : await read(targetId);
  const slots = [{ department: here.department, dateTime: appointment.dateTime }];
  if (moveTo && there) slots.push({ department: there.department, dateTime: moveTo.dateTime });
  const rows = await rowsIn(client, findOthers, othersValues(appointment, slots));
  const [others, othersThere = nothing] = rows.map((one) => occupancyAt(one, now));
  const remembered = idempotencyKey === undefined
    ? []
    : await findRememberedKeys(client, [{ ...scope, key: idempotencyKey }], now);
  return {
    ...scope,
    ...here,
    timeZone,
    now,
    balance,
    lowCreditThreshold,
    appointment,
    lastMove: lastMoveOf(row),
    arrivalMinutes: row.arrivalMinutes,
    others: others!,
    target: moveTo
      ? { department: there?.department, workers: there?.workers ?? [], others: othersThere }
      : null,
    remembered: remembered[0] ?? null,
    legalHolds: readsLegalHolds
      ? (await rowsIn(client, findLegalHolds, [organizationId, environment])).map(legalHoldOf)
      : [],
    handovers: readsHandovers ? await handoversOf(client, scope, id) : 0,
    subscriptions,
  };
}

async function handoversOf(
  client: GateTransaction["client"],
  { organizationId, environment }: BookingScope,
  id: number,
): Promise<number> {
  const [row] = await rowsIn(client, readHandovers, [organizationId, environment, [id]]);
  return row?.handovers ?? 0;
}

const nothing: SlotOccupancy = { places: [], workerIds: [] };
