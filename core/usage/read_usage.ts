import { z } from "zod";
import {
  idField,
  judgedField,
  parseInput,
  queriedBound,
  requiredOr,
  textField,
  wholeNumberField,
} from "../input.ts";
import { inTurn } from "../heavy_work.ts";
import { createInstantFormat } from "../local_date_time.ts";
import { type Page, pageOf } from "../page.ts";
import type { Ports } from "../ports.ts";
import {
  begunBy,
  boundsOf,
  daysFrom,
  endOf,
  lastDays,
  maxDaysApart,
  requiredDay,
  startOf,
  type Stretches,
  stretchesOf,
} from "./usage_days.ts";
import type { ReadUsageEntry } from "./usage_reports.ts";
import { statisticsOf, type UsageStatistics } from "./usage_statistics.ts";

/** Whose usage is read. */
export interface UsageReader {
  organizationId: number;
  timeZone: string;
}

/** An entry of the log as it is answered (interface, "Usage log entry"). */
export interface UsageEntryView extends Omit<ReadUsageEntry, "timestampMs"> {
  timestamp: string;
}

const periods = ["today", "week", "month", "custom"] as const;
const lengthInDays = { today: 1, week: 7, month: 30 };
const sorts = ["timestamp,desc", "timestamp,asc"] as const;

const filters = {
  apiKeyId: idField("Only calls with this key").optional(),
  endpoint: textField(2048, "Only calls of this route template or path").optional(),
  statusCode: wholeNumberField(100, 599, "Only calls answered with this status").optional(),
};

/** The period of statistics; the dates count for `custom` alone, which needs both (decisions 7). */
export const usageStatisticsInput = z.object({
  period: z.enum(periods, { error: `Must be one of ${periods.join(", ")}` }).default("today"),
  startDate: judgedField<string>().optional(),
  endDate: judgedField<string>().optional(),
});

const customPeriod = z.object({ startDate: requiredDay, endDate: requiredDay });

/** Filters, order and page of the log (interface, "GET /api-usage/logs"; decisions 7). */
export const listUsageInput = z.object({
  // Beyond this a page could not be echoed as it was asked.
  page: wholeNumberField(0, Number.MAX_SAFE_INTEGER, "Page, from 0").default(0),
  size: wholeNumberField(1, Infinity, "Items a page; above 100 counts as 100")
    .transform((size) => Math.min(size, 100))
    .default(50),
  ...filters,
  startDate: queriedBound("00:00:00").optional(),
  endDate: queriedBound("23:59:59").optional(),
  sort: z
    .enum(sorts, { error: requiredOr(`Must be one of ${sorts.join(" and ")}`) })
    .default("timestamp,desc"),
});

/** What an export counts as against the limit on a staff user's requests: one for each of its days. */
export function weightOfExport(query: unknown): number {
  const parsed = customPeriod.safeParse(query);
  if (!parsed.success) return 1;
  const { days } = parsed.data.startDate.until(parsed.data.endDate);
  return Math.min(Math.max(days, 0), maxDaysApart) + 1;
}

/** Days and filters of an export (interface, "GET /api-usage/export/csv"). */
export const exportUsageInput = z.object({ ...customPeriod.shape, ...filters });

/**
 * Statistics of a period in the organization's days (interface, "GET /api-usage/stats"). Throws
 * VALIDATION_ERROR or INVALID_DATE_FORMAT.
 */
export async function readUsageStatistics(
  { now, usageReports }: Pick<Ports, "now" | "usageReports">,
  { organizationId, timeZone }: UsageReader,
  query: unknown,
): Promise<UsageStatistics> {
  const { period, ...dates } = parseInput(usageStatisticsInput, query);
  const stretches = period === "custom"
    ? stretchesOfCustom(dates, timeZone)
    : stretchesUpTo(now(), { days: lengthInDays[period], timeZone });
  return statisticsOf(stretches, await usageReports.sums(organizationId, stretches.bounds));
}

/**
 * One page of the log (interface, "GET /api-usage/logs"). Throws VALIDATION_ERROR or INVALID_DATE_FORMAT.
 */
export async function listUsage(
  { usageReports }: Pick<Ports, "usageReports">,
  { organizationId, timeZone }: UsageReader,
  query: unknown,
): Promise<Page<UsageEntryView>> {
  const { page, size, startDate, endDate, sort, ...filter } = parseInput(listUsageInput, query);
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
 * The entries of some days in pieces, newest first (interface, "GET /api-usage/export/csv"). Throws
 * VALIDATION_ERROR or INVALID_DATE_FORMAT at once; nothing is read before the first piece is asked for.
 */
export function exportUsage(
  ports: Pick<Ports, "usageReports" | "heavyWork">,
  { organizationId, timeZone, signal }: UsageReader & { signal?: AbortSignal },
  query: unknown,
): { startDate: string; endDate: string; pieces: AsyncIterable<UsageEntryView[]> } {
  const { startDate, endDate, ...filter } = parseInput(exportUsageInput, query);
  const bounds = boundsOf(daysFrom(startDate, endDate), timeZone);
  const filtered = { ...bounds, ...filterOf(filter) };
  const pieces = ports.usageReports.pieces(organizationId, filtered);
  // Each piece waits for its turn, and however long: an export that is being sent must not break off.
  const work = { kind: "desk" as const, organizationId, signal, isPatient: true };
  return {
    startDate: startDate.toString(),
    endDate: endDate.toString(),
    pieces: viewPieces(pieces, { timeZone, next: (read) => inTurn(ports, work, read) }),
  };
}

function stretchesOfCustom(dates: unknown, timeZone: string): Stretches {
  const { startDate, endDate } = parseInput(customPeriod, dates);
  return stretchesOf(daysFrom(startDate, endDate), timeZone);
}

function stretchesUpTo(
  now: Temporal.Instant,
  { days, timeZone }: { days: number; timeZone: string },
): Stretches {
  return begunBy(now, stretchesOf(lastDays(days, now, timeZone), timeZone));
}

function filterOf(
  { apiKeyId, endpoint, statusCode }: z.output<z.ZodObject<typeof filters>>,
) {
  return {
    apiKeyId: apiKeyId ?? null,
    endpoint: endpoint ?? null,
    statusCode: statusCode ?? null,
  };
}

type Next = IteratorResult<ReadUsageEntry[]>;

async function* viewPieces(
  pieces: AsyncIterable<ReadUsageEntry[]>,
  { timeZone, next }: { timeZone: string; next(read: () => Promise<Next>): Promise<Next> },
) {
  const view = createView(timeZone);
  const reading = pieces[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { done, value } = await next(() => reading.next());
      if (done) return;
      yield value.map(view);
    }
  } finally {
    await reading.return?.();
  }
}

function createView(timeZone: string): (entry: ReadUsageEntry) => UsageEntryView {
  const format = createInstantFormat(timeZone);
  return ({ timestampMs, ...entry }) => ({ ...entry, timestamp: format(timestampMs) });
}
