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
import { validationError } from "../errors.ts";
import { batchesInTurn, type HeavyWork, type HeavyWorkRequest, inTurn } from "../heavy_work.ts";
import { createInstantFormat } from "../local_date_time.ts";
import { say } from "../messages.ts";
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
import type { ReadUsageEntry, UsageFilter, UsageReports } from "./usage_reports.ts";
import { statisticsOf, type UsageStatistics } from "./usage_statistics.ts";
import type { Clock } from "../platform.ts";

/** The organization whose usage is read, and its zone. */
export interface UsageReader {
  organizationId: number;
  timeZone: string;
}

type WaitingReader = UsageReader & Pick<HeavyWorkRequest, "signal" | "requireStill">;

/** How many calls the period of a search for a request ID may have (core/usage/README.md 5). */
export const maxSearchedCalls = 500_000;

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
  requestId: textField(
    128,
    `Only calls with this \`X-Request-Id\`. The period may have at most ${maxSearchedCalls} calls`,
    "order-1815",
  ).optional(),
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

/** Returns the number of requests that a page of the log counts as: 20 if it reads every call of the period. */
export function weightOfUsageList(input: unknown): number {
  const { requestId } = (input ?? {}) as { requestId?: unknown };
  return typeof requestId === "string" ? 20 : 1;
}

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
  ports: { usageReports: UsageReports; heavyWork?: HeavyWork },
  caller: WaitingReader,
  query: unknown,
): Promise<Page<UsageEntryView>> {
  const { organizationId, timeZone } = caller;
  const { page, size, startDate, endDate, sort, ...filter } = parseInput(
    listUsageInput,
    query,
  );
  const found: UsageFilter = {
    from: startDate ? startOf(startDate, timeZone) : null,
    to: endDate ? endOf(endDate, timeZone) : null,
    ...filterOf(filter),
  };
  const read = () =>
    ports.usageReports.page(organizationId, found, {
      offset: Math.min(page * size, Number.MAX_SAFE_INTEGER),
      limit: size,
      direction: sort === "timestamp,asc" ? "asc" : "desc",
    });
  await requireSearchable(ports, organizationId, found);
  const { items, totalElements } = found.requestId === undefined
    ? await read()
    : await inTurn(ports, { kind: "desk", ...caller }, read);
  const views = items.map(createView(timeZone));
  return pageOf(views, { page, size }, totalElements);
}

/**
 * Returns the log entries of some days in batches, newest first (core/usage/README.md 5). Throws VALIDATION_ERROR or
 * INVALID_DATE_FORMAT. It reads no entry before the caller requests the first batch.
 */
export async function exportUsage(
  ports: { usageReports: UsageReports; heavyWork?: HeavyWork },
  caller: WaitingReader,
  query: unknown,
): Promise<{ startDate: string; endDate: string; batches: AsyncIterable<UsageEntryView[]> }> {
  const { startDate, endDate, ...filter } = parseInput(exportUsageInput, query);
  const bounds = boundsOf(daysFrom(startDate, endDate), caller.timeZone);
  const filtered = { ...bounds, ...filterOf(filter) };
  await requireSearchable(ports, caller.organizationId, filtered);
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
  { apiKeyId, endpoint, statusCode, onlyErrors, requestId }: z.output<z.ZodObject<typeof filters>>,
) {
  return {
    apiKeyId: apiKeyId ?? null,
    endpoint: endpoint ?? null,
    statusCode: statusCode ?? null,
    ...(onlyErrors && { onlyErrors }),
    ...(requestId !== undefined && { requestId }),
  };
}

/** Throws VALIDATION_ERROR if a search for a request ID would read too many calls. They are counted from sums. */
async function requireSearchable(
  { usageReports }: { usageReports: UsageReports },
  organizationId: number,
  { from, to, requestId }: UsageFilter,
): Promise<void> {
  if (requestId === undefined) return;
  const { totalElements: calls } = await usageReports.page(
    organizationId,
    { from, to, apiKeyId: null, endpoint: null, statusCode: null },
    { offset: 0, limit: 0, direction: "desc" },
  );
  if (calls <= maxSearchedCalls) return;
  const message = say("tooManyCalls", { calls, max: maxSearchedCalls });
  throw validationError({ field: "requestId", message });
}

function createView(timeZone: string): (entry: ReadUsageEntry) => UsageEntryView {
  const format = createInstantFormat(timeZone);
  return ({ timestampMs, ...entry }) => ({ ...entry, timestamp: format(timestampMs) });
}
