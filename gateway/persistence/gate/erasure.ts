import type { PoolClient } from "pg";
import {
  type Appointment,
  type AppointmentView,
  erasedAnswer,
  erasedBody,
} from "../../../core/mod.ts";
import { rowsIn, type Statement } from "../statement.ts";

// A remembered answer is written with its appointment and at the same instant, by which it is found.
const findAnswers: Statement<{ key: string; answer: AppointmentView }> = {
  text: `
    select key, answer from idempotency_keys
    where created_at = $3::timestamptz and organization_id = $1 and environment = $2
      and (answer ->> 'id')::bigint = $4::bigint`,
};

const replaceAnswer: Statement<never> = {
  text: `update idempotency_keys set answer = $4::json
    where organization_id = $1 and environment = $2 and key = $3`,
};

const findBodies: Statement<{ id: string; createdAt: string; body: string }> = {
  text: `select id, created_at as "createdAt", body from webhook_events
    where appointment_id = $2::bigint and organization_id = $1`,
};

const replaceBodies: Statement<never> = {
  text: `
    update webhook_events e set body = erased.body
    from unnest($2::uuid[], $3::timestamptz[], $4::text[]) as erased (id, created_at, body)
    where e.organization_id = $1 and e.created_at = erased.created_at and e.id = erased.id`,
};

/**
 * Erases a person wherever else an appointment left something of them: in the answer that is remembered under
 * an `Idempotency-Key`, and in the bodies of its events, of which attempts that are still to come send the new
 * ones. Usage and the audit hold nothing of the kind.
 */
export async function eraseElsewhere(
  client: PoolClient,
  { id, organizationId, environment, createdAt }: Appointment,
): Promise<void> {
  const scope = [organizationId, environment];
  const remembered = await rowsIn(client, findAnswers, [...scope, createdAt.toString(), id]);
  for (const { key, answer } of remembered) {
    await rowsIn(client, replaceAnswer, [...scope, key, JSON.stringify(erasedAnswer(answer))]);
  }
  const events = await rowsIn(client, findBodies, [organizationId, id]);
  await rowsIn(client, replaceBodies, [
    organizationId,
    events.map((event) => event.id),
    events.map((event) => event.createdAt),
    events.map(({ body }) => erasedBody(body)),
  ]);
}
