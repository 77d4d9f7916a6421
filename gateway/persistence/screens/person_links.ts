import type { Pool } from "pg";
import {
  defaultQueueRules,
  type LinkedAppointment,
  type PersonLinkReads,
} from "../../../core/ports.ts";
import { countHandovers, readHandovers } from "../booking/handovers.ts";
import { rowsOf, type Statement } from "../database/statement.ts";
import { localDateTimeFromDatabase } from "../mapping/temporal_types.ts";

type LinkedRow =
  & Pick<LinkedAppointment, "status" | "isArchived" | "slotMinutes" | "departmentId" | "workerId">
  & Pick<LinkedAppointment, "handovers">
  & Pick<LinkedAppointment, "departmentName" | "organizationName" | "timeZone">
  & {
    dateTime: string;
    slotStart: string;
    personLink: LinkedAppointment["rules"]["personLink"] | null;
    personLinkMinutes: number | null;
  };

// No personal column, so that no defect can show one.
const find: Statement<LinkedRow> = {
  name: "find the appointment of a link",
  text: `
    select a.status, a.is_archived as "isArchived", a.date_time as "dateTime", a.slot_start as "slotStart",
      a.slot_minutes as "slotMinutes", a.department_id as "departmentId", a.worker_id as "workerId",
      d.name as "departmentName", o.name as "organizationName", o.time_zone as "timeZone",
      r.person_link as "personLink", r.person_link_minutes as "personLinkMinutes",
      ${countHandovers({ organization: "$1", environment: "$2", id: "a.id" })} as handovers
    from appointments a
    join departments d on d.organization_id = a.organization_id and d.id = a.department_id
    join organizations o on o.id = a.organization_id
    left join queue_rules r on r.organization_id = a.organization_id and r.department_id = a.department_id
    where a.organization_id = $1 and a.environment = $2 and a.id = $3::bigint
      and o.closed_at is null`,
};

const withLinks: Statement<{ id: number }> = {
  name: "list the departments with links",
  text: `select department_id as id from queue_rules
    where organization_id = $1 and person_link <> 'OFF'`,
};

/** Implements core's `PersonLinkReads` in Postgres. */
export function createPersonLinks(pool: Pool): PersonLinkReads {
  return {
    async find({ organizationId, environment, id }) {
      const [row] = await rowsOf(pool, find, [organizationId, environment, id]);
      if (!row) return undefined;
      const { dateTime, slotStart, personLink, personLinkMinutes, ...appointment } = row;
      return {
        organizationId,
        environment,
        id,
        ...appointment,
        dateTime: localDateTimeFromDatabase(dateTime),
        slotStart: localDateTimeFromDatabase(slotStart),
        rules: {
          personLink: personLink ?? defaultQueueRules.personLink,
          personLinkMinutes: personLinkMinutes ?? defaultQueueRules.personLinkMinutes,
        },
      };
    },
    async handovers({ organizationId, environment }, ids) {
      if (ids.length === 0) return new Map();
      const rows = await rowsOf(pool, readHandovers, [organizationId, environment, ids]);
      return new Map(rows.map(({ id, handovers }) => [Number(id), handovers]));
    },
    async departmentsWithLinks(organizationId) {
      return new Set((await rowsOf(pool, withLinks, [organizationId])).map(({ id }) => id));
    },
  };
}
