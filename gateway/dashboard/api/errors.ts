import { TRPCClientError } from "@trpc/client";
import { translateServiceMessage } from "../messages/service_messages.ts";
import { language } from "../messages/language.ts";
import { texts } from "../messages/texts.ts";

const t = texts("errors");

/** An error in the form that the pages show. */
export interface ServiceError {
  /** The code of the service (`CONFLICT`), or UNREACHABLE if no answer came. */
  code: string;
  message: string;
  /** The invalid fields; empty for most codes. */
  details: readonly { field: string; message: string }[];
}

interface ErrorData {
  appCode?: unknown;
  details?: unknown;
}

/** Converts any thrown value. */
export function serviceErrorOf(error: unknown): ServiceError {
  const data: ErrorData | undefined = error instanceof TRPCClientError ? error.data : undefined;
  if (typeof data?.appCode !== "string") {
    return {
      code: "UNREACHABLE",
      message: t("unreachable"),
      details: [],
    };
  }
  const details = Array.isArray(data.details) ? data.details as ServiceError["details"] : [];
  return {
    code: data.appCode,
    message: messageOf(data.appCode, (error as Error).message),
    details: details.map(({ field, message }) => ({
      field,
      message: translateServiceMessage(message) ?? message,
    })),
  };
}

/**
 * Returns the text for a message of the service: the translation of the message, or else of its code. Unknown messages
 * stay as they are, in English.
 */
function messageOf(code: string, message: string): string {
  const translated = translateServiceMessage(message);
  if (translated !== undefined) return translated;
  switch (code) {
    case "VALIDATION_ERROR":
    case "INVALID_DATE_FORMAT":
      return t("code.INVALID");
    case "FORBIDDEN":
    case "CONFLICT":
    case "RATE_LIMIT_EXCEEDED":
    case "INTERNAL_ERROR":
      // In English, the message of the service says more.
      return language === "en" ? message : t(`code.${code}`);
    case "SERVICE_UNAVAILABLE":
    case "QUERY_TIMEOUT":
      return t("code.UNAVAILABLE");
    default:
      return code.endsWith("_NOT_FOUND") ? t("code.NOT_FOUND") : message;
  }
}

/** Returns whether an error has this code. */
export function hasErrorCode(error: unknown, code: string): boolean {
  return serviceErrorOf(error).code === code;
}

/** Returns one sentence for a place with little room: the message of the first invalid field, if there is one. */
export function shortMessageOf(error: unknown): string {
  const { message, details } = serviceErrorOf(error);
  return details[0]?.message ?? message;
}
