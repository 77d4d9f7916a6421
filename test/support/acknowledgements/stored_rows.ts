import { Client } from "pg";
import { withClient } from "../replication/with_client.ts";
import type { ReceivedEvent, StoredRows } from "./check.ts";
import type { Evidence } from "./check_history.ts";

/** Reads the rows that `findViolations` compares, past the service. */
export async function readStoredRows(databaseUrl: string): Promise<StoredRows> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const rows = async (sql: string) => (await client.query(sql)).rows;
  try {
    return {
      appointments: await rows(`
        select id::float8, organization_id as "organizationId", name, qr_code as "qrCode", status,
          archived_at is not null as "isArchived"
        from appointments`),
      creditEntries: await rows(`
        select organization_id as "organizationId", environment,
          appointment_id::float8 as "appointmentId", kind, amount::float8
        from credit_entries`),
      balances: await rows(`
        select organization_id as "organizationId", environment, balance::float8 from balances`),
    };
  } finally {
    await client.end();
  }
}

/** The event in the body of a delivery. */
export function receivedEvent({ body }: { body: string }): ReceivedEvent {
  const { type, data } = JSON.parse(body);
  return { type, appointment: data.object };
}

/** Reads the appointments and their audit entries for `findDifferences`, past the service. */
export function readStoredActs(
  databaseUrl: string,
): Promise<Pick<Evidence, "appointments" | "auditEntries">> {
  return withClient({ connectionString: databaseUrl }, async (client) => {
    const rows = async (sql: string) => (await client.query(sql)).rows;
    return {
      appointments: await rows(`
        select id::float8, organization_id as "organizationId", name, qr_code as "qrCode", status,
          archived_at is not null as "isArchived", department_id as "departmentId",
          to_char(date_time, 'YYYY-MM-DD"T"HH24:MI:SS') as "dateTime"
        from appointments`),
      auditEntries: await rows(`
        select organization_id as "organizationId", subject_id::float8 as "appointmentId", action
        from audit_entries where subject_kind = 'appointment' order by id`),
    };
  });
}
