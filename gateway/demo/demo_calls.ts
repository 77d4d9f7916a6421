import type { UsageEntry } from "../../core/mod.ts";

const days = 14;
const saturday = 6;
const openingHour = 8;
const closingHour = 18;
const testShare = 12;

/** A kind of request of the demo's applications. */
type Call = Pick<UsageEntry, "routeTemplate" | "endpoint" | "statusCode" | "responseTimeMs"> & {
  credits?: number;
  error?: string;
};

interface CallsOptions {
  organizationId: number;
  /** The LIVE and the TEST key. */
  keyIds: { LIVE: number; TEST: number };
  departmentId: number;
  timeZone: string;
  now: Temporal.Instant;
}

/** Returns some 500 API calls of the last two weeks and of today until now, in the order of time. */
export function demoCalls(
  { organizationId, keyIds, departmentId, timeZone, now }: CallsOptions,
): UsageEntry[] {
  const kinds = kindsOf(departmentId);
  const today = now.toZonedDateTimeISO(timeZone).toPlainDate();
  const entries: UsageEntry[] = [];
  for (let day = -days; day <= 0; day += 1) {
    const date = today.add({ days: day });
    for (const [turn, timestamp] of timesOf(date, timeZone).entries()) {
      if (Temporal.Instant.compare(timestamp, now) >= 0) break;
      // Steps without a common factor mix the kinds, so that no day is like the day before.
      const mix = turn * 7 + date.day * 5;
      const { credits = 0, ...call } = kinds[mix % kinds.length]!;
      const environment = mix % testShare === 0 ? "TEST" : "LIVE";
      const isKiosk = mix % 3 === 0;
      entries.push({
        ...call,
        organizationId,
        apiKeyId: keyIds[environment],
        environment,
        method: call.routeTemplate.split(" ")[0]!,
        creditsConsumed: credits,
        responseTimeMs: call.responseTimeMs + mix % 4,
        timestamp,
        // Addresses that are reserved for examples.
        ipAddress: isKiosk ? "198.51.100.7" : "203.0.113.24",
        userAgent: isKiosk ? "DemoKiosk/1.4" : "DemoWebsite/3.2",
        requestId: crypto.randomUUID(),
      });
    }
  }
  return entries;
}

/** Returns the times of a day's calls: more on workdays than at the weekend, and most before noon. */
function timesOf(date: Temporal.PlainDate, timeZone: string): Temporal.Instant[] {
  const times: Temporal.Instant[] = [];
  for (let hour = openingHour; hour < closingHour; hour += 1) {
    const busy = (hour < 12 ? 6 : 3) + (date.day + hour) % 3;
    const calls = date.dayOfWeek < saturday ? busy : 1;
    for (let turn = 0; turn < calls; turn += 1) {
      const minute = Math.floor(turn * 60 / calls);
      const second = (hour * 13 + turn * 29) % 60;
      const time = { hour, minute, second };
      times.push(date.toZonedDateTime({ timeZone, plainTime: time }).toInstant());
    }
  }
  return times;
}

/** Returns the kinds of calls, each as often as it is made. */
function kindsOf(departmentId: number): readonly Call[] {
  const call = (routeTemplate: string, statusCode: number, responseTimeMs: number): Call => ({
    routeTemplate,
    endpoint: routeTemplate.split(" ")[1]!.replace("{id}", String(departmentId)),
    statusCode,
    responseTimeMs,
  });
  const repeat = (times: number, kind: Call) => Array.from({ length: times }, () => kind);
  return [
    ...repeat(14, call("GET /api/v1/departments/{id}/availability", 200, 4)),
    ...repeat(6, { ...call("POST /api/v1/appointments", 201, 9), credits: 1 }),
    ...repeat(5, call("GET /api/v1/appointments", 200, 6)),
    ...repeat(4, call("GET /api/v1/departments", 200, 3)),
    {
      ...call("POST /api/v1/appointments", 400, 7),
      error: "VALIDATION_ERROR: dateTime: Slot is full (5/5 booked)",
    },
    {
      ...call("GET /api/v1/appointments/{id}", 404, 3),
      endpoint: "/api/v1/appointments/9000001",
      error: "APPOINTMENT_NOT_FOUND: There is no appointment with this id",
    },
  ];
}
