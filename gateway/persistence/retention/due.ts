import type { Pool } from "pg";
import {
  type DueAppointment,
  type Environment,
  maxCounted,
  nobody,
  type Retention,
  type RetentionPreview,
} from "../../../core/ports.ts";
import { isHeldSql, isOfHeldSql } from "../booking/legal_holds.ts";
import { rowsOf, type Statement } from "../database/statement.ts";
import { appointments } from "../mapping/tables.ts";
import { instantValue, localDateTimeFromDatabase } from "../mapping/temporal_types.ts";

/** Rows that a statement looks at. */
const batch = 500;

const personal = appointments.only(...Object.keys(nobody) as (keyof typeof nobody)[]);

/**
 * Returns SQL that is true unless an appointment `a` is erased: it has the values of nobody, and the audit says that they
 * were not written by hand. The first value of nobody has the number `first`.
 */
function isPersonal(first: number): string {
  const { columns } = personal;
  const values = Object.keys(columns).map((_, i) => `$${first + i}`).join(", ");
  const present = personal.names.split(", ").map((name) => `a.${name}`).join(", ");
  return `not (
    (${present}) is not distinct from (${values})
    and exists (
      select from audit_entries x
      where x.organization_id = a.organization_id and x.subject_kind = 'appointment'
        and x.subject_id = a.id and x.action in ('appointment.erased', 'appointment.expired')
    )
  )`;
}

const nobodyValues = personal.values(nobody);

interface DueRow {
  id: string;
  environment: Environment;
  dateTime: string;
}

// Each environment and each part of the index by time is read from its position on, and only so many rows, so a batch costs
// the same in every organization, also when all of its appointments are looked at again.
const due: Statement<DueRow & { isDue: boolean }> = {
  text: `
    select a.id, a.environment, a.date_time as "dateTime",
      ${isPersonal(5)} and not ${isHeldSql} as "isDue"
    from (
      select d.id, d.environment
      from (
        select coalesce($2::timestamp, appointments_until, '-infinity') as after
        from retention_runs where organization_id = $1
      ) run
      cross join (values ('LIVE'), ('TEST')) as e (environment)
      cross join (values (false), (true)) as k (is_archived)
      cross join lateral (
        select p.id, p.environment, p.date_time from appointments p
        where p.organization_id = $1 and p.environment = e.environment
          and p.is_archived = k.is_archived and (p.date_time, p.id) > (run.after, $3::bigint)
          and p.date_time < $4::timestamp
        order by p.date_time, p.id limit ${batch}
      ) d
      order by d.date_time, d.id limit ${batch}
    ) page
    join appointments a on a.organization_id = $1 and a.environment = page.environment
      and a.id = page.id
    order by a.date_time, a.id`,
};

const changed: Statement<DueRow> = {
  text: `
    select distinct a.id, a.environment, a.date_time as "dateTime"
    from retention_runs r
    join audit_entries e on e.organization_id = r.organization_id and e.id > r.audit_heads[1]
    join appointments a on a.organization_id = e.organization_id and a.environment = e.environment
      and a.id = e.subject_id
    where r.organization_id = $1 and e.organization_id = $1 and e.subject_kind = 'appointment'
      and e.action not in ('appointment.erased', 'appointment.expired')
      and a.date_time < least(r.appointments_until, $2::timestamp) and a.id > $3::bigint
      and ${isPersonal(4)} and not ${isHeldSql}
    order by a.id limit ${batch}`,
};

const count = (rows: string) => `(select count(*)::int from (${rows} limit ${maxCounted}) counted)`;

const ofAppointments = `
  select from appointments a
  where a.organization_id = $1 and a.environment in ('LIVE', 'TEST')
    and a.is_archived in (false, true) and a.date_time < $2::timestamp
    and a.date_time >= coalesce(run.appointments_until, '-infinity')
    and ${isPersonal(6)} and not ${isHeldSql}`;

// From the holds to their appointments, each by its index: old appointments are many, and holds are few.
const ofHeld = `
  select distinct a.id from legal_holds l
  cross join lateral (
    select b.* from appointments b
    where b.organization_id = $1 and b.environment = l.environment and b.id = l.appointment_id
    union all
    select b.* from appointments b
    where b.organization_id = $1 and b.environment = l.environment
      and b.is_archived in (false, true) and b.external_user_id = l.external_user_id
    union all
    select b.* from appointments b
    where b.organization_id = $1 and b.environment = l.environment
      and b.is_archived in (false, true) and b.name = l.name and b.phone = l.phone
  ) a
  where l.organization_id = $1 and a.date_time < $2::timestamp and ${
  isPersonal(6)
} and ${isHeldSql}`;

// Entries are in the order of their times, so a rule that finds nothing would read all of them.
const maxPreviewed = 5 * maxCounted;

const preview: Statement<RetentionPreview> = {
  text: `
    select ${count(ofAppointments)} as appointments, ${count(ofHeld)} as held,
      ${
    count(`select from visits v
        where v.organization_id = $1 and v.environment in ('LIVE', 'TEST') and v.state <> 'ENDED'
          and v.date < $2::timestamp::date and v.appointment_id is null and v.note <> ''`)
  } as visits,
      ${
    count(`select from webhook_events w
        where w.organization_id = $1 and w.created_at < $3 and w.appointment_id is not null
          and w.created_at > coalesce(run.events_until, '-infinity')
          and not exists (
            select from appointments a
            where a.organization_id = w.organization_id and a.environment = w.environment
              and a.id = w.appointment_id and ${isHeldSql}
          )`)
  } as events,
      ${
    count(`select from usage_entries u
        where u.organization_id = $1 and u.timestamp < $4
          and u.timestamp > coalesce(run.usage_until, '-infinity')`)
  } as calls,
      ${
    count(`select from (
          select * from audit_entries x
          where x.organization_id = $1 and x.id > coalesce(run.audit_position, 0)
          order by x.id limit ${maxPreviewed}
        ) e
        where e.created_at < $5::timestamptz and e.salt is not null and not ${isOfHeldSql}`)
  } as entries
    from (values (1)) as one (one) left join retention_runs run on run.organization_id = $1`,
};

/** Implements the part of core's `Retention` that finds what is due. */
export function createDue(pool: Pool): Pick<Retention, "due" | "changedSince" | "preview"> {
  return {
    async due({ organizationId }, { before, after }) {
      const position = [after?.dateTime.toString() ?? null, after?.id ?? 0];
      const values = [organizationId, ...position, before.toString(), ...nobodyValues];
      const rows = await rowsOf(pool, due, values);
      const last = rows.at(-1);
      return {
        found: rows.filter(({ isDue }) => isDue).map(dueOf),
        last: last && rows.length === batch ? dueOf(last) : null,
      };
    },
    async changedSince({ organizationId }, { before, after }) {
      const values = [organizationId, before.toString(), after?.id ?? 0, ...nobodyValues];
      return (await rowsOf(pool, changed, values)).map(dueOf);
    },
    async preview(organizationId, limits) {
      const [row] = await rowsOf(pool, preview, [
        organizationId,
        limits.appointments?.toString() ?? null,
        limits.events && instantValue(limits.events),
        limits.usage && instantValue(limits.usage),
        limits.audit && instantValue(limits.audit),
        ...nobodyValues,
      ]);
      return row!;
    },
  };
}

function dueOf({ id, environment, dateTime }: DueRow): DueAppointment {
  return { id: Number(id), environment, dateTime: localDateTimeFromDatabase(dateTime) };
}
