import type { Pool } from "pg";
import {
  businessDateOf,
  type BusinessHours,
  changeOfTicket,
  type FoundTicket,
  type PublicQueue,
  type PublicVisit,
  type QueueRules,
} from "../../../core/ports.ts";
import { rowsOf, type Statement } from "../database/statement.ts";
import { carriedValues, mayBeCurrent } from "../visits/queue_figures.ts";
import {
  appointmentColumn,
  appointmentFromRow,
  type AppointmentRow,
  withAppointment,
} from "../visits/visit_appointment.ts";
import {
  rulesColumnOf,
  rulesFrom,
  visitColumns,
  visitFromRow,
  type VisitRow,
} from "../visits/visit_row.ts";

const open: Statement<VisitRow> = {
  name: "read the open visits of a queue",
  text: `select ${visitColumns} from visits v
    where v.organization_id = $1 and v.environment = $2 and v.state <> 'ENDED' and ${mayBeCurrent}
      and ($5::bigint[] is null or v.department_id = any($5))`,
};

interface TicketRow extends VisitRow, AppointmentRow, Omit<BusinessHours, "rules"> {
  rules: QueueRules | null;
  departmentName: string;
  organizationName: string;
  timeZone: string;
}

// A stay has one row for each department that served the person, all with the same ticket.
const findTicket: Statement<TicketRow> = {
  name: "find a ticket",
  text: `select ${visitColumns}, d.name as "departmentName", o.name as "organizationName",
      o.time_zone as "timeZone", d.opening_hours as "openingHours", d.closures,
      ${rulesColumnOf("v.organization_id")} as rules, ${appointmentColumn}
    from visits v ${withAppointment}
    join departments d on d.organization_id = v.organization_id and d.id = v.department_id
    join organizations o on o.id = v.organization_id
    where v.ticket = $1 and o.closed_at is null order by v.id desc limit 1`,
};

/** Implements core's `PublicQueue` in Postgres. */
export function createPublicQueue(pool: Pool): PublicQueue {
  return {
    async open({ organizationId, environment }, { departmentIds, ...moment }) {
      const values = [organizationId, environment, ...carriedValues(moment), departmentIds];
      return (await rowsOf(pool, open, values)).map(publicVisit);
    },
    async findTicket(ticket, now): Promise<FoundTicket | undefined> {
      const [row] = await rowsOf(pool, findTicket, [ticket]);
      if (!row) return undefined;
      const { departmentName, organizationName, timeZone, ...others } = row;
      const { openingHours, closures, rules, appointment, ...visit } = others;
      return {
        visit: publicVisit(visit),
        businessDate: businessDateOf(
          { openingHours, closures, rules: rulesFrom(rules) },
          { now, timeZone },
        ),
        departmentName,
        organizationName,
        timeZone,
        change: changeOfTicket(visitFromRow(visit), appointmentFromRow(appointment)),
      };
    },
  };
}

function publicVisit(row: VisitRow): PublicVisit {
  const {
    note: _note,
    ticket: _ticket,
    workerId: _worker,
    screenId: _screen,
    appointmentId: _id,
    appointmentTime: _time,
    appointmentDepartmentId: _departmentId,
    ...visit
  } = visitFromRow(row);
  return visit;
}
