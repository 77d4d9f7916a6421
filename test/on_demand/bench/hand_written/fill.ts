import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { Client } from "pg";
import type { SeededOrganization } from "../seed.ts";
import { slotStartOf } from "./departments.ts";

const schema = new URL("schema.sql", import.meta.url);
const environment = "LIVE";

/** Creates the tables of the hand-written server and fills them with the rows that the service was seeded with. */
export async function fillHandWritten(
  databaseUrl: string,
  organizations: readonly SeededOrganization[],
): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const insert = async (table: string, rows: Record<string, unknown>[]) => {
    const columns = Object.keys(rows[0]!).join(", ");
    await client.query(
      `insert into ${table} (${columns})
        select ${columns} from json_populate_recordset(null::${table}, $1)`,
      [JSON.stringify(rows)],
    );
  };
  await client.query(await readFile(schema, "utf8"));
  await insert(
    "organizations",
    organizations.map(({ id, name, timeZone }) => ({ id, name, time_zone: timeZone })),
  );
  await insert("departments", organizations.map(departmentRow));
  await insert(
    "balances",
    organizations.map(({ id, credits }) => ({
      organization_id: id,
      environment,
      balance: credits,
    })),
  );
  await insert("api_keys", organizations.flatMap(keyRows));
  await insert("appointments", organizations.flatMap(appointmentRows));
  await client.query(
    "select setval(pg_get_serial_sequence('appointments', 'id'), (select max(id) from appointments))",
  );
  // Statements that are planned from now on know how many rows there are.
  await client.query("vacuum (analyze)");
  await client.end();
}

function departmentRow({ id, department }: SeededOrganization) {
  return {
    id: department.id,
    organization_id: id,
    name: department.name,
    slot_interval: department.slotInterval,
    slot_capacity: department.slotCapacity,
    show_admins_in_booking: false,
    is_active: true,
  };
}

function keyRows({ id, keys, scopes, rateLimitPerHour }: SeededOrganization) {
  return keys.map((key) => ({
    organization_id: id,
    environment,
    key_hash: createHash("sha256").update(key).digest("hex"),
    scopes,
    rate_limit_per_hour: rateLimitPerHour,
  }));
}

function appointmentRows({ id, timeZone, department, appointments }: SeededOrganization) {
  return appointments.map((appointment) => ({
    id: appointment.id,
    organization_id: id,
    environment,
    department_id: appointment.departmentId,
    date_time: appointment.dateTime,
    slot_start: slotStartOf(appointment.dateTime, department),
    status: appointment.status,
    name: appointment.name,
    qr_code: appointment.qrCode,
    external_user_id: appointment.externalUserId,
    created_at: Temporal.PlainDateTime.from(appointment.createdAt).toZonedDateTime(timeZone)
      .toInstant().toString(),
  }));
}
