import {
  BookingApiError,
  BookingConnectionError,
  BookingServerError,
} from "../../rest-adapter/client/mod.ts";
import { RepeatedBookingError } from "./book_once.ts";

/** What to do about a refusal, where the message of the service does not say it. */
const advice: Record<string, string> = {
  INVALID_API_KEY: "The operator must set BOOKING_API_KEY to a valid key.",
  INSUFFICIENT_SCOPE: "The key may not do this. The operator must use a key with the scope.",
  FORBIDDEN: "The operator must use a key that may be used from this machine.",
  INSUFFICIENT_CREDITS: "The organization must buy credits. Do not try again.",
  DEPARTMENT_NOT_FOUND: "Call list_departments for the valid ids.",
  APPOINTMENT_NOT_FOUND: "Call find_appointments for the valid ids.",
  CONFLICT: "Call get_appointment for its present state.",
};

interface Answer {
  content: { type: "text"; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: true;
  [more: string]: unknown;
}

/** Returns the answer of a tool: its result, or the refusal in words that help a model to continue. */
export async function answerOf(run: () => Promise<object>): Promise<Answer> {
  try {
    const result = await run();
    return {
      content: [{ type: "text", text: JSON.stringify(result) }],
      structuredContent: result as Record<string, unknown>,
    };
  } catch (error) {
    return { content: [{ type: "text", text: refusalText(error) }], isError: true };
  }
}

const outcomeUnknown = "Whether a change was made is not known: look before you try again.";

function refusalText(error: unknown): string {
  if (error instanceof RepeatedBookingError) return error.message;
  if (error instanceof BookingConnectionError) {
    return `The booking service does not answer. ${outcomeUnknown}`;
  }
  if (!(error instanceof BookingApiError)) throw error;
  const { code, message, details, retryAfterSeconds } = error;
  return [
    `${code}: ${message}`,
    ...details.map((one) => `${one.field}: ${one.message}`),
    ...(advice[code] ? [advice[code]] : []),
    ...(error instanceof BookingServerError ? [outcomeUnknown] : []),
    ...(retryAfterSeconds === null ? [] : [`Try again in ${retryAfterSeconds} seconds.`]),
  ].join("\n");
}
