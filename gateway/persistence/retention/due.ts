import type { Pool } from "pg";
import {
  type DueAppointment,
  type Environment,
  maxCounted,
  nobody,
  type Retention,
} from "../../../core/ports.ts";
import { isHeldSql } from "../booking/legal_holds.ts";
import { rowsOf, type Statement } from "../database/statement.ts";
import { appointments } from "../mapping/tables.ts";
import { instantValue, localDateTimeFromDatabase } from "../mapping/temporal_types.ts";

const batch = 100;

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

// Each environment and each part of the index by time is read from its position on, so a batch costs the same in every
// organization.
const due: Statement<DueRow> = {
  text: `
    select d.id, d.environment, d.date_time as "dateTime"
    from (
      select coalesce($2::timestamp, appointments_until, '-infinity') as after
      from retention_runs where organization_id = $1
    ) run
    cross join (values ('LIVE'), ('TEST')) as e (environment)
    cross join (values (false), (true)) as k (is_archived)
    cross join lateral (
      select a.id, a.environment, a.date_time from appointments a
      where a.organization_id = $1 and a.environment = e.environment
        and a.is_archived = k.is_archived and (a.date_time, a.id) > (run.after, $3::bigint)
        and a.date_time < $4::timestamp and ${isPersonal(5)} and not ${isHeldSql}
      order by a.date_time, a.id limit ${batch}
    ) d
    order by d.date_time, d.id limit ${batch}`,
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

const ofAppointments = (condition: string) => `
  select from appointments a
  where a.organization_id = $1 and a.environment in ('LIVE', 'TEST')
    and a.is_archived in (false, true) and a.date_time < $2::timestamp
    and ${isPersonal(5)} and ${condition}`;

const preview: Statement<
  { appointments: number; held: number; visits: number; events: number; calls: number }
> = {
  text: `
    select ${
    count(`${ofAppointments(`not ${isHeldSql}`)}
        and a.date_time >= coalesce(run.appointments_until, '-infinity')`)
  } as appointments,
      ${count(ofAppointments(isHeldSql))} as held,
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
  } as calls
    from (values (1)) as one (one) left join retention_runs run on run.organization_id = $1`,
};

/** Implements the part of core's `Retention` that finds what is due. */
export function createDue(pool: Pool): Pick<Retention, "due" | "changedSince" | "preview"> {
  return {
    async due({ organizationId }, { before, after }) {
      const position = [after?.dateTime.toString() ?? null, after?.id ?? 0];
      const values = [organizationId, ...position, before.toString(), ...nobodyValues];
      return (await rowsOf(pool, due, values)).map(dueOf);
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
        ...nobodyValues,
      ]);
      return row!;
    },
  };
}

function dueOf({ id, environment, dateTime }: DueRow): DueAppointment {
  return { id: Number(id), environment, dateTime: localDateTimeFromDatabase(dateTime) };
}
