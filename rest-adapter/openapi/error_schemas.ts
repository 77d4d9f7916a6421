import { z } from "zod";
import type { Code } from "../refusals.ts";

/** When each code is given, for callers; the codes that REST never gives are left out. */
export const conditionOfCode = {
  VALIDATION_ERROR: "the request is not valid; `details` names each field at fault",
  INVALID_DATE_FORMAT: "a date or date-time of the query is missing or malformed",
  MISSING_API_KEY: "the header X-API-Key is absent or empty",
  INVALID_API_KEY: "the API key is unknown or revoked",
  INVALID_CREDENTIALS: "the e-mail or the password is wrong",
  UNAUTHENTICATED: "there is no session, or it has ended; sign in. An API key is none",
  INSUFFICIENT_CREDITS: "the balance holds fewer credits than the 1 needed",
  INSUFFICIENT_SCOPE: "the API key lacks the scope",
  FORBIDDEN: "the user's role does not suffice, or the request comes from another site's page",
  PASSWORD_CHANGE_REQUIRED: "the password is a one-time one and must be changed first",
  APPOINTMENT_NOT_FOUND: "there is no appointment with this id",
  DEPARTMENT_NOT_FOUND: "there is no department with this id",
  API_KEY_NOT_FOUND: "there is no API key with this id",
  WEBHOOK_NOT_FOUND: "there is no webhook with this id",
  WEBHOOK_LOG_NOT_FOUND: "there is no log entry with this id",
  NOT_FOUND: "there is nothing at this path",
  METHOD_NOT_ALLOWED: "the path takes other methods, which `Allow` lists",
  PAYLOAD_TOO_LARGE: "the body is larger than 64 KiB",
  CONFLICT: "something else happened before, so that this is no longer possible",
  RATE_LIMIT_EXCEEDED: "a limit is used up; wait for as long as Retry-After says",
  INTERNAL_ERROR: "something went wrong in the service; try again with exponential backoff",
  SERVICE_UNAVAILABLE: "the service is overloaded or its database away; try again with " +
    "exponential backoff",
} as const satisfies Partial<Record<Code, string>>;

/** Every code of REST. */
export type DocumentedCode = keyof typeof conditionOfCode;

// Strict, here and below: the component `Error` is rendered for both directions, and must be the same in both.
const errorDetail = z
  .strictObject({
    field: z.string().meta({
      description: "The field at fault, as the request names it; `body` for the body as a whole",
      examples: ["dateTime"],
    }),
    message: z.string().meta({
      description: "What is wrong with it, for people to read",
      examples: ["Must be a local date-time such as 2026-03-05T14:30:00, without a zone"],
    }),
  })
  .meta({ id: "ErrorDetail", description: "One field at fault" });

/** The envelope of the given codes (interface, "Errors"): `details` stands on VALIDATION_ERROR alone. */
export function errorSchema(codes: readonly DocumentedCode[]): z.ZodType {
  const others = codes.filter((code) => code !== "VALIDATION_ERROR");
  if (others.length === codes.length) return envelope(others);
  const details = z.array(errorDetail).min(1).meta({ description: "Every field at fault" });
  const validation = envelope(["VALIDATION_ERROR"], { details });
  return others.length === 0 ? validation : z.union([validation, envelope(others)]);
}

/** The envelope of any error, as a component. */
export const anyErrorSchema = errorSchema(Object.keys(conditionOfCode) as DocumentedCode[]).meta({
  id: "Error",
  description: "The envelope of every error",
});

function envelope(codes: readonly DocumentedCode[], more: z.ZodRawShape = {}) {
  return z.strictObject({
    error: z
      .strictObject({
        code: z.enum(codes).meta({ description: "What happened, for programs to read" }),
        message: z.string().min(1).meta({
          description: "What happened, for people to read; its wording may change",
        }),
        ...more,
      })
      .meta({ description: "The error" }),
  });
}
