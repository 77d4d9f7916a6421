import { TRPCClientError } from "@trpc/client";

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
      message: "The service cannot be reached. Check your connection and try again.",
      details: [],
    };
  }
  const details = Array.isArray(data.details) ? data.details as ServiceError["details"] : [];
  return { code: data.appCode, message: (error as Error).message, details };
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
