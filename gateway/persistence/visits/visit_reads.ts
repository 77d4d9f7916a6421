import type { PoolClient } from "pg";
import {
  type BookingScope,
  type ChangeContext,
  defaultQueueRules,
  type Visit,
  type VisitContext,
  type VisitRequest,
} from "../../../core/ports.ts";
import { rowsIn, type Statement } from "../database/statement.ts";
import { together } from "../database/together.ts";
import { figuresColumns, figuresJoin, type FiguresRow } from "./queue_figures.ts";
import { rulesFrom, visitColumns, visitFromRow, type VisitRow } from "./visit_row.ts";

// The gate already excludes every other writer. The row lock protects against a statement that bypasses the gate.
const lockVisit: Statement<VisitRow> = {
  name: "lock a visit",
  text: `select ${visitColumns} from visits v
    where v.organization_id = $1 and v.environment = $2 and v.id = $3::bigint for no key update`,
};

/** Locks the visit of a request at the gate; undefined if there is none. */
export async function readVisitAtGate(
  client: PoolClient,
  { organizationId, environment }: BookingScope,
  id: number,
): Promise<Visit | undefined> {
  const [row] = await rowsIn(client, lockVisit, [organizationId, environment, id]);
  return row && visitFromRow(row);
}

const openOf: Statement<VisitRow> = {
  name: "find the open visit of an appointment",
  text: `select ${visitColumns} from visits v
    where v.organization_id = $1 and v.environment = $2 and v.appointment_id = $3::bigint
      and v.state <> 'ENDED'`,
};

const ofTicket: Statement<VisitRow> = {
  name: "find the visit of a ticket",
  text: `select ${visitColumns} from visits v
    where v.organization_id = $1 and v.environment = $2 and v.date = $3::date and v.ticket = $4
    order by v.id desc limit 1`,
};

const waitingIn: Statement<VisitRow> = {
  name: "read those who wait",
  text: `select ${visitColumns} from visits v
    where v.organization_id = $1 and v.environment = $2 and v.department_id = any($4::bigint[])
      and v.date = $3::date and v.state = 'WAITING'`,
};

const atDesk: Statement<VisitRow> = {
  name: "find the visit at a desk",
  text: `select ${visitColumns} from visits v
    where v.organization_id = $1 and v.environment = $2 and v.desk = $3
      and v.state in ('CALLED', 'IN_SERVICE')`,
};

const figuresOf: Statement<FiguresRow> = {
  name: "read the figures of queues",
  text: `select ${figuresColumns} from departments d ${figuresJoin}
    where d.organization_id = $1 and d.id = any($5::bigint[])`,
};

const facts: Statement<{ nextNumber: number; isWorkerKnown: boolean }> = {
  name: "read the next number of a visit",
  text: `select
      coalesce((
        select number from visits
        where organization_id = $1 and environment = $2 and date = $3::date
        order by number desc limit 1
      ), 0) + 1 as "nextNumber",
      $4::bigint is null or exists (
        select from workers where organization_id = $1 and id = $4::bigint and is_active
      ) as "isWorkerKnown"`,
};

type Read = Pick<VisitContext, "timeZone" | "now" | "subscriptions">;

/** Reads the rest of the context of a decision, after the visit and the appointment. */
export async function readVisitContext(
  { client, ...read }: Read & { client: PoolClient },
  scope: BookingScope,
  { visit, appointment, counter, appointmentId, ticket, departmentIds = [] }:
    & Omit<VisitRequest, "actor" | "visitId">
    & { visit: Visit | undefined; appointment: ChangeContext | undefined },
): Promise<VisitContext> {
  const ids = [...departmentIds, visit?.departmentId, appointment?.department.id]
    .filter((id) => id !== undefined);
  const today = read.now.toZonedDateTimeISO(read.timeZone).toPlainDate();
  const owner = [scope.organizationId, scope.environment];
  const on = [...owner, today.toString()];
  const [open, given, waiting, calling, figures, [known]] = await together(client, () => [
    rowsIn(client, openOf, [...owner, appointmentId ?? null]),
    ticket === undefined ? Promise.resolve([]) : rowsIn(client, ofTicket, [...on, ticket]),
    rowsIn(client, waitingIn, [...on, ids]),
    rowsIn(client, atDesk, [...owner, counter?.desk ?? null]),
    rowsIn(client, figuresOf, [...on, read.now.toString(), ids]),
    rowsIn(client, facts, [...on, counter?.workerId ?? null]),
  ]);
  const rules = new Map(figures.map((row) => [row.id, rulesFrom(row.rules)]));
  return {
    ...scope,
    timeZone: read.timeZone,
    now: read.now,
    subscriptions: read.subscriptions,
    today,
    visit,
    appointment,
    ...known!,
    openVisit: open[0] && visitFromRow(open[0]),
    ticketVisit: given[0] && visitFromRow(given[0]),
    waiting: waiting.map(visitFromRow),
    atCounter: calling[0] && visitFromRow(calling[0]),
    departments: new Map(figures.map((row) => [row.id, row])),
    rulesOf: (id) => rules.get(id) ?? defaultQueueRules,
  };
}
