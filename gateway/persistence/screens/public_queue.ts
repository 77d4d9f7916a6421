import type { Pool } from "pg";
import type { FoundTicket, PublicQueue, PublicVisit } from "../../../core/ports.ts";
import { rowsOf, type Statement } from "../database/statement.ts";
import { visitColumns, visitFromRow, type VisitRow } from "../visits/visit_row.ts";

const openOn: Statement<VisitRow> = {
  name: "read the open visits of a date",
  text: `select ${visitColumns} from visits v
    where v.organization_id = $1 and v.environment = $2 and v.state <> 'ENDED' and v.date = $3::date
      and ($4::bigint[] is null or v.department_id = any($4))`,
};

interface TicketRow extends VisitRow {
  departmentName: string;
  organizationName: string;
  timeZone: string;
}

// A stay has one row for each department that served the person, all with the same ticket.
const findTicket: Statement<TicketRow> = {
  name: "find a ticket",
  text: `select ${visitColumns}, d.name as "departmentName", o.name as "organizationName",
      o.time_zone as "timeZone"
    from visits v
    join departments d on d.organization_id = v.organization_id and d.id = v.department_id
    join organizations o on o.id = v.organization_id
    where v.ticket = $1 order by v.part desc limit 1`,
};

/** Implements core's `PublicQueue` in Postgres. */
export function createPublicQueue(pool: Pool): PublicQueue {
  return {
    async openOn({ organizationId, environment }, { date, departmentIds }) {
      const values = [organizationId, environment, date.toString(), departmentIds];
      return (await rowsOf(pool, openOn, values)).map(publicVisit);
    },
    async findTicket(ticket): Promise<FoundTicket | undefined> {
      const [row] = await rowsOf(pool, findTicket, [ticket]);
      if (!row) return undefined;
      const { departmentName, organizationName, timeZone, ...visit } = row;
      return { visit: publicVisit(visit), departmentName, organizationName, timeZone };
    },
  };
}

function publicVisit(row: VisitRow): PublicVisit {
  const { note: _note, ticket: _ticket, appointmentId: _id, workerId: _worker, ...visit } =
    visitFromRow(row);
  return visit;
}
