import { z } from "zod";
import { environments, roles, scopes } from "../../core/mod.ts";
import { count, id, localDateTime, text } from "../openapi/wire_fields.ts";

/** Who is signed in (decisions 7). */
export const sessionSchema = z
  .object({
    user: z
      .object({
        id: id("The user's id", 3),
        email: text("E-mail address", "ada@example.org"),
        name: text("Name", "Ada Lovelace"),
        role: z.enum(roles).meta({ description: "What the user may do", examples: ["ADMIN"] }),
      })
      .meta({ description: "The user" }),
    organization: z
      .object({
        id: id("The organization's id", 1),
        name: text("Name of the organization", "Harbour Clinic"),
        timeZone: text("IANA zone that local times are local to", "Europe/Oslo"),
      })
      .meta({ description: "The user's organization" }),
  })
  .meta({ id: "StaffSession", description: "Who is signed in" });

const apiKeyFields = {
  id: id("The key's id", 12),
  name: text("Name of the key", "Website"),
  maskedKey: z.string().regex(/^mk_(live|test)_\*{4}[0-9A-Za-z]{4}$/).meta({
    description: "The key with its middle left out",
    examples: ["mk_live_****a1B2"],
  }),
  environment: z.enum(environments).meta({
    description: "What it books in",
    examples: ["LIVE"],
  }),
  scopes: z.array(z.enum(scopes)).min(1).meta({
    description: "What it may do",
    examples: [["READ_APPOINTMENTS"]],
  }),
  rateLimitPerHour: z.int().min(1).max(1_000_000).meta({
    description: "Requests an hour",
    examples: [1000],
  }),
  isActive: z.boolean().meta({ description: "False once it is revoked", examples: [true] }),
  createdAt: localDateTime("When it was made", "2026-02-27T09:12:44"),
  lastUsedAt: localDateTime("When it was used last, at most 5 s late", "2026-03-01T08:00:00")
    .nullable().meta({ description: "When it was used last, at most 5 s late; null before" }),
};

/** An API key (interface, "API key (staff view)"). */
export const apiKeySchema = z
  .object(apiKeyFields)
  .meta({ id: "ApiKey", description: "An API key; its plaintext is never shown again" });

/** Every key of the organization. */
export const apiKeyListSchema = z.array(apiKeySchema).meta({ description: "The keys, by id" });

/** A key that was just made, with its plaintext (decisions 6). */
export const newApiKeySchema = z
  .object({
    ...apiKeyFields,
    key: z.string().regex(/^mk_(live|test)_[0-9A-Za-z]{42}$/).meta({
      description: "The key itself, shown this once",
      examples: ["mk_live_3kTq9ZbW7uNaE4fZk0sQmT9xYc2LbW7uNaE0sQmT9x"],
    }),
  })
  .meta({ id: "NewApiKey", description: "An API key with its plaintext" });

function milliseconds(description: string) {
  return count(`${description}, in milliseconds`, 12);
}

function percentage(description: string) {
  return z.number().min(0).max(100).meta({ description, examples: [99.52] });
}

/** Statistics (interface, "Usage statistics"; decisions 7). */
export const usageStatisticsSchema = z
  .object({
    totalCalls: count("Calls, refused ones too", 1815),
    successRate: percentage("Percentage of answers below 400; 100 when there were none"),
    avgResponseTime: milliseconds("Average response time"),
    totalCreditsConsumed: count("Credits consumed", 420),
    topEndpoints: z
      .array(
        z.object({
          endpoint: text("Method and route", "POST /api/v1/appointments"),
          calls: count("Its calls", 420),
          percentage: percentage("Of all calls"),
        }),
      )
      .max(10)
      .meta({ description: "The routes that were called most" }),
    errorBreakdown: z.record(z.string().regex(/^[45]\d\d$/), z.int().min(1)).meta({
      description: "How often each status from 400 on was answered",
      examples: [{ "404": 3 }],
    }),
    timeSeriesData: z
      .array(
        z.object({
          timestamp: localDateTime("Start of the hour or of the day", "2026-03-01T08:00:00"),
          calls: count("Calls", 120),
          credits: count("Credits consumed", 40),
        }),
      )
      .meta({ description: "The period hour by hour up to 2 days, else day by day" }),
    p50: milliseconds("Half of the calls took at most this, within 5 %"),
    p95: milliseconds("95 % of the calls took at most this, within 5 %"),
    p99: milliseconds("99 % of the calls took at most this, within 5 %"),
  })
  .meta({ id: "UsageStatistics", description: "What was called in a period" });

const usageLogEntrySchema = z
  .object({
    id: id("The entry's id", 90_210),
    apiKeyName: text("Name of the key", "Website"),
    endpoint: text("The path as called, without the query", "/api/v1/appointments"),
    method: text("The HTTP method", "POST"),
    statusCode: z.int().min(100).max(599).meta({ description: "The answer", examples: [201] }),
    creditsConsumed: count("Credits consumed", 1),
    responseTimeMs: milliseconds("Response time"),
    timestamp: localDateTime("When the call arrived", "2026-03-01T08:00:00"),
    ipAddress: text("The caller's address", "203.0.113.7"),
    userAgent: text("The caller's User-Agent", "booking-client/2.1"),
  })
  .meta({ id: "UsageLogEntry", description: "One call with an API key" });

/** One page of the log (interface, "GET /api-usage/logs"). */
export const usageLogSchema = z
  .object({
    content: z.array(usageLogEntrySchema).meta({ description: "The calls of the page" }),
    totalElements: count("Calls on all pages", 1815),
    totalPages: count("Pages in all", 37),
    number: count("The page, from 0", 0),
    size: z.int().min(1).max(100).meta({ description: "Calls a page holds", examples: [50] }),
  })
  .meta({ id: "UsageLog", description: "One page of the log of API calls" });

/** The log as CSV. */
export const usageCsvSchema = z.string().meta({
  description: "RFC 4180 with a header row",
  examples: [
    "id,apiKeyName,endpoint,method,statusCode,creditsConsumed,responseTimeMs,timestamp,ipAddress,userAgent",
  ],
});
