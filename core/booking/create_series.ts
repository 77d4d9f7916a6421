import { withClaim } from "../access/idempotent_requests.ts";
import { reasonOfRefusal, validationError } from "../errors.ts";
import { parseInput, safeParseInput, wholeNumberField } from "../input.ts";
import { formatLocalDateTime } from "../local_date_time.ts";
import { type Message, say } from "../messages.ts";
import type { StaffAppointmentView } from "./appointment_views.ts";
import {
  bookAtDesk,
  claimOf,
  createAppointmentInput,
  type DeskCaller,
  type DeskPorts,
} from "./book_appointment.ts";

/** A series has at most this many appointments: those of a year, every week. */
const maxTimes = 52;

/** Input of a series: the first appointment, how often, and the weeks from one to the next. */
export const createSeriesInput = createAppointmentInput.extend({
  times: wholeNumberField(2, maxTimes, "Number of appointments"),
  everyWeeks: wholeNumberField(1, 12, "Weeks from one appointment to the next").default(1),
});

/** What became of a series. */
export interface SeriesView {
  /** The first one and all others that could be booked, in the order of their times. */
  booked: StaffAppointmentView[];
  /** The times that could not be booked, each with the reason. They cost nothing. */
  refused: { dateTime: string; reason: Message }[];
}

/** Returns the number of requests that a series counts as: one for each appointment. */
export function weightOfSeries(input: unknown): number {
  const parsed = safeParseInput(createSeriesInput, input);
  return parsed.success ? parsed.data.times : 1;
}

/**
 * Books the same person at the same local time every week, or every few weeks, by the rules of `createAppointment` and
 * for one credit each. If the first time cannot be booked, nothing is; later times that cannot are left out
 * (core/booking/README.md 21). A repeat with the same `Idempotency-Key` books nothing twice, and tries the refused times
 * again. Throws the errors of `createAppointment`.
 */
export async function createSeries(
  ports: DeskPorts,
  caller: DeskCaller,
  input: unknown,
): Promise<SeriesView> {
  const { actor: { claim } } = await withClaim(ports, caller, { useCase: "createSeries", input });
  const { times, everyWeeks, ...fields } = parseInput(createSeriesInput, input);
  const dates = Array.from(
    { length: times },
    (_, i) => fields.dateTime.add({ weeks: i * everyWeeks }),
  );
  if (dates.at(-1)!.year > 9999) {
    throw validationError({ field: "times", message: say("lastYear") });
  }
  const book = (dateTime: Temporal.PlainDateTime, i: number) =>
    bookAtDesk(ports, caller, { ...fields, dateTime, idempotency: claimOf(claim, i) });
  // The first one is booked before all others: an `Idempotency-Key` that was used for another series is refused here.
  const first = await book(dates[0]!, 0);
  // All at once, so that the gate decides them in few transactions, in the order of their times.
  const outcomes = await Promise.allSettled(dates.slice(1).map((date, i) => book(date, i + 1)));
  const series: SeriesView = { booked: [first], refused: [] };
  for (const [i, outcome] of outcomes.entries()) {
    if (outcome.status === "fulfilled") series.booked.push(outcome.value);
    else {
      const dateTime = formatLocalDateTime(dates[i + 1]!);
      series.refused.push({ dateTime, reason: reasonOfRefusal(outcome.reason) });
    }
  }
  return series;
}
