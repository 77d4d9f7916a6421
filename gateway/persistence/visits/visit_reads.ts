import type { PoolClient } from "pg";
import {
  type BookingScope,
  type ChangeContext,
  defaultQueueRules,
  type GivenNumbers,
  isCurrent,
  maxEndedTogether,
  type VisitContext,
  type VisitedDepartment,
  type VisitRequest,
} from "../../../core/ports.ts";
import { rowsIn, type Statement } from "../database/statement.ts";
import { together } from "../database/together.ts";
import {
  carriedValues,
  datesAt,
  figuresColumns,
  figuresJoin,
  type FiguresRow,
  mayBeCurrent,
  ofBusinessDay,
} from "./queue_figures.ts";
import { rulesFrom, visitColumns, visitFromRow, type VisitRow } from "./visit_row.ts";

// The gate already excludes every other writer. The row lock protects against a statement that bypasses the gate.
const lockVisit: Statement<VisitRow> = {
  name: "lock a visit",
  text: `select ${visitColumns} from visits v
    where v.organization_id = $1 and v.environment = $2 and v.id = $3::bigint for no key update`,
};

const openOf: Statement<VisitRow> = {
  name: "find the open visit of an appointment",
  text: `select ${visitColumns} from visits v
    where v.organization_id = $1 and v.environment = $2 and v.appointment_id = $3::bigint
      and v.state <> 'ENDED'`,
};

const ofTicket: Statement<VisitRow> = {
  name: "find the visit of a ticket",
  text: `select ${visitColumns} from visits v
    where v.organization_id = $1 and v.environment = $2 and v.ticket = $3
    order by v.id desc limit 1`,
};

/** The visits that a request is about. Their departments are read after them. */
export type NamedVisits = Pick<VisitContext, "visit" | "openVisit" | "ticketVisit">;

/** Reads the visits of a request at the gate, and locks the one to change. */
export async function readVisitsAtGate(
  client: PoolClient,
  { organizationId, environment }: BookingScope,
  { visitId, appointmentId, ticket }: Pick<VisitRequest, "visitId" | "appointmentId" | "ticket">,
): Promise<NamedVisits> {
  const read = async (statement: Statement<VisitRow>, value: number | string | undefined) => {
    if (value === undefined) return undefined;
    const [row] = await rowsIn(client, statement, [organizationId, environment, value]);
    return row && visitFromRow(row);
  };
  const [visit, openVisit, ticketVisit] = await together(client, () => [
    read(lockVisit, visitId),
    read(openOf, appointmentId),
    read(ofTicket, ticket),
  ]);
  return { visit, openVisit, ticketVisit };
}

const waitingIn: Statement<VisitRow> = {
  name: "read those who wait",
  text: `select ${visitColumns} from visits v
    where v.organization_id = $1 and v.environment = $2 and v.department_id = any($5::bigint[])
      and v.state = 'WAITING' and ${mayBeCurrent}`,
};

const waitingOfKiosk: Statement<VisitRow> = {
  name: "read those who wait for a kiosk",
  text: `select ${visitColumns} from visits v
    where v.organization_id = $1 and v.environment = $2 and v.screen_id = $3::int
      and v.state = 'WAITING'
    order by v.id desc limit ${maxEndedTogether}`,
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

const isActiveWorker: Statement<{ isWorkerKnown: boolean }> = {
  name: "check the worker of a call",
  text: `select $2::bigint is null or exists (
      select from workers where organization_id = $1 and id = $2::bigint and is_active
    ) as "isWorkerKnown"`,
};

// Both read the index of open numbers by date alone, which has the number too.
const givenNumbers: Statement<GivenNumbers> = {
  name: "read the given numbers",
  text: `select
      array(
        select distinct number from visits
        where organization_id = $1 and environment = $2 and state <> 'ENDED'
      ) as open,
      (
        select json_object_agg(day.date::text, (
          select number from visits v
          where v.organization_id = $1 and v.environment = $2 and v.date = day.date
          order by number desc limit 1
        )) from unnest($3::date[]) as day(date)
      ) as last`,
};

type Read = Pick<VisitContext, "timeZone" | "now" | "subscriptions">;

/** Reads the rest of the context of a decision, after the visits and the appointment. */
export async function readVisitContext(
  { client, ...read }: Read & { client: PoolClient },
  scope: BookingScope,
  { named, appointment, counter, appointmentId, ticket, screenId, departmentIds = [] }:
    & Omit<VisitRequest, "actor" | "visitId">
    & { named: NamedVisits; appointment: ChangeContext | undefined },
): Promise<VisitContext> {
  const ofVisits = [named.visit, named.openVisit, named.ticketVisit].map((one) =>
    one?.departmentId
  );
  const ids = [...departmentIds, ...ofVisits, appointment?.department.id]
    .filter((id) => id !== undefined);
  const { now } = read;
  const owner = [scope.organizationId, scope.environment];
  const at = [...owner, datesAt(read), now.toString()];
  const isArrival = appointmentId !== undefined || ticket !== undefined;
  const [waiting, ofKiosk, calling, figures, [worker], [numbers]] = await together(
    client,
    () => [
      rowsIn(client, waitingIn, [...owner, ...carriedValues(read), ids]),
      screenId === undefined
        ? none<VisitRow>()
        : rowsIn(client, waitingOfKiosk, [...owner, screenId]),
      rowsIn(client, atDesk, [...owner, counter?.desk ?? null]),
      rowsIn(client, figuresOf, [...at, ids]),
      rowsIn(client, isActiveWorker, [scope.organizationId, counter?.workerId ?? null]),
      isArrival ? rowsIn(client, givenNumbers, [...owner, datesAt(read)]) : none<GivenNumbers>(),
    ],
  );
  const rows = ofBusinessDay(figures, read);
  const rules = new Map(rows.map((row) => [row.id, rulesFrom(row.rules)]));
  const departments = new Map(rows.map((row) => [row.id, visitedDepartment(row)]));
  return {
    ...scope,
    timeZone: read.timeZone,
    now,
    subscriptions: read.subscriptions,
    ...named,
    appointment,
    numbers: numbers ?? { last: {}, open: [] },
    isWorkerKnown: worker!.isWorkerKnown,
    waiting: waiting.map(visitFromRow).filter((one) =>
      isCurrent(one, departments.get(one.departmentId)?.date, now)
    ),
    ofKiosk: ofKiosk.map(visitFromRow),
    atCounter: calling[0] && visitFromRow(calling[0]),
    departments,
    rulesOf: (id) => rules.get(id) ?? defaultQueueRules,
  };
}

function visitedDepartment({ date, ...row }: FiguresRow): VisitedDepartment {
  return { ...row, date: Temporal.PlainDate.from(date) };
}

async function none<Row>(): Promise<Row[]> {
  return [];
}
