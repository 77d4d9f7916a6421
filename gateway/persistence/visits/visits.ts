import type { Pool } from "pg";
import {
  type AuditRecord,
  type BookingScope,
  Department,
  type DepartmentQueue,
  maxEnded,
  maxLeft,
  maxOfAppointment,
  type QueueQuery,
  type QueueRules,
  type ReadVisit,
  type Visits,
} from "../../../core/ports.ts";
import { writeAuditIn } from "../audit/audited.ts";
import { lockedRow, withLocked } from "../audit/change_locked.ts";
import { sharingOrganization } from "../audit/share_organization.ts";
import type { Database } from "../database/database.ts";
import { rowsOf, type Statement } from "../database/statement.ts";
import {
  carriedValues,
  datesAt,
  figuresColumns,
  figuresJoin,
  type FiguresRow,
  mayBeCurrent,
  ofBusinessDay,
} from "./queue_figures.ts";
import {
  appointmentColumn,
  appointmentFromRow,
  type AppointmentRow,
  withAppointment,
} from "./visit_appointment.ts";
import { rulesFrom, visitColumns, visitFromRow, type VisitRow } from "./visit_row.ts";

type ReadRow = VisitRow & AppointmentRow;

const columns = `${visitColumns}, ${appointmentColumn}`;

const find: Statement<ReadRow> = {
  name: "find a visit",
  text: `select ${columns} from visits v ${withAppointment}
    where v.organization_id = $1 and v.environment = $2 and v.id = $3::bigint`,
};

const ofAppointment: Statement<VisitRow> = {
  name: "list the visits of an appointment",
  text: `select * from (
      select ${visitColumns} from visits v
      where v.organization_id = $1 and v.environment = $2 and v.appointment_id = $3::bigint
      order by v.id desc limit ${maxOfAppointment}
    ) latest order by id`,
};

// Of each possible business date the last ones that ended. The reader leaves out those of another date than that of their
// department.
const present: Statement<ReadRow> = {
  text: `
    with found as (
      select v.* from visits v
      where v.organization_id = $1 and v.environment = $2 and v.state <> 'ENDED'
        and ${mayBeCurrent} and ($5::bigint[] is null or v.department_id = any($5))
      union all
      select * from (
        select v.* from visits v
        where v.organization_id = $1 and v.environment = $2 and v.state <> 'ENDED'
          and not ${mayBeCurrent} and ($5::bigint[] is null or v.department_id = any($5))
        order by v.id desc limit ${maxLeft}
      ) others
      union all
      select ended.* from unnest($6::date[]) as day(date) cross join lateral (
        select v.* from visits v
        where v.organization_id = $1 and v.environment = $2 and v.date = day.date
          and v.ended_at is not null and ($5::bigint[] is null or v.department_id = any($5))
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
        and v.date = day.date
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
            and a.status = 'SCHEDULED' and a.date_time >= day.date and a.date_time < $6::date + 1
        )
      end
    order by d.id`,
};

const findRules = `select check_in as "checkIn", tolerance_minutes as "toleranceMinutes",
    arrival_minutes as "arrivalMinutes", goal_minutes as "goalMinutes", to_char(day_ends_at, 'HH24:MI') as "dayEndsAt",
    max_calls as "maxCalls", priorities, reminder_minutes as "reminderMinutes",
    waitlist_offer_minutes as "waitlistOfferMinutes", person_link as "personLink",
    person_link_minutes as "personLinkMinutes", version
  from queue_rules where organization_id = ? and department_id = ?`;

// The trigger deletes the marks of removed times in the order of a scan, and a pass of reminders moves them in this order.
const lockRemovedMarks = `
  select from reminder_marks
  where organization_id = ? and department_id = ?
    and minutes_before <> all (array(select jsonb_array_elements_text(?::jsonb)::int))
  order by environment, minutes_before for update`;

const writeRules = `
  insert into queue_rules
    (organization_id, department_id, check_in, tolerance_minutes, arrival_minutes, goal_minutes,
      day_ends_at, max_calls, waitlist_offer_minutes, person_link_minutes, person_link, priorities,
      reminder_minutes, version)
  values (?, ?, ?, ?, ?, ?, ?::time, ?, ?, ?, ?, array(select jsonb_array_elements_text(?::jsonb)),
    array(select jsonb_array_elements_text(?::jsonb)::int), ?)
  on conflict (organization_id, department_id) do update
    set check_in = excluded.check_in, tolerance_minutes = excluded.tolerance_minutes,
      arrival_minutes = excluded.arrival_minutes, goal_minutes = excluded.goal_minutes,
      day_ends_at = excluded.day_ends_at,
      max_calls = excluded.max_calls, priorities = excluded.priorities,
      reminder_minutes = excluded.reminder_minutes,
      waitlist_offer_minutes = excluded.waitlist_offer_minutes,
      person_link = excluded.person_link, person_link_minutes = excluded.person_link_minutes,
      version = excluded.version`;

/** Implements core's `Visits` in Postgres. */
export function createVisits(database: Database): Visits {
  const { pool } = database;
  return {
    async find({ organizationId, environment }, id) {
      const [row] = await rowsOf(pool, find, [organizationId, environment, id]);
      return row && toReadVisit(row);
    },
    async ofAppointment({ organizationId, environment }, id) {
      const rows = await rowsOf(pool, ofAppointment, [organizationId, environment, id]);
      return rows.map(visitFromRow);
    },
    async present({ organizationId, environment }, { departmentIds, ...moment }) {
      const bounds = [...carriedValues(moment), departmentIds, datesAt(moment)];
      const values = [organizationId, environment, ...bounds];
      return (await rowsOf(pool, present, values)).map(toReadVisit);
    },
    queues: (scope, query) => readQueues(pool, scope, query),
    changeRules: (department, change, audit) =>
      changeRules(database, department, { change, audit }),
  };
}

async function readQueues(
  pool: Pool,
  { organizationId, environment }: BookingScope,
  { departmentIds, ...moment }: QueueQuery,
): Promise<DepartmentQueue[]> {
  const dates = datesAt(moment);
  const about = [dates, moment.now.toString(), departmentIds, dates.at(-1)];
  const rows = await rowsOf(pool, queues, [organizationId, environment, ...about]);
  return ofBusinessDay(rows, moment).map(({ id, name, rules, date, hours: _hours, ...queue }) =>
    Object.assign(queue, {
      departmentId: id,
      departmentName: name,
      date: Temporal.PlainDate.from(date),
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
  // A trigger changes the marks of reminders, which a closing and a reopening change too.
  const load = sharingOrganization(organizationId, lockedRow(Department, ref));
  return withLocked(database, load, async ({ name }, transaction) => {
    const { em } = transaction;
    const [row] = await em.execute<QueueRules[]>(findRules, [organizationId, id]);
    const before = rulesFrom(row ?? null);
    const after = change(before);
    const { checkIn, toleranceMinutes, arrivalMinutes, goalMinutes, dayEndsAt, version } = after;
    // MikroORM writes an array into the statement as a list of parameters.
    const lists = [after.priorities, after.reminderMinutes].map((list) => JSON.stringify(list));
    const times = [toleranceMinutes, arrivalMinutes, goalMinutes, dayEndsAt];
    const counts = [after.maxCalls, after.waitlistOfferMinutes, after.personLinkMinutes];
    const values = [
      organizationId,
      id,
      checkIn,
      ...times,
      ...counts,
      after.personLink,
      ...lists,
      version,
    ];
    await em.execute(lockRemovedMarks, [organizationId, id, lists[1]]);
    await em.execute(writeRules, values);
    await writeAuditIn(transaction, audit({ name, before, after }));
    return after;
  });
}

function toReadVisit({ appointment, ...row }: ReadRow): ReadVisit {
  return { ...visitFromRow(row), appointment: appointmentFromRow(appointment) };
}
