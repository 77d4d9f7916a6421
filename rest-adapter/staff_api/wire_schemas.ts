import { z } from "zod";
import { environments, roles, scopes } from "../../core/mod.ts";
import { count, id, localDateTime, text } from "../wire/wire_fields.ts";

/** The session of a staff user (rest-adapter/README.md 8.1). */
export const sessionSchema = z
  .object({
    user: z
      .object({
        id: id("Id of the user", 3),
        email: text("E-mail address", "ada@example.org"),
        name: text("Name", "Ada Lovelace"),
        role: z.enum(roles).meta({ description: "Role of the user", examples: ["ADMIN"] }),
      })
      .meta({ description: "The user" }),
    organization: z
      .object({
        id: id("Id of the organization", 1),
        name: text("Name of the organization", "Demo City"),
        timeZone: text("IANA time zone of local times", "Europe/Berlin"),
      })
      .meta({ description: "The user's organization" }),
  })
  .meta({ id: "StaffSession", description: "The signed-in user and the organization" });

const apiKeyFields = {
  id: id("Id of the key", 1),
  name: text("Name of the key", "Website"),
  maskedKey: z.string().regex(/^mk_(live|test)_\*{4}[0-9A-Za-z]{4}$/).meta({
    description: "The key without its middle part",
    examples: ["mk_live_****a1B2"],
  }),
  environment: z.enum(environments).meta({
    description: "Environment of the key's appointments and credits",
    examples: ["LIVE"],
  }),
  scopes: z.array(z.enum(scopes)).min(1).meta({
    description: "Permissions of the key",
    examples: [["READ_APPOINTMENTS"]],
  }),
  rateLimitPerHour: z.int().min(1).max(1_000_000).meta({
    description: "Allowed requests per hour",
    examples: [1000],
  }),
  isActive: z.boolean().meta({ description: "False after the key is revoked", examples: [true] }),
  createdAt: localDateTime("Time of the creation", "2026-02-27T09:12:44"),
  lastUsedAt: localDateTime("Time of the last use, at most 5 s late", "2026-03-01T08:00:00")
    .nullable().meta({
      description: "Time of the last use, at most 5 s late; null before the first",
    }),
};

/** An API key (rest-adapter/README.md 8.3). */
export const apiKeySchema = z
  .object(apiKeyFields)
  .meta({ id: "ApiKey", description: "An API key without its plaintext" });

/** Every key of the organization. */
export const apiKeyListSchema = z.array(apiKeySchema).meta({
  description: "The keys, in the order of their ids",
});

/** A new key, with its plaintext. */
export const newApiKeySchema = z
  .object({
    ...apiKeyFields,
    key: z.string().regex(/^mk_(live|test)_[0-9A-Za-z]{42}$/).meta({
      description: "The plaintext key; only this response contains it",
      examples: ["mk_live_3kTq9ZbW7uNaE4fZk0sQmT9xYc2LbW7uNaE0sQmT9x"],
    }),
  })
  .meta({ id: "NewApiKey", description: "An API key with its plaintext" });

function milliseconds(description: string) {
  return count(`${description}, in milliseconds`, 12);
}

function percentage(description: string, example = 99.52) {
  return z.number().min(0).max(100).meta({ description, examples: [example] });
}

/** Usage statistics of a period (rest-adapter/README.md 8.5). */
export const usageStatisticsSchema = z
  .object({
    totalCalls: count("Number of calls, refused calls included", 1815),
    successRate: percentage("Percentage of responses below 400; 100 if there were no calls"),
    avgResponseTime: milliseconds("Average response time"),
    totalCreditsConsumed: count("Credits consumed", 420),
    topEndpoints: z
      .array(
        z.object({
          endpoint: text("Method and route template", "POST /api/v1/appointments"),
          calls: count("Number of calls", 420),
          percentage: percentage("Percentage of all calls", 23.14),
        }),
      )
      .max(10)
      .meta({ description: "The routes with the most calls" }),
    errorBreakdown: z.record(z.string().regex(/^[45]\d\d$/), z.int().min(1)).meta({
      description: "Number of responses by status, from 400",
      examples: [{ "404": 3 }],
    }),
    timeSeriesData: z
      .array(
        z.object({
          timestamp: localDateTime("Start of the hour or day", "2026-03-01T08:00:00"),
          calls: count("Number of calls", 120),
          credits: count("Credits consumed", 40),
        }),
      )
      .meta({ description: "One point per hour for up to 2 days, otherwise one point per day" }),
    p50: milliseconds("Median response time, at most 5 % high"),
    p95: milliseconds("95th percentile of the response time, at most 5 % high"),
    p99: milliseconds("99th percentile of the response time, at most 5 % high"),
  })
  .meta({ id: "UsageStatistics", description: "Usage statistics of a period" });

const usageLogEntrySchema = z
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
  })
  .meta({ id: "UsageLogEntry", description: "One call with an API key" });

/** One page of the log of API calls (rest-adapter/README.md 8.5). */
export const usageLogSchema = z
  .object({
    content: z.array(usageLogEntrySchema).meta({ description: "The calls of the page" }),
    totalElements: count("Calls on all pages", 1),
    totalPages: count("Number of pages", 1),
    number: count("Page number, from 0", 0),
    size: z.int().min(1).max(100).meta({ description: "Page size", examples: [50] }),
  })
  .meta({ id: "UsageLog", description: "One page of the log of API calls" });

/** The log as CSV. */
export const usageCsvSchema = z.string().meta({
  description: "CSV by RFC 4180, with a byte order mark and a header row",
  examples: [
    "id,apiKeyName,endpoint,method,statusCode,creditsConsumed,responseTimeMs,timestamp,ipAddress,userAgent",
  ],
});

/** The appointments as CSV. */
export const appointmentCsvSchema = z.string().meta({
  description: "CSV by RFC 4180, with a byte order mark and a header row",
  examples: [
    "id,dateTime,name,phone,externalUserId,departmentName,workerName,status,createdAt,archivedAt,qrCode",
  ],
});
