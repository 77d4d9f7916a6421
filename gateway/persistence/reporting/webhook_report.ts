import type {
  DeliveryCountsRow,
  ReportingSource,
  RowKeys,
  TimedReportQuery,
  WebhookGroup,
} from "../../../core/ports.ts";
import { instantValue } from "../mapping/temporal_types.ts";
import { floatsFrom, groupedText, groupsIn, isIn, numberedValues } from "./grouped.ts";
import type { Reading } from "./reading.ts";
import { clockAt, groupsOfClock, isByTime } from "./time_expressions.ts";

interface CountRow {
  deliveries: string;
  delivered: string;
  failed: string;
  abandoned: string;
  pending: string;
  ended1: string;
  ended2: string;
  ended3: string;
  ended4: string;
  ended5: string;
  times: Uint8Array | null;
}

/** Counts deliveries. */
export function webhookReportReads(
  reading: Reading,
  organizationId: number,
): Pick<ReportingSource, "countDeliveries"> {
  return {
    countDeliveries: (query) =>
      groupsIn<CountRow, Omit<DeliveryCountsRow, keyof RowKeys>>(
        reading,
        statementOf(query, organizationId),
        countsOf,
      ),
  };
}

// The last attempt of a delivery has no next attempt. Its status is the status of the delivery.
const isLast = "next_retry_at is null";
const ended = `${isLast} and status <> 'PENDING'`;

// A delivery is tried for a day. Its last attempt is written when the attempt before it ends, so two days are enough.
const maxDeliveryTime = "interval '2 days'";

/**
 * Counts attempts by the time of the first attempt of their delivery. Later attempts are few, so only they are joined with
 * their first one. Response times are returned unsorted.
 */
function statementOf(
  { from, to, offsets, environment, groupBy }: TimedReportQuery<WebhookGroup>,
  organizationId: number,
) {
  const { values, valueOf } = numberedValues(organizationId, instantValue(from), instantValue(to));
  const within = isIn(environment, valueOf);
  const first = `organization_id = $1 and attempt = 1 and created_at >= $2::timestamptz
    and created_at < $3::timestamptz ${within}`;
  const clock = isByTime(groupBy) ? clockAt("first_at", offsets, valueOf) : "0";
  const columns = ["webhook_id", "event_type", "environment", "attempt", "status", "status_code"];
  columns.push("response_time_ms", "next_retry_at");
  const text = groupedText({
    groupBy,
    expressions: {
      ...groupsOfClock(clock),
      WEBHOOK: "webhook_id",
      EVENT_TYPE: "event_type",
      ENVIRONMENT: "environment",
    },
    sums: `count(*) filter (where attempt = 1) as deliveries,
      count(*) filter (where status = 'DELIVERED') as delivered,
      count(*) filter (where status = 'FAILED' and ${isLast}) as failed,
      count(*) filter (where status = 'ABANDONED') as abandoned,
      count(*) filter (where status = 'PENDING') as pending,
      ${[1, 2, 3, 4, 5].map(endedAfter).join(", ")},
      string_agg(float4send(response_time_ms::float4), ''::bytea)
        filter (where status_code is not null and response_time_ms is not null) as times`,
    from: `(
      select created_at as first_at, ${columns.join(", ")} from webhook_attempts where ${first}
      union all
      select f.created_at, ${columns.map((column) => `a.${column}`).join(", ")}
      from webhook_attempts a
      join (select delivery_id, created_at from webhook_attempts where ${first}) f
        using (delivery_id)
      where a.organization_id = $1 and a.attempt > 1 and a.created_at >= $2::timestamptz
        and a.created_at < $3::timestamptz + ${maxDeliveryTime}
    ) attempts`,
  });
  return { text, values };
}

function endedAfter(attempts: number): string {
  return `count(*) filter (where ${ended} and attempt = ${attempts}) as ended${attempts}`;
}

function countsOf({ times, ...row }: CountRow): Omit<DeliveryCountsRow, keyof RowKeys> {
  return {
    deliveries: Number(row.deliveries),
    delivered: Number(row.delivered),
    failed: Number(row.failed),
    abandoned: Number(row.abandoned),
    pending: Number(row.pending),
    endedByAttempts: [row.ended1, row.ended2, row.ended3, row.ended4, row.ended5].map(Number),
    responseTimesMs: floatsFrom(times),
  };
}
