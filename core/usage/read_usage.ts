import { z } from "zod";
import {
  booleanField,
  forms,
  idField,
  inSchema,
  parseInput,
  queriedBound,
  rawField,
  requiredOr,
  textField,
  wholeNumberField,
} from "../input.ts";
import { batchesInTurn, type HeavyWork } from "../heavy_work.ts";
import { createInstantFormat } from "../local_date_time.ts";
import { count, id, localDateTime, milliseconds, text } from "../view_fields.ts";
import { type Page, pageOf } from "../page.ts";
import {
  boundsOf,
  bucketsOf,
  daysFrom,
  endOf,
  lastDays,
  maxDaysApart,
  requiredDay,
  startedBy,
  startOf,
  type TimeBuckets,
} from "../calendar.ts";
import type { ReadUsageEntry, UsageReports } from "./usage_reports.ts";
import { statisticsOf, type UsageStatistics } from "./usage_statistics.ts";
import type { Clock } from "../platform.ts";

/** The organization whose usage is read, and its zone. */
export interface UsageReader {
  organizationId: number;
  timeZone: string;
}

/** One call as staff see it. The time is local to the organization. */
export const usageEntryView = z
  .object({
    id: id("Id of the log entry", 1),
    apiKeyName: text("Name of the key", "Website"),
    endpoint: text("Path as called, without the query", "/api/v1/appointments"),
    method: text("HTTP method", "POST"),
    statusCode: z.int().min(100).max(599).meta({
      description: "Status of the response",
      examples: [201],
    }),
    creditsConsumed: count("Credits consumed", 1),
    responseTimeMs: milliseconds("Response time"),
    timestamp: localDateTime("Time when the call arrived", "2026-03-01T08:00:00"),
    ipAddress: text("IP address of the caller", "203.0.113.7"),
    userAgent: text("`User-Agent` of the caller", "booking-client/2.1"),
    requestId: text("`X-Request-Id` of the call; null in old entries", "order-1815").nullable(),
    error: text("The code of the refusal; null if there was none", "VALIDATION_ERROR").nullable(),
  });
export type UsageEntryView = z.output<typeof usageEntryView>;

const periods = ["today", "week", "month", "custom"] as const;
const lengthInDays = { today: 1, week: 7, month: 30 };
const sorts = ["timestamp,desc", "timestamp,asc"] as const;

const filters = {
  apiKeyId: idField("Only calls with this key", 1).optional(),
  endpoint: textField(
    2048,
    "Only calls of this route (`GET /api/v1/appointments/{id}`) or of this path",
    "POST /api/v1/appointments",
  ).optional(),
  statusCode: wholeNumberField(100, 599, "Only calls that were answered with this status", 201)
    .optional(),
  onlyErrors: booleanField("Only calls answered with a status from 400").nullish().meta({
    description: "Whether to leave out calls answered with a status below 400",
    examples: [true],
  }),
};

/** The period of statistics. Only `custom` uses the dates, and it needs both. */
export const usageStatisticsInput = z.object({
  period: z.enum(periods, { error: inSchema("mustBe", { what: `one of ${periods.join(", ")}` }) })
    .default("today").meta({ description: "The period", examples: ["week"] }),
  startDate: rawField<string>().optional().meta({
    ...forms.date,
    description: "First day of a custom period, included",
    examples: ["2026-03-01"],
  }),
  endDate: rawField<string>().optional().meta({
    ...forms.date,
    description: "Last day of a custom period, included",
    examples: ["2026-03-31"],
  }),
});

const customPeriod = z.object({
  startDate: requiredDay.meta({
    ...forms.date,
    description: "First day, included",
    examples: ["2026-03-01"],
  }),
  endDate: requiredDay.meta({
    ...forms.date,
    description: "Last day, included",
    examples: ["2026-03-31"],
  }),
});

/** Filters, order and page of the log. */
export const listUsageInput = z.object({
  // A larger number is not exact, so the answer could not repeat it.
  page: wholeNumberField(0, Number.MAX_SAFE_INTEGER, "Page number, from 0", 0).default(0),
  size: wholeNumberField(1, Infinity, "Page size; a value above 100 counts as 100")
    .transform((size) => Math.min(size, 100))
    .default(50)
    .meta({ examples: [50] }),
  ...filters,
  startDate: queriedBound("00:00:00").optional().meta({
    ...forms.dateTimeOrDate,
    description: "Only calls at or after this local date-time; a date means its 00:00:00",
    examples: ["2026-03-01T00:00:00"],
  }),
  endDate: queriedBound("23:59:59").optional().meta({
    ...forms.dateTimeOrDate,
    description: "Only calls at or before this local date-time; a date means its 23:59:59",
    examples: ["2026-03-31T18:00:00"],
  }),
  sort: z
    .enum(sorts, { error: requiredOr("mustBe", { what: `one of ${sorts.join(" and ")}` }) })
    .default("timestamp,desc")
    .meta({
      description: "Order: `timestamp,desc` or `timestamp,asc`",
      examples: ["timestamp,asc"],
    }),
});

/** Returns the weight of an export against the staff user's limit: one request per day of the export. */
export function weightOfExport(query: unknown): number {
  const parsed = customPeriod.safeParse(query);
  if (!parsed.success) return 1;
  const { days } = parsed.data.startDate.until(parsed.data.endDate);
  return Math.min(Math.max(days, 0), maxDaysApart) + 1;
}

/** Days and filters of an export. */
export const exportUsageInput = z.object({ ...customPeriod.shape, ...filters });

/**
 * Returns the statistics of a period of days of the organization (core/usage/README.md 4). Throws VALIDATION_ERROR or
 * INVALID_DATE_FORMAT.
 */
export async function getUsageStatistics(
  { now, usageReports }: Clock & { usageReports: UsageReports },
  { organizationId, timeZone }: UsageReader,
  query: unknown,
): Promise<UsageStatistics> {
  const { period, ...dates } = parseInput(usageStatisticsInput, query);
  const buckets = period === "custom"
    ? bucketsOfCustom(dates, timeZone)
    : bucketsUpTo(now(), { days: lengthInDays[period], timeZone });
  return statisticsOf(buckets, await usageReports.sums(organizationId, buckets.bounds));
}

/** Lists one page of the log (core/usage/README.md 5). Throws VALIDATION_ERROR or INVALID_DATE_FORMAT. */
export async function listUsage(
  { usageReports }: { usageReports: UsageReports },
  { organizationId, timeZone }: UsageReader,
  query: unknown,
): Promise<Page<UsageEntryView>> {
  const { page, size, startDate, endDate, sort, ...filter } = parseInput(
    listUsageInput,
    query,
  );
  const { items, totalElements } = await usageReports.page(organizationId, {
    from: startDate ? startOf(startDate, timeZone) : null,
    to: endDate ? endOf(endDate, timeZone) : null,
    ...filterOf(filter),
  }, {
    offset: Math.min(page * size, Number.MAX_SAFE_INTEGER),
    limit: size,
    direction: sort === "timestamp,asc" ? "asc" : "desc",
  });
  const views = items.map(createView(timeZone));
  return pageOf(views, { page, size }, totalElements);
}

/**
 * Returns the log entries of some days in batches, newest first (core/usage/README.md 5). Throws VALIDATION_ERROR or
 * INVALID_DATE_FORMAT at once. It reads nothing before the caller requests the first batch.
 */
export function exportUsage(
  ports: { usageReports: UsageReports; heavyWork?: HeavyWork },
  caller: UsageReader & { signal?: AbortSignal },
  query: unknown,
): { startDate: string; endDate: string; batches: AsyncIterable<UsageEntryView[]> } {
  const { startDate, endDate, ...filter } = parseInput(exportUsageInput, query);
  const bounds = boundsOf(daysFrom(startDate, endDate), caller.timeZone);
  const filtered = { ...bounds, ...filterOf(filter) };
  return {
    startDate: startDate.toString(),
    endDate: endDate.toString(),
    batches: batchesInTurn(ports, caller, {
      batches: ports.usageReports.batches(caller.organizationId, filtered),
      toView: createView(caller.timeZone),
    }),
  };
}

function bucketsOfCustom(dates: unknown, timeZone: string): TimeBuckets {
  const { startDate, endDate } = parseInput(customPeriod, dates);
  return bucketsOf(daysFrom(startDate, endDate), timeZone);
}

function bucketsUpTo(
  now: Temporal.Instant,
  { days, timeZone }: { days: number; timeZone: string },
): TimeBuckets {
  return startedBy(now, bucketsOf(lastDays(days, now, timeZone), timeZone));
}

function filterOf(
  { apiKeyId, endpoint, statusCode, onlyErrors }: z.output<z.ZodObject<typeof filters>>,
) {
  return {
    apiKeyId: apiKeyId ?? null,
    endpoint: endpoint ?? null,
    statusCode: statusCode ?? null,
    ...(onlyErrors && { onlyErrors }),
  };
}

function createView(timeZone: string): (entry: ReadUsageEntry) => UsageEntryView {
  const format = createInstantFormat(timeZone);
  return ({ timestampMs, ...entry }) => ({ ...entry, timestamp: format(timestampMs) });
}
