import { createHash } from "node:crypto";
import type { Pool, PoolClient } from "pg";
import { type Appointment, hashedAddress, refusalDays } from "../../../core/ports.ts";
import { rowsIn, type Statement } from "../database/statement.ts";

/** Deletes refusals that are over, so that the addresses get mails again. */
export async function deleteOldRefusals(pool: Pool, now: Temporal.Instant): Promise<void> {
  const limit = now.subtract({ hours: refusalDays * 24 }).toString();
  await pool.query("delete from email_stops where reason = 'REFUSED' and created_at <= $1", [
    limit,
  ]);
}

const forget: Statement<never> = {
  name: "forget the stops of an address",
  text: "delete from email_stops where organization_id = $1 and address_hash = $2",
};

/** Deletes the stops of the address of an appointment whose person is erased. */
export async function forgetAddress(
  client: PoolClient,
  { organizationId, email }: Appointment,
): Promise<void> {
  if (email === null) return;
  const hash = createHash("sha256").update(hashedAddress(organizationId, email)).digest("hex");
  await rowsIn(client, forget, [organizationId, hash]);
}
