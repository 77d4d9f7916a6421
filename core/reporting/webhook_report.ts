import { mapAtPace, type Pace } from "../heavy_work.ts";
import { noKeys, type RowKeys, sortRows } from "./groups.ts";
import { takePercentile } from "./ranked.ts";
import { maxRows, parseReportInput, type ReportInput, tooManyRows } from "./report_input.ts";
import type { ReportingReader, ReportingSource } from "./reporting.ts";
import { instantsOf, zoneOffsets } from "./zone_offsets.ts";
import type { DeliveryCounts, DeliveryCountsRow, WebhookGroup } from "./report_queries.ts";

/** A row of the report of webhooks. */
export interface WebhookReportRow extends RowKeys, DeliveryCounts {
  /** The median of ended deliveries; null without any. */
  medianAttempts: number | null;
  /** The percentile of attempts with a response; null without any. */
  p95ResponseTimeMs: number | null;
}

/**
 * Counts the deliveries of a period by outcome (core/reporting/README.md 8). Throws VALIDATION_ERROR on `to` or
 * `groupBy`.
 */
export async function webhookReport(
  source: ReportingSource,
  { timeZone }: Pick<ReportingReader, "timeZone">,
  input: ReportInput<WebhookGroup>,
  pace: Pace,
): Promise<WebhookReportRow[]> {
  const { environment, groupBy, ...days } = parseReportInput(input);
  const period = instantsOf(days, timeZone);
  const offsets = zoneOffsets(timeZone, period);
  const query = { ...period, offsets, environment, groupBy };
  const { rows, total } = await source.countDeliveries(query);
  if (total > maxRows) throw tooManyRows(total);
  const counted = rows.length === 0 && groupBy.length === 0 ? [nothing()] : rows;
  return sortRows(await mapAtPace(counted, pace, rowOf), groupBy);
}

function rowOf({ endedByAttempts, responseTimesMs, ...row }: DeliveryCountsRow): WebhookReportRow {
  return {
    ...row,
    medianAttempts: medianOf(endedByAttempts),
    p95ResponseTimeMs: takePercentile(responseTimesMs, 95),
  };
}

function medianOf(endedByAttempts: readonly number[]): number | null {
  const ended = endedByAttempts.reduce((sum, count) => sum + count, 0);
  if (ended === 0) return null;
  const attemptsAt = (rank: number) => {
    let counted = 0;
    return 1 + endedByAttempts.findIndex((count) => (counted += count) > rank);
  };
  return (attemptsAt((ended - 1) >> 1) + attemptsAt(ended >> 1)) / 2;
}

function nothing(): DeliveryCountsRow {
  const counts = { deliveries: 0, delivered: 0, failed: 0, abandoned: 0, pending: 0 };
  return { ...noKeys, ...counts, endedByAttempts: [], responseTimesMs: new Float32Array() };
}
