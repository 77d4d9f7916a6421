import { TRPCClientError } from "@trpc/client";

/** A refusal of the service, as the pages speak of it. */
export interface Refusal {
  /** The service's own code (`CONFLICT`), or UNREACHABLE where no answer came. */
  code: string;
  message: string;
  /** The fields at fault; empty for most codes. */
  details: readonly { field: string; message: string }[];
}

interface ErrorData {
  appCode?: unknown;
  details?: unknown;
}

/** What went wrong, in words for people. */
export function refusalOf(error: unknown): Refusal {
  const data: ErrorData | undefined = error instanceof TRPCClientError ? error.data : undefined;
  if (typeof data?.appCode !== "string") {
    return {
      code: "UNREACHABLE",
      message: "The service cannot be reached. Check the connection; nothing was lost.",
      details: [],
    };
  }
  const details = Array.isArray(data.details) ? data.details as Refusal["details"] : [];
  return { code: data.appCode, message: (error as Error).message, details };
}

/** Whether an error has this code of the service. */
export function isRefusal(error: unknown, code: string): boolean {
  return refusalOf(error).code === code;
}

/** One sentence for a place that has room for no more: the first field's fault where there is one. */
export function sentenceOf(error: unknown): string {
  const { message, details } = refusalOf(error);
  return details[0]?.message ?? message;
}
