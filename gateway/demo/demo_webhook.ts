import type { Application, StaffCaller } from "../../core/mod.ts";
import type { DemoHistory, PastAttempt, PastDelivery } from "../persistence/mod.ts";
import type { PastVisit } from "./demo_past.ts";

/** No name under `invalid` exists, so nothing is ever sent to a stranger (gateway/demo/README.md 2). */
export const demoWebhookUrl = "https://booking-events.demo.invalid/webhooks";

const outcomes = {
  COMPLETED: "APPOINTMENT_COMPLETED",
  MISSED: "APPOINTMENT_NO_SHOW",
  CANCELLED: "APPOINTMENT_CANCELLED",
} as const;

/** Adds an inactive webhook that has delivered the outcomes of the past. Each step can be repeated. */
export async function addDemoWebhook(
  { staff }: Application,
  caller: StaffCaller,
  { visits, history }: { visits: readonly PastVisit[]; history: DemoHistory },
): Promise<void> {
  const found = (await staff.listWebhooks(caller)).find(({ url }) => url === demoWebhookUrl);
  const { id } = found ?? await staff.createWebhook(caller, {
    url: demoWebhookUrl,
    events: ["APPOINTMENT_CREATED", ...Object.values(outcomes)],
  });
  await staff.updateWebhook(caller, { id, isActive: false });
  const { organizationId, timeZone } = caller;
  await history.addDeliveries({ organizationId, id }, pastDeliveries(visits, timeZone));
}

/** Returns the events of the visits in the order of time, each with the attempts to deliver it. */
function pastDeliveries(visits: readonly PastVisit[], timeZone: string): PastDelivery[] {
  const events = visits.flatMap((visit, turn) => {
    const dateTime = Temporal.PlainDateTime.from(visit.dateTime);
    const start = dateTime.toZonedDateTime(timeZone).toInstant();
    const event = (name: PastDelivery["name"], status: string, minutes: number) => ({
      name,
      at: start.add({ minutes }).add({ seconds: turn * 7 % 60 }),
      appointment: { ...visit, dateTime, status, cancelReason: null },
    });
    return [
      event("APPOINTMENT_CREATED", "SCHEDULED", -26 * 60 - turn % 50),
      // Visits end some minutes after their time. Cancellations come before it.
      event(
        outcomes[visit.status],
        visit.status,
        visit.status === "CANCELLED" ? -95 : 4 + turn % 9,
      ),
    ];
  });
  return events.toSorted((a, b) => Temporal.Instant.compare(a.at, b.at)).map(
    ({ name, at, appointment }, turn) => ({
      name,
      at,
      appointment,
      attempts: resultsOf(turn).map((result, i) => attemptAt(at, { attempt: i, turn, result })),
    }),
  );
}

type Result = Omit<PastAttempt, "at">;

const unavailable: Result = { statusCode: 503, responseTimeMs: 31, error: "Answered 503" };
const silent: Result = { statusCode: null, responseTimeMs: 5000, error: "No answer within 5 s" };

/** Returns the results of an event's attempts. One event has failed, and two were delivered by a retry. */
function resultsOf(turn: number): Result[] {
  const delivered = { statusCode: 200, responseTimeMs: 60 + turn * 17 % 90, error: null };
  if (turn === 24) return [silent, silent, silent, unavailable, unavailable];
  if (turn === 41) return [unavailable, delivered];
  return turn === 60 ? [silent, unavailable, delivered] : [delivered];
}

/** The minutes of the attempts after the event (core/webhooks/README.md 4). */
const scheduleMinutes = [0, 1, 6, 36, 156];

function attemptAt(
  event: Temporal.Instant,
  { attempt, turn, result }: { attempt: number; turn: number; result: Result },
): PastAttempt {
  const minutes = scheduleMinutes[attempt]!;
  const { statusCode, responseTimeMs, error } = result;
  return {
    at: event.add({ minutes, milliseconds: 40 + turn }),
    statusCode,
    responseTimeMs,
    error,
  };
}
