import { Pool } from "pg";
import type { BookingScope, EventName } from "../../core/mod.ts";
import { writeEvents } from "../../gateway/persistence/webhooks/write_events.ts";
import type { TestService } from "./seeded.ts";
import { staffOf } from "./staff_callers.ts";
import { appointmentEvent } from "../../core/webhooks/new_event.ts";

/** For a process that is to open the secrets of webhooks that `openService` seals. */
export const secretsEnvironment = { SECRETS_KEY: Buffer.alloc(32).toString("base64") };

/** Makes a webhook, past every surface. */
export async function subscribe(
  { application }: TestService,
  { organizationId }: Pick<BookingScope, "organizationId">,
  { url, events = ["APPOINTMENT_CREATED"] }: { url: string; events?: EventName[] },
): Promise<{ webhookId: number; secret: string }> {
  const caller = staffOf(organizationId);
  const { id, secret } = await application.staff.createWebhook(caller, { url, events });
  return { webhookId: id, secret };
}

/**
 * Commits so many events for each webhook in one transaction, and then wakes the workers. Returns when that
 * was, in milliseconds since the epoch.
 */
export async function commitEvents(
  databaseUrl: string,
  scope: BookingScope,
  wanted: readonly { webhookId: number; count: number }[],
): Promise<number> {
  const pool = new Pool({ connectionString: databaseUrl, max: 1 });
  const client = await pool.connect();
  try {
    await client.query("begin");
    for (const { webhookId, count } of wanted) {
      const subscriptions = [{ webhookId, events: ["APPOINTMENT_CREATED" as const] }];
      const now = Temporal.Now.instant();
      const events = Array.from(
        { length: count },
        (_, i) => appointmentEvent("APPOINTMENT_CREATED", sample(i + 1), { subscriptions, now }),
      );
      await writeEvents(client, scope, events);
    }
    await client.query("commit");
    await client.query("notify webhook_events");
    return Date.now();
  } finally {
    client.release();
    await pool.end();
  }
}

function sample(id: number) {
  return {
    id,
    departmentId: 1,
    dateTime: Temporal.PlainDateTime.from("2038-03-01T10:00"),
    status: "SCHEDULED" as const,
    name: "Ada Lovelace",
    phone: "",
    qrCode: `QR${id}`,
  };
}
