import type { PoolClient } from "pg";
import { rowsIn, type Statement } from "../database/statement.ts";

const replace: Statement<never> = {
  text: `
    update webhook_events e set body = erased.body
    from unnest($2::uuid[], $3::timestamptz[], $4::text[]) as erased (id, created_at, body)
    where e.organization_id = $1 and e.created_at = erased.created_at and e.id = erased.id`,
};

/** Replaces the bodies of events. Later attempts send the new ones. */
export async function replaceBodies(
  client: PoolClient,
  organizationId: number,
  events: readonly { id: string; createdAt: string; body: string }[],
  erased: (body: string) => string,
): Promise<void> {
  await rowsIn(client, replace, [
    organizationId,
    events.map((event) => event.id),
    events.map((event) => event.createdAt),
    events.map(({ body }) => erased(body)),
  ]);
}
