import type { Pool } from "pg";
import type { Appointments } from "../../core/mod.ts";
import { appointmentColumns, appointmentFromRow, type AppointmentRow } from "./appointment_row.ts";
import { findPage } from "./appointment_page.ts";
import { rowsOf, type Statement } from "./statement.ts";

const findAppointment: Statement<AppointmentRow> = {
  name: "find an appointment",
  text: `select ${appointmentColumns}
    from appointments a join departments d on d.id = a.department_id
    where a.id = $1::bigint and a.organization_id = $2 and a.environment = $3`,
};

/** Core's reading of appointments in Postgres. */
export function createAppointments(pool: Pool): Appointments {
  return {
    async find({ organizationId, environment }, id) {
      const [row] = await rowsOf(pool, findAppointment, [id, organizationId, environment]);
      return row && appointmentFromRow(row);
    },
    list: (ledger, query) => findPage(pool, ledger, query),
  };
}
