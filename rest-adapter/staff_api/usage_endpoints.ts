import {
  exportUsageInput,
  listUsageInput,
  type UsageEntryView,
  usageStatisticsInput,
  usageStatisticsView,
} from "../../core/mod.ts";
import { documented } from "../wire/documented.ts";
import { readQuery } from "../query.ts";
import { csvAnswer } from "./csv_answer.ts";
import type { SignedInEndpoint } from "./endpoint.ts";
import { usageCsvSchema, usageLogSchema } from "./wire_schemas.ts";

const path = "/api/staff/api-usage";
const tag = "API usage";
const dateTimeOrDate = {
  type: "string",
  pattern: "^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}(:\\d{2}(\\.\\d+)?)?)?$",
};
/** The columns of the CSV, in the order of the fields of a log entry. */
const csvColumns = [
  "id",
  "apiKeyName",
  "endpoint",
  "method",
  "statusCode",
  "creditsConsumed",
  "responseTimeMs",
  "timestamp",
  "ipAddress",
  "userAgent",
] as const satisfies readonly (keyof UsageEntryView)[];

/** Leaves out what only the dashboard shows. */
function toWire({ requestId: _id, error: _error, ...entry }: UsageEntryView) {
  return entry;
}

/** Returns usage statistics (rest-adapter/README.md 8.5). */
export const usageStatisticsEndpoint: SignedInEndpoint = {
  method: "GET",
  path: `${path}/stats`,
  operationId: "getUsageStatistics",
  tag,
  summary: "Read usage statistics",
  description:
    "Sums up the calls of a period: `today`, `week` (the last 7 days with today), `month` (the last " +
    "30 days) or `custom`. Days are days of the organization. Points are hourly for up to 2 days, " +
    "otherwise daily.",
  useCase: "getUsageStatistics",
  request: {
    query: documented(usageStatisticsInput),
  },
  success: { status: 200, description: "The statistics", body: usageStatisticsView },
  refusals: ["VALIDATION_ERROR", "INVALID_DATE_FORMAT"],
  async handle({ application, caller, request }) {
    const query = readQuery(request, usageStatisticsInput);
    return { status: 200, body: await application.staff.getUsageStatistics(caller, query) };
  },
};

/** Lists the log of API calls (rest-adapter/README.md 8.5). */
export const usageLogEndpoint: SignedInEndpoint = {
  method: "GET",
  path: `${path}/logs`,
  operationId: "listUsageLog",
  tag,
  summary: "List API calls",
  description: "Returns one page of the calls with the organization's keys, newest first.",
  useCase: "listUsage",
  request: {
    query: documented(listUsageInput, { startDate: dateTimeOrDate, endDate: dateTimeOrDate }),
  },
  success: { status: 200, description: "One page of the log", body: usageLogSchema },
  refusals: ["VALIDATION_ERROR", "INVALID_DATE_FORMAT"],
  async handle({ application, caller, request }) {
    const query = readQuery(request, listUsageInput);
    const { items, totalElements, totalPages, page, size } = await application.staff
      .listUsage(caller, query);
    const content = items.map(toWire);
    const body = { content, totalElements, totalPages, number: page, size };
    return { status: 200, body };
  },
};

/** Exports the log of API calls as CSV (rest-adapter/README.md 8.5). */
export const exportUsageEndpoint: SignedInEndpoint = {
  method: "GET",
  path: `${path}/export/csv`,
  operationId: "exportUsageCsv",
  tag,
  summary: "Export API calls as CSV",
  description:
    "Streams the calls of at most 366 days as CSV (RFC 4180, UTF-8 with a byte order mark), newest first. A cell that a " +
    "spreadsheet would run as a formula starts with an extra apostrophe.",
  useCase: "exportUsage",
  request: {
    query: documented(exportUsageInput),
  },
  success: {
    status: 200,
    description: "The calls, after a header row",
    body: usageCsvSchema,
    contentType: "text/csv",
  },
  refusals: ["VALIDATION_ERROR", "INVALID_DATE_FORMAT"],
  async handle({ application, caller, request, breakOff }) {
    const query = readQuery(request, exportUsageInput);
    const { startDate, endDate, batches } = await application.staff.exportUsage(caller, query);
    const fileName = `api-usage_${startDate}_${endDate}`;
    return csvAnswer({ fileName, columns: csvColumns, batches, breakOff });
  },
};
