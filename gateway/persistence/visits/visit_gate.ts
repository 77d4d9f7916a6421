import type { PoolClient } from "pg";
import {
  type Actor,
  answering,
  auditOfChange,
  auditOfVisit,
  type BookingScope,
  type DecideVisits,
  eventsOfChange,
  type NewEvent,
  type Visit,
  type VisitChange,
  type VisitContext,
  visitEvent,
  type VisitGate,
  type VisitRequest,
  type VisitStep,
} from "../../../core/ports.ts";
import { writeAudit } from "../audit/audited.ts";
import { readChangeContext } from "../booking/change.ts";
import { writeChange } from "../booking/change_write.ts";
import type { ChangeTools } from "../booking/gates.ts";
import { withRetry } from "../booking/with_retry.ts";
import type { GateTransaction } from "../booking/transaction.ts";
import { rowsIn, type Statement } from "../database/statement.ts";
import { together } from "../database/together.ts";
import { writeOrigins } from "../webhooks/event_origins.ts";
import { appendToFeed } from "../webhooks/feed_entries.ts";
import { writeEvents } from "../webhooks/write_events.ts";
import { readVisitContext, readVisitsAtGate } from "./visit_reads.ts";
import { visits } from "../mapping/tables.ts";

/** Implements core's `VisitGate` in Postgres. */
export function createVisitGate(tools: ChangeTools): VisitGate {
  return {
    changeVisits: (scope, request, decide) =>
      tools.gates.inTurn(
        scope,
        () => withRetry(() => changeVisits(tools, scope, { ...request, decide })),
      ),
  };
}

/** Decides and writes a change of visits in one transaction that holds the gate. */
async function changeVisits(
  { gates, now, onEvents, trace }: ChangeTools,
  scope: BookingScope,
  { actor, decide, ...request }: VisitRequest & { decide: DecideVisits },
): Promise<number | null> {
  let hasEvents = false;
  const id = await gates.enter<number | null>(scope, async (transaction) => {
    const context = await readContext({ ...transaction, now: now() }, scope, request);
    const decision = decide(context);
    if (decision === null) return { result: null, end: "roll back" };
    // Another request made this visit, perhaps not durably yet.
    if ("unchanged" in decision) return { result: decision.unchanged.id, end: "confirm" };
    const { answered, events } = await write(transaction, context, { change: decision, actor });
    [hasEvents] = await together(transaction.client, () => [
      writeEvents(transaction.client, scope, events),
      appendToFeed(transaction.client, scope, { events, now: context.now }),
      trace && writeOrigins(transaction.client, scope, { events, origin: trace.originOf() }),
    ]);
    return { result: answered, end: "commit" };
  });
  if (hasEvents) onEvents();
  return id ?? null;
}

async function readContext(
  transaction: GateTransaction & { now: Temporal.Instant },
  scope: BookingScope,
  request: Omit<VisitRequest, "actor">,
): Promise<VisitContext> {
  const named = await readVisitsAtGate(transaction.client, scope, request);
  const id = request.appointmentId ?? named.visit?.appointmentId ?? null;
  const appointment = id === null ? undefined : await readChangeContext(transaction, scope, { id });
  return await readVisitContext(transaction, scope, { ...request, named, appointment });
}

/** Writes visits, the appointment and the audit records. Returns the id of the answered visit, and the events. */
async function write(
  { client, trail }: GateTransaction,
  context: VisitContext,
  { change, actor }: { change: VisitChange; actor: Actor },
): Promise<{ answered: number; events: NewEvent[] }> {
  const steps: VisitStep[] = [];
  for (const step of change.steps) {
    steps.push({ ...step, visit: await writeVisit(client, step.visit) });
  }
  const events = steps.flatMap(({ visit, eventName }) =>
    eventName === null ? [] : [visitEvent(eventName, visit, context)]
  );
  if (change.appointment) {
    const record = auditOfChange(context.appointment!, change.appointment, actor);
    await writeChange({ client, trail }, change.appointment, record);
    events.unshift(...eventsOfChange(context.appointment!, change.appointment));
  }
  const by = "answer" in change ? answering(actor, change.answer) : actor;
  const records = steps.map((step) => auditOfVisit(context, step, by));
  // A repeat of the request answers the subject of the first record.
  await writeAudit({ client, trail }, records.toReversed());
  return { answered: steps.at(-1)!.visit.id, events };
}

const added = visits.without("id");
const given = added.placeholders(1);

// A later part of a stay owns its number as the part before does. The first part owns it.
const insert: Statement<{ id: string }> = {
  name: "add a visit",
  text: `insert into visits (${added.names}, owns_number)
    values (${Object.values(given).join(", ")}, ${given.part} = 1 or (
      select before.owns_number from visits before
      where before.organization_id = $1 and before.environment = $2
        and before.date = ${given.date} and before.number = ${given.number}
        and before.part = ${given.part} - 1
    ))
    returning id`,
};

const changed = visits.without("id", "organizationId", "environment");

const update: Statement<never> = {
  name: "change a visit",
  text: `update visits set ${changed.assignments(4)}
    where organization_id = $1 and environment = $2 and id = $3::bigint`,
};

/** Writes a new or changed visit. Returns it with its id. */
async function writeVisit(client: PoolClient, visit: Visit): Promise<Visit> {
  const { id, organizationId, environment } = visit;
  if (id !== 0) {
    const values = [organizationId, environment, id, ...changed.values(visit)];
    await rowsIn(client, update, values);
    return visit;
  }
  const [row] = await rowsIn(client, insert, added.values(visit));
  return { ...visit, id: Number(row!.id) };
}
