import { instantsOf } from "../../../core/ports.ts";
import { instantValue } from "../mapping/temporal_types.ts";
import { isOfUrl } from "../webhooks/used_webhooks.ts";
import { floatsOf, isIn, type ReportStatement } from "./grouped.ts";
import { clockIn, groupsOfClock } from "./time_expressions.ts";

// The last attempt of a delivery has no next attempt. Its status is the status of the delivery.
const isLast = "next_retry_at is null";
const ended = `${isLast} and status <> 'PENDING'`;

// A delivery is tried for a day. Its last attempt is written when the attempt before it ends, so two days are enough.
const maxDeliveryTime = "interval '2 days'";

/**
 * Counts attempts by the time of the first attempt of their delivery. Later attempts are few, so only they are joined with
 * their first one. Response times are returned unsorted.
 */
export const webhookStatement: ReportStatement<"webhookReport"> = (query, valueOf) => {
  const period = instantsOf(query, query.timeZone);
  const [from, to] = [period.from, period.to].map((at) => valueOf(instantValue(at)));
  const first = `organization_id = $1 and attempt = 1 and created_at >= ${from}::timestamptz
    and created_at < ${to}::timestamptz ${isIn(query.environment, valueOf)} and ${isOfUrl}`;
  const columns = ["webhook_id", "event_type", "environment", "attempt", "status", "status_code"];
  columns.push("response_time_ms", "next_retry_at");
  return {
    keys: {
      ...groupsOfClock(clockIn("first_at", query, valueOf)),
      WEBHOOK: "webhook_id",
      EVENT_TYPE: "event_type",
      ENVIRONMENT: "environment",
    },
    sums: {
      deliveries: "count(*) filter (where attempt = 1)",
      delivered: "count(*) filter (where status = 'DELIVERED')",
      failed: `count(*) filter (where status = 'FAILED' and ${isLast})`,
      abandoned: "count(*) filter (where status = 'ABANDONED')",
      pending: "count(*) filter (where status = 'PENDING')",
      ended1: endedAfter(1),
      ended2: endedAfter(2),
      ended3: endedAfter(3),
      ended4: endedAfter(4),
      ended5: endedAfter(5),
    },
    times: {
      responseTimesMs: `${floatsOf("response_time_ms")}
        filter (where status_code is not null and response_time_ms is not null)`,
    },
    from: `(
      select created_at as first_at, ${columns.join(", ")} from webhook_attempts where ${first}
      union all
      select f.created_at, ${columns.map((column) => `a.${column}`).join(", ")}
      from webhook_attempts a
      join (select delivery_id, created_at from webhook_attempts where ${first}) f
        using (delivery_id)
      where a.organization_id = $1 and a.attempt > 1 and a.created_at >= ${from}::timestamptz
        and a.created_at < ${to}::timestamptz + ${maxDeliveryTime}
    ) attempts`,
  };
};

function endedAfter(attempts: number): string {
  return `count(*) filter (where ${ended} and attempt = ${attempts})`;
}
