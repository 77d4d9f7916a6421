import { z } from "zod";
import { type DomainError, validationError } from "../errors.ts";
import { localDateTimeField, textField } from "../input.ts";
import { formatLocalDateTime } from "../local_date_time.ts";
import { say } from "../messages.ts";
import { appointmentStatuses, type ReadAppointment } from "./appointment.ts";
import type { AppointmentQuery, ListPosition } from "./appointments.ts";

/** A place in a list of appointments, and what the pages before it have found. */
export interface ListCursor {
  /** Identifies the reader, the filters and the order. */
  list: string;
  /** The number of pages before it. */
  page: number;
  /** The total when the reading began. */
  total: number;
  position: ListPosition;
}

type SortField = AppointmentQuery["sort"]["field"];

/** The values that an order has besides the id. */
const positionFields = {
  id: [],
  createdAt: [],
  dateTime: ["dateTime"],
  name: ["dateTime", "name"],
  status: ["dateTime", "status"],
} as const satisfies Record<SortField, (keyof ListPosition)[]>;

const cursorForm = z.strictObject({
  list: z.string(),
  page: z.int().min(1),
  total: z.int().min(0),
  id: z.int().min(1),
  dateTime: localDateTimeField.optional(),
  name: textField(255, "").optional(),
  status: z.enum(appointmentStatuses).optional(),
});

/** Returns the position of an appointment in an order. */
export function positionOf(appointment: ReadAppointment, field: SortField): ListPosition {
  const values = positionFields[field].map((name) => [name, appointment[name]]);
  return { id: appointment.id, ...Object.fromEntries(values) };
}

/** Returns the text of a cursor. Callers repeat it and must not read it. */
export function formatListCursor({ position, ...rest }: ListCursor): string {
  const { dateTime, ...values } = position;
  const json = { ...rest, ...values, ...(dateTime && { dateTime: formatLocalDateTime(dateTime) }) };
  return new TextEncoder().encode(JSON.stringify(json))
    .toBase64({ alphabet: "base64url", omitPadding: true });
}

/**
 * Parses the text of a cursor of a list. Throws VALIDATION_ERROR, the same for a text that is no cursor and for a cursor
 * of another list.
 */
export function parseListCursor(text: string, list: string, field: SortField): ListCursor {
  const { dateTime, name, status, id, ...rest } = parsed(text);
  const given: Partial<Record<keyof ListPosition, unknown>> = { dateTime, name, status };
  const isOfOrder = (["dateTime", "name", "status"] as const).every((one) =>
    (given[one] !== undefined) === (positionFields[field] as readonly string[]).includes(one)
  );
  if (rest.list !== list || !isOfOrder) throw unknownCursor();
  const position: ListPosition = {
    id,
    ...(dateTime && { dateTime }),
    ...(name !== undefined && { name }),
    ...(status && { status }),
  };
  return { ...rest, position };
}

function parsed(text: string): z.output<typeof cursorForm> {
  try {
    const bytes = Uint8Array.fromBase64(text, { alphabet: "base64url" });
    return cursorForm.parse(JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)));
  } catch {
    throw unknownCursor();
  }
}

function unknownCursor(): DomainError {
  return validationError({ field: "after", message: say("unknownListCursor") });
}
