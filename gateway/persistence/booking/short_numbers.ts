import type { Pool } from "pg";
import type { ShortNumbers } from "../../../core/ports.ts";
import { isUniqueViolation } from "../database/faults.ts";
import { rowsOf, type Statement } from "../database/statement.ts";
import {
  appointmentColumns,
  appointmentFromRow,
  type AppointmentRow,
} from "./appointment_filter.ts";

// The date of the appointment is compared, because it may have been moved since the number was given.
const find: Statement<AppointmentRow> = {
  name: "find the appointments of a short number",
  text: `
    select ${appointmentColumns}
    from (
      select appointment_id, date from short_numbers
      where organization_id = $1 and environment = $2 and number = $3 and date = any($4::date[])
      offset 0
    ) n
    cross join lateral (
      select * from appointments
      where organization_id = $1 and environment = $2
        and id between n.appointment_id and n.appointment_id
      order by id offset 0
    ) a
    join departments d on d.organization_id = a.organization_id and d.id = a.department_id
    where a.date_time::date = n.date`,
};

const ofAppointment: Statement<{ number: number }> = {
  name: "read a short number",
  text: `select number from short_numbers
    where organization_id = $1 and environment = $2 and appointment_id = $3 and date = $4::date`,
};

// Of two requests at once for one appointment, the second waits for the first one, changes nothing, and returns the number
// of the first one: the second `do update` makes the row visible to it.
const give: Statement<{ number: number }> = {
  name: "give a short number",
  text: `
    insert into short_numbers as n (organization_id, environment, appointment_id, date, number)
    values ($1, $2, $3, $4::date, $5)
    on conflict (organization_id, environment, appointment_id) do update
    set date = excluded.date,
      number = case when n.date = excluded.date then n.number else excluded.number end
    returning number`,
};

const deleteOld: Statement<never> = {
  name: "delete short numbers of past dates",
  text: `delete from short_numbers
    where organization_id = $1 and environment = $2 and date < $3::date - 1`,
};

/** Implements core's `ShortNumbers` in Postgres. */
export function createShortNumbers(pool: Pool): ShortNumbers {
  return {
    async find({ organizationId, environment }, number, dates) {
      const values = [organizationId, environment, number, dates.map(String)];
      return (await rowsOf(pool, find, values)).map(appointmentFromRow);
    },
    async give({ organizationId, environment }, { id, date, number, today }) {
      const scope = [organizationId, environment];
      const [present] = await rowsOf(pool, ofAppointment, [...scope, id, date.toString()]);
      if (present) return present.number;
      await rowsOf(pool, deleteOld, [...scope, today.toString()]);
      try {
        const [given] = await rowsOf(pool, give, [...scope, id, date.toString(), number]);
        return given!.number;
      } catch (error) {
        if (isUniqueViolation(error, "short_numbers_once_a_day")) return undefined;
        throw error;
      }
    },
  };
}
