import type { Pool } from "pg";
import {
  type Delivery,
  type DeliveryLog,
  type Environment,
  type LoggedAttempt,
  sentBody,
} from "../../../core/ports.ts";
import { Lanes } from "../database/lane.ts";
import { orUnavailable } from "../database/faults.ts";
import { instantFromDatabase } from "../mapping/temporal_types.ts";
import { readPage } from "../database/page.ts";
import { rowsOf, type Statement } from "../database/statement.ts";
import { loggedColumns, loggedFromRow, type LoggedRow } from "./logged_row.ts";
import type { QueueClocks } from "./queue_clocks.ts";
import { retryDelivery, retryFailedSince } from "./retry.ts";
import { startTest } from "./start_test.ts";
import { pageOfEvents } from "./webhook_events.ts";

const sortColumns = { createdAt: ["created_at", "id"], id: ["id"] } as const;

interface DeliveryRow extends LoggedRow {
  body: string;
  includeContact: boolean;
  environment: Environment;
  dueAt: string;
  attemptedAt: string | null;
  responseHeaders: Record<string, string> | null;
}

const findDelivery: Statement<DeliveryRow> = {
  text: `
    select ${loggedColumns}, e.body, h.include_contact as "includeContact", e.environment, a.due_at as "dueAt", a.attempted_at as "attemptedAt",
      a.response_headers as "responseHeaders"
    from webhook_attempts requested
    join webhook_attempts a on a.organization_id = requested.organization_id
      and a.event_id = requested.event_id and a.webhook_id = requested.webhook_id
    join webhook_events e on e.organization_id = a.organization_id
      and e.created_at = a.event_created_at and e.id = a.event_id
    join webhooks h on h.organization_id = a.organization_id and h.id = a.webhook_id
    where requested.organization_id = $2 and requested.id = $1::bigint and h.channel = 'HTTP'
    order by a.id`,
};

/** Implements core's `DeliveryLog` in Postgres. */
export function createDeliveryLog(
  tools: { pool: Pool; now(): Temporal.Instant; clocks: QueueClocks; onEvents(): void },
): DeliveryLog {
  const { pool } = tools;
  // Retries lock their webhook. Without turns, many retries of one webhook would wait for it on all connections.
  const lanes = new Lanes();
  const inTurn = <T>(organizationId: number, job: () => Promise<T>) =>
    lanes.run(String(organizationId), () => orUnavailable(job));
  return {
    page({ organizationId, id }, { page, size, status, sort }) {
      const values: unknown[] = [organizationId, id];
      const where = `a.organization_id = $1 and a.webhook_id = $2::bigint${
        status === null ? "" : ` and a.status = $${values.push(status)}`
      }`;
      const order = sortColumns[sort.field].map((column) => `${column} ${sort.direction}`).join(
        ", ",
      );
      const offset = Math.min(page * size, Number.MAX_SAFE_INTEGER);
      const from = `from webhook_attempts a where ${where}`;
      return readPage<LoggedRow, LoggedAttempt>((statement) => rowsOf(pool, statement, values), {
        total: `(select count(*) ${from})`,
        rows: `select ${loggedColumns}, a.created_at ${from}
          order by ${order} limit ${size} offset ${offset}`,
        orderBy: order,
      }, loggedFromRow);
    },
    async find(organizationId, attemptId): Promise<Delivery | undefined> {
      const rows = await rowsOf(pool, findDelivery, [attemptId, organizationId]);
      if (rows.length === 0) return undefined;
      const { environment } = rows[0]!;
      const body = sentBody(rows[0]!);
      const attempts = rows.map((row) =>
        Object.assign(loggedFromRow(row), {
          dueAt: instantFromDatabase(row.dueAt),
          attemptedAt: row.attemptedAt === null ? null : instantFromDatabase(row.attemptedAt),
          responseHeaders: row.responseHeaders,
        })
      );
      return { body, environment, attempts };
    },
    events: (webhook, query) => orUnavailable(() => pageOfEvents(pool, webhook, query)),
    retry: (organizationId, attemptId, audit) =>
      inTurn(organizationId, () => retryDelivery(tools, { organizationId, attemptId }, audit)),
    retryFailedSince: (webhook, since, audit) =>
      inTurn(
        webhook.organizationId,
        () => retryFailedSince(tools, webhook, { since, audit }),
      ),
    startTest: (webhook, event, audit) =>
      orUnavailable(() => startTest(tools, webhook, { event, audit })),
  };
}
