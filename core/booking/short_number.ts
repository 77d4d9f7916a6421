import type { StaffCaller } from "../access/caller.ts";
import type { BookingScope } from "../environment.ts";
import { parseInput } from "../input.ts";
import type { Clock, Randomness } from "../platform.ts";
import type { ReadAppointment } from "./appointment.ts";
import { appointmentNotFound, staffAppointmentInput } from "./appointment_views.ts";
import type { Appointments } from "./appointments.ts";

/** The short numbers of appointments (core/booking/README.md 22). */
export interface ShortNumbers {
  /** Returns the appointments that have a number on one of some dates, in any order. */
  find(
    scope: BookingScope,
    number: number,
    dates: readonly Temporal.PlainDate[],
  ): Promise<ReadAppointment[]>;
  /**
   * Gives an appointment a number for its date, and returns the number that it has then: another one if it had one before.
   * Returns undefined if another appointment of the date has the number. `today` says which numbers are over.
   */
  give(
    scope: BookingScope,
    wanted: { id: number; date: Temporal.PlainDate; number: number; today: Temporal.PlainDate },
  ): Promise<number | undefined>;
}

const [min, max] = [100_000, 999_999];
/** So many random numbers are all taken only if most numbers of the day are. */
const maxTries = 50;
/** A night's appointments are of the date before or after. */
const nearby = { hours: 12 };

/** Returns the number that a text means: six digits, perhaps in groups. Undefined for a code or anything else. */
export function readShortNumber(text: string): number | undefined {
  const digits = text.replaceAll(/[\s-]/g, "");
  return /^[1-9]\d{5}$/.test(digits) ? Number(digits) : undefined;
}

/**
 * Returns the short number of an open appointment, and gives it one if it has none (`{id, environment?}`). Null if the
 * appointment is not open any more. Throws VALIDATION_ERROR or APPOINTMENT_NOT_FOUND.
 */
export async function giveShortNumber(
  { appointments, shortNumbers, ...ports }: Clock & Randomness & {
    appointments: Appointments;
    shortNumbers: ShortNumbers;
  },
  { organizationId, timeZone }: Pick<StaffCaller, "organizationId" | "timeZone">,
  input: unknown,
): Promise<{ number: string | null }> {
  const { id, environment } = parseInput(staffAppointmentInput, input);
  const scope = { organizationId, environment };
  const appointment = await appointments.find(scope, id);
  if (!appointment) throw appointmentNotFound();
  const isOpen = appointment.status === "SCHEDULED" && appointment.archivedAt === null;
  if (!isOpen) return { number: null };
  const date = appointment.dateTime.toPlainDate();
  const today = ports.now().toZonedDateTimeISO(timeZone).toPlainDate();
  for (let tries = 0; tries < maxTries; tries++) {
    const number = randomNumber(ports);
    const given = await shortNumbers.give(scope, { id, date, number, today });
    if (given !== undefined) return { number: String(given) };
  }
  return { number: null };
}

/**
 * Returns the appointment of a number: of today, else of the night before or after. Undefined if there is none. It may not
 * be open any more.
 */
export async function findByShortNumber(
  { shortNumbers }: { shortNumbers: ShortNumbers },
  scope: BookingScope,
  { number, now, timeZone }: { number: number; now: Temporal.Instant; timeZone: string },
): Promise<ReadAppointment | undefined> {
  const dates = [now, now.subtract(nearby), now.add(nearby)]
    .map((moment) => moment.toZonedDateTimeISO(timeZone).toPlainDate());
  const found = await shortNumbers.find(scope, number, dates);
  const places = found.map((one) =>
    dates.findIndex((date) => date.equals(one.dateTime.toPlainDate()))
  );
  return found[places.indexOf(Math.min(...places))];
}

/** Returns a number from a secure source: whoever has one must not know the next. All are equally probable. */
function randomNumber({ randomBytes }: Randomness): number {
  const range = max - min + 1;
  const limit = 2 ** 32 - 2 ** 32 % range;
  for (;;) {
    const [a, b, c, d] = randomBytes(4) as unknown as [number, number, number, number];
    const drawn = ((a * 256 + b) * 256 + c) * 256 + d;
    if (drawn < limit) return min + drawn % range;
  }
}
