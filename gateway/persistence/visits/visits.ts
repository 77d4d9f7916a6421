import type { Pool } from "pg";
import {
  type AuditRecord,
  Department,
  type DepartmentQueue,
  maxEnded,
  maxLeft,
  type QueueRules,
  type ReadVisit,
  type Visits,
} from "../../../core/ports.ts";
import { writeAuditIn } from "../audit/audited.ts";
import { rowOf, withLocked } from "../audit/change_locked.ts";
import type { Database } from "../database/database.ts";
import { rowsOf, type Statement } from "../database/statement.ts";
import { localDateTimeFromDatabase } from "../mapping/temporal_types.ts";
import { figuresColumns, figuresJoin, type FiguresRow } from "./queue_figures.ts";
import { rulesFrom, visitColumns, visitFromRow, type VisitRow } from "./visit_row.ts";

interface ReadRow extends VisitRow {
  appointment:
    | {
      id: number;
      dateTime: string;
      status: NonNullable<ReadVisit["appointment"]>["status"];
      name: string;
    }
    | null;
}

const columns = `${visitColumns}, case when a.id is not null then json_build_object('id', a.id,
    'dateTime', a.date_time, 'status', a.status, 'name', a.name) end as appointment`;

const withAppointment = `left join appointments a on a.organization_id = v.organization_id
  and a.environment = v.environment and a.id = v.appointment_id`;

const find: Statement<ReadRow> = {
  name: "find a visit",
  text: `select ${columns} from visits v ${withAppointment}
    where v.organization_id = $1 and v.environment = $2 and v.id = $3::bigint`,
};

const ofDate: Statement<ReadRow> = {
  text: `
    with found as (
      select v.* from visits v
      where v.organization_id = $1 and v.environment = $2 and v.state <> 'ENDED'
        and v.date = $3::date and ($4::bigint[] is null or v.department_id = any($4))
      union all
      select * from (
        select v.* from visits v
        where v.organization_id = $1 and v.environment = $2 and v.state <> 'ENDED'
          and v.date <> $3::date and ($4::bigint[] is null or v.department_id = any($4))
        order by v.id desc limit ${maxLeft}
      ) others
      union all
      select * from (
        select v.* from visits v
        where v.organization_id = $1 and v.environment = $2 and v.date = $3::date
          and v.ended_at is not null and ($4::bigint[] is null or v.department_id = any($4))
        order by v.ended_at desc limit ${maxEnded}
      ) ended
    )
    select ${columns} from found v ${withAppointment}`,
};

interface QueueRow extends FiguresRow {
  ended: number;
  estimateErrorMinutes: number | null;
}

const queues: Statement<QueueRow> = {
  text: `
    select ${figuresColumns}, today.ended,
      case when today.estimated >= 3 then today.error end as "estimateErrorMinutes"
    from departments d ${figuresJoin}
    cross join lateral (
      select count(*) filter (where v.state = 'ENDED')::int as ended, count(*) as visits,
        count(*) filter (where v.called_at is not null and v.estimated_minutes is not null) as estimated,
        percentile_cont(0.5) within group (
          order by abs(extract(epoch from v.called_at - v.arrived_at) / 60 - v.estimated_minutes)
        ) as error
      from visits v
      where v.organization_id = $1 and v.environment = $2 and v.department_id = d.id
        and v.date = $3::date
    ) today
    where d.organization_id = $1 and case
      when $5::bigint[] is not null then d.id = any($5)
      else d.is_active or today.visits > 0
        or d.id in (
          select v.department_id from visits v
          where v.organization_id = $1 and v.environment = $2 and v.state <> 'ENDED'
        )
        or d.id in (
          select a.department_id from appointments a
          where a.organization_id = $1 and a.environment = $2 and not a.is_archived
            and a.status = 'SCHEDULED' and a.date_time >= $3::date and a.date_time < $3::date + 1
        )
      end
    order by d.id`,
};

const findRules = `select check_in as "checkIn", tolerance_minutes as "toleranceMinutes",
    max_calls as "maxCalls", priorities, version
  from queue_rules where organization_id = ? and department_id = ?`;

const writeRules = `
  insert into queue_rules
    (organization_id, department_id, check_in, tolerance_minutes, max_calls, priorities, version)
  select ?, ?, ?, ?, ?, array(select jsonb_array_elements_text(?::jsonb)), ?
  on conflict (organization_id, department_id) do update
    set check_in = excluded.check_in, tolerance_minutes = excluded.tolerance_minutes,
      max_calls = excluded.max_calls, priorities = excluded.priorities,
      version = excluded.version`;

/** Implements core's `Visits` in Postgres. */
export function createVisits(database: Database): Visits {
  const { pool } = database;
  return {
    async find({ organizationId, environment }, id) {
      const [row] = await rowsOf(pool, find, [organizationId, environment, id]);
      return row && toReadVisit(row);
    },
    async ofDate({ organizationId, environment }, { date, departmentIds }) {
      const values = [organizationId, environment, date.toString(), departmentIds];
      return (await rowsOf(pool, ofDate, values)).map(toReadVisit);
    },
    queues: (scope, query) => readQueues(pool, scope, query),
    changeRules: (department, change, audit) =>
      changeRules(database, department, { change, audit }),
  };
}

async function readQueues(
  pool: Pool,
  { organizationId, environment }: Parameters<Visits["queues"]>[0],
  { date, departmentIds, now }: Parameters<Visits["queues"]>[1],
): Promise<DepartmentQueue[]> {
  const values = [organizationId, environment, date.toString(), now.toString(), departmentIds];
  return (await rowsOf(pool, queues, values)).map(({ id, name, rules, ...queue }) =>
    Object.assign(queue, {
      departmentId: id,
      departmentName: name,
      rules: rulesFrom(rules),
    })
  );
}

function changeRules(
  database: Database,
  ref: { organizationId: number; id: number },
  { change, audit }: {
    change(rules: QueueRules): QueueRules;
    audit(
      changed: { name: string; before: QueueRules; after: QueueRules },
    ): AuditRecord | null;
  },
): Promise<QueueRules | undefined> {
  const { organizationId, id } = ref;
  return withLocked(database, rowOf(Department, ref), async ({ name }, transaction) => {
    const { em } = transaction;
    const [row] = await em.execute<QueueRules[]>(findRules, [organizationId, id]);
    const before = rulesFrom(row ?? null);
    const after = change(before);
    const { checkIn, toleranceMinutes, maxCalls, priorities, version } = after;
    // MikroORM writes an array into the statement as a list of parameters.
    const names = JSON.stringify(priorities);
    const values = [organizationId, id, checkIn, toleranceMinutes, maxCalls, names, version];
    await em.execute(writeRules, values);
    await writeAuditIn(transaction, audit({ name, before, after }));
    return after;
  });
}

function toReadVisit({ appointment, ...row }: ReadRow): ReadVisit {
  return Object.assign(visitFromRow(row), {
    appointment: appointment &&
      { ...appointment, dateTime: localDateTimeFromDatabase(appointment.dateTime) },
  });
}
