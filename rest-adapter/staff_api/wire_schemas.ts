import { z } from "zod";
import { apiKeyView, count, usageEntryView } from "../../core/mod.ts";

// The contract of the REST API has no version, and a key has the last three fields only if it is limited.
const { version: _, expiresAt, allowedNetworks, dailyCreditCap, ...fields } = apiKeyView.shape;
const apiKeyFields = {
  ...fields,
  expiresAt: expiresAt.unwrap().optional().meta({
    description: "Time of the end; absent if the key has none",
    examples: ["2027-03-01T23:59:59"],
  }),
  allowedNetworks: allowedNetworks.unwrap().optional().meta({
    description: "Networks from which the key may be used; absent for every address",
    examples: [["203.0.113.0/24"]],
  }),
  dailyCreditCap: dailyCreditCap.unwrap().optional().meta({
    description: "LIVE credits that the key may spend in a day; absent if it has no cap",
    examples: [200],
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

/** The fields that only the dashboard shows are left out. */
const usageLogEntrySchema = usageEntryView
  .omit({ requestId: true, error: true })
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
    "id,dateTime,name,phone,externalUserId,departmentName,workerName,status,createdAt,archivedAt,qrCode,email,locale,metadata,cancelReason",
  ],
});
