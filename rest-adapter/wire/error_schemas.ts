import { z } from "zod";
import type { Code } from "../http/refusals.ts";

/** The meaning of each code, for callers. Codes that the REST API never returns are left out. */
export const conditionOfCode = {
  VALIDATION_ERROR: "the request is not valid; `details` names each invalid field",
  INVALID_DATE_FORMAT: "a date or date-time in the query is missing or malformed",
  MISSING_API_KEY: "the header X-API-Key is absent or empty",
  INVALID_API_KEY: "the API key is unknown, revoked or expired",
  INVALID_CREDENTIALS: "the e-mail or the password is wrong",
  UNAUTHENTICATED: "there is no valid session; sign in. An API key is not accepted here",
  INSUFFICIENT_CREDITS:
    "the balance has no credit, or the API key has spent its credits of the day; an appointment costs 1 credit",
  INSUFFICIENT_SCOPE: "the API key does not have the scope that the operation needs",
  FORBIDDEN:
    "the user's role does not allow this, the request comes from another site's page, the API key " +
    "may not be used from this address, or a LIVE key was used where only a TEST key may be",
  PASSWORD_CHANGE_REQUIRED: "the password is a one-time password; change it first",
  FACTOR_REQUIRED: "the password is right; send a code of the second factor, too",
  FACTOR_SETUP_REQUIRED:
    "the organization requires a second factor; add one in the dashboard first",
  STEP_UP_REQUIRED:
    "the last proof of the session is too old; sign in, or prove it in the dashboard",
  APPOINTMENT_NOT_FOUND: "no appointment has this id",
  DEPARTMENT_NOT_FOUND: "no department has this id",
  HOLD_NOT_FOUND: "no hold has this id: it has ended, or an appointment has its place",
  WAITLIST_ENTRY_NOT_FOUND: "no entry of the waiting list has this id",
  VISIT_NOT_FOUND: "no visit has this id",
  API_KEY_NOT_FOUND: "no API key has this id",
  WEBHOOK_NOT_FOUND: "no webhook has this id",
  WEBHOOK_LOG_NOT_FOUND: "no log entry has this id",
  NOT_FOUND: "no endpoint has this path",
  METHOD_NOT_ALLOWED: "the path does not allow this method; `Allow` lists the allowed methods",
  PAYLOAD_TOO_LARGE: "the body is larger than 64 KiB",
  CONFLICT: "the resource is in a state that does not allow this; read it again",
  HOLD_LIMIT_EXCEEDED:
    "the key or the department has too many holds; book or release one, or wait until one ends",
  WAITLIST_FULL: "the waiting list of the department is full; try again later",
  RATE_LIMIT_EXCEEDED: "a limit is used up; wait for the seconds in `Retry-After`",
  INTERNAL_ERROR: "the service failed; try again with exponential backoff",
  SERVICE_UNAVAILABLE: "the service is overloaded or its database is not available; try again " +
    "with exponential backoff",
} as const satisfies Partial<Record<Code, string>>;

/** Every code of the REST API. */
export type DocumentedCode = keyof typeof conditionOfCode;

const errorDetail = z
  .object({
    field: z.string().meta({
      description: "The invalid field, as it is named in the request; `body` means the whole body",
      examples: ["dateTime"],
    }),
    message: z.string().meta({
      description: "What is wrong with the field, in words for people",
      examples: ["Must be a local date-time such as 2026-03-05T14:30:00, without a zone"],
    }),
  })
  .meta({ id: "ErrorDetail", description: "One invalid field" });

/**
 * The body of every error. The code is any text, because version 1 may get more codes. The examples of an answer name
 * its codes.
 */
export const errorSchema = z
  .object({
    error: z
      .object({
        code: z.string().regex(/^[A-Z]+(_[A-Z]+)*$/).meta({
          description: "The error code, for programs",
          examples: ["VALIDATION_ERROR"],
        }),
        message: z.string().min(1).meta({
          description: "The error in words for people; the wording may change",
        }),
        details: z.array(errorDetail).min(1).optional().meta({
          description: "Every invalid field; present only with VALIDATION_ERROR",
        }),
      })
      .meta({ description: "The error" }),
  })
  .meta({ id: "Error", description: "The body of every error" });

const details = [{
  field: "dateTime",
  message: "Must be a local date-time such as 2026-03-05T14:30:00, without a zone",
}];

/** Makes an example of the body for each of these codes. Answers have no other codes than those of their examples. */
export function errorExamples(
  codes: readonly DocumentedCode[],
): Record<string, { value: z.output<typeof errorSchema> }> {
  return Object.fromEntries(codes.map((code) => {
    const condition = conditionOfCode[code].replaceAll("`", "");
    const message = condition[0]!.toUpperCase() + condition.slice(1);
    return [code, {
      value: { error: { code, message, ...(code === "VALIDATION_ERROR" && { details }) } },
    }];
  }));
}
