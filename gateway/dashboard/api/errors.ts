import { TRPCClientError } from "@trpc/client";
import type { AppRouter } from "../../trpc/mod.ts";
import { serviceText } from "./service_text.ts";
import { language } from "../messages/language.ts";
import { t } from "./texts.ts";

/** An error in the form that the pages show. */
export interface ServiceError {
  /** The code of the service (`CONFLICT`), or one of ours: UNREACHABLE, OFFLINE, STOPPED, ALREADY_DONE. */
  code: string;
  message: string;
  /** The invalid fields; empty for most codes. */
  details: readonly { field: string; message: string }[];
}

type ErrorData = NonNullable<TRPCClientError<AppRouter>["data"]>;

/** Thrown without a request: the browser has no network, so surely nothing was saved. */
export class OfflineError extends Error {}

/** Thrown when a read fails because the browser has no network. */
export class DisconnectedError extends Error {}

/** Thrown when a dialog was closed before the answer to its change. */
export class StoppedError extends Error {}

/** Thrown when a change got no answer: it may have been saved. The same change can be sent again safely. */
export class NoAnswerError extends Error {}

/** Converts any thrown value. */
export function serviceErrorOf(error: unknown): ServiceError {
  if (error instanceof OfflineError) return own("OFFLINE", t("offline"));
  if (error instanceof StoppedError) return own("STOPPED", t("stopped"));
  if (error instanceof NoAnswerError) return own("UNREACHABLE", t("noAnswer"));
  const data = dataOf(error);
  if (!data) {
    const isDisconnected = (error as Error | null)?.cause instanceof DisconnectedError;
    return own("UNREACHABLE", t(isDisconnected ? "notConnected" : "unreachable"));
  }
  const { details = [] } = data;
  const done = alreadyDoneText(data.alreadyDone, details);
  if (done !== undefined) return own("ALREADY_DONE", done);
  return {
    code: data.appCode,
    message: messageOf(data, (error as Error).message),
    details: details.map(({ field, message, reason }) => ({
      field,
      message: serviceText(reason) ?? message,
    })),
  };
}

/** Returns what the service answered; undefined if the error is another one, such as of a proxy. */
function dataOf(error: unknown): ErrorData | undefined {
  if (!(error instanceof TRPCClientError)) return undefined;
  const { data } = error as TRPCClientError<AppRouter>;
  return data?.appCode === undefined ? undefined : data;
}

/**
 * Returns a text if an earlier attempt of a change succeeded but its answer was lost. The answer cannot be repeated: it
 * contained a secret, or the input has changed.
 */
function alreadyDoneText(
  reason: ErrorData["alreadyDone"],
  details: NonNullable<ErrorData["details"]>,
): string | undefined {
  if (reason === "secret") return t("doneSecret");
  if (reason === "running") return t("doneRunning");
  return details.some(({ field }) => field === "Idempotency-Key") ? t("doneOther") : undefined;
}

/**
 * Returns the text for an error of the service: of what it says, or else of its code. Messages that have neither stay as
 * they are, in English.
 */
function messageOf({ appCode, reason }: ErrorData, message: string): string {
  const text = serviceText(reason);
  if (text !== undefined) return text;
  switch (appCode) {
    case "VALIDATION_ERROR":
    case "INVALID_DATE_FORMAT":
      return t("code.INVALID");
    case "FORBIDDEN":
    case "CONFLICT":
    case "RATE_LIMIT_EXCEEDED":
    case "INTERNAL_ERROR":
      // In English, the message of the service says more.
      return language === "en" ? message : t(`code.${appCode}`);
    case "SERVICE_UNAVAILABLE":
    case "QUERY_TIMEOUT":
      return t("code.UNAVAILABLE");
    default:
      return appCode.endsWith("_NOT_FOUND") ? t("code.NOT_FOUND") : message;
  }
}

function own(code: string, message: string): ServiceError {
  return { code, message, details: [] };
}

/** Returns whether a change may have been done although it failed: it got no answer, or the service had a fault. */
export function isUnanswered(error: unknown): boolean {
  return Boolean(error) && (error instanceof NoAnswerError ||
    ["SERVICE_UNAVAILABLE", "INTERNAL_ERROR"].includes(serviceErrorOf(error).code));
}

/** Returns whether a change failed for the network alone, so that the same change can be tried again. */
export function isWorthTryingAgain(error: unknown): boolean {
  return error instanceof NoAnswerError || error instanceof OfflineError;
}

/** Returns whether an earlier try of the change was carried out. To send it again would do it twice. */
export function isAlreadyDone(error: unknown): boolean {
  return Boolean(error) && hasErrorCode(error, "ALREADY_DONE");
}

/** Returns whether an error has this code. */
export function hasErrorCode(error: unknown, code: string): boolean {
  return serviceErrorOf(error).code === code;
}

/** Returns whether the service refused with this message. */
export function isSaid(error: unknown, key: NonNullable<ErrorData["reason"]>["key"]): boolean {
  return dataOf(error)?.reason?.key === key;
}

/** Returns whether a change was refused for the present state of an appointment. */
export function isStateConflict(error: unknown): boolean {
  return dataOf(error)?.conflict !== undefined;
}

/** The codes of errors that the user cannot correct. An answer of a proxy for a service that is away is UNREACHABLE. */
const codesForOperator = new Set([
  "FORBIDDEN",
  "INTERNAL_ERROR",
  "QUERY_TIMEOUT",
  "SERVICE_UNAVAILABLE",
  "UNREACHABLE",
]);

/** Returns the `X-Request-Id` of an error that the user cannot correct; undefined if it is another one, or has none. */
export function referenceOf(error: unknown): string | undefined {
  if (!codesForOperator.has(serviceErrorOf(error).code)) return undefined;
  const answered = error instanceof NoAnswerError ? error.cause : error;
  const response = answered instanceof TRPCClientError ? answered.meta?.["response"] : undefined;
  return (response as Response | undefined)?.headers.get("X-Request-Id") ?? undefined;
}

/** Returns one sentence for a place with little room: the message of the first invalid field, if there is one. */
export function shortMessageOf(error: unknown): string {
  const { message, details } = serviceErrorOf(error);
  return details[0]?.message ?? message;
}
