import { type CalendarFiles, type FiledAppointment, toIcsEvent } from "../booking/calendar_file.ts";
import { nobody } from "../booking/erased.ts";
import { type HeavyWork, mapAtPace, type Pace } from "../heavy_work.ts";
import { writeIcs } from "../ics.ts";
import type { Hashing } from "../platform.ts";
import { authenticateScreen, type ScreenPorts } from "./authenticate_screen.ts";
import type { PublicLimitPorts } from "./public_limits.ts";
import type { ScreenCaller } from "./screen.ts";

/** The days before and after today that a feed has. */
const feedDays = { before: 60, after: 180 };
const cancelledDays = 30;
/** The maximum number of appointments in a feed. */
export const maxFeedAppointments = 5000;
/** So many steps, one for each appointment, take some milliseconds. */
const stepsBetweenPauses = 100;

/**
 * Returns the calendar of a feed's token (core/screens/README.md 8). Throws UNAUTHENTICATED, with the same words as for
 * other screens; RATE_LIMIT_EXCEEDED.
 */
export async function showFeed(
  ports:
    & ScreenPorts
    & Hashing
    & PublicLimitPorts
    & { calendarFiles: CalendarFiles; heavyWork?: HeavyWork },
  token: string | null,
  { ipAddress }: { ipAddress: string },
): Promise<string> {
  const caller = await authenticateScreen(ports, token, { kind: "CALENDAR", ipAddress });
  const { timeZone, name } = caller;
  let steps = 0;
  const pace = {
    isDue: () => (steps += 1) % stepsBetweenPauses === 0,
    pause: async () => await ports.heavyWork?.nextTurn(),
  };
  const appointments = await nearest(ports, caller, pace);
  const events = await mapAtPace(
    appointments,
    pace,
    (one) => toIcsEvent(one, { scope: caller, ...textsOf(one, caller) }),
  );
  return await writeIcs(events, { timeZone, name, refreshMinutes: 15 }, pace);
}

/** Returns the appointments from today on, and then those before, newest first, up to the maximum. */
async function nearest(
  { calendarFiles, now }: ScreenPorts & { calendarFiles: CalendarFiles },
  caller: ScreenCaller,
  pace: Pick<Pace, "isDue" | "pause">,
): Promise<FiledAppointment[]> {
  const at = now();
  const today = at.toZonedDateTimeISO(caller.timeZone).toPlainDate();
  const from = today.toPlainDateTime();
  const filters = {
    departmentIds: caller.departmentIds,
    workerId: caller.workerId,
    cancelledSince: at.subtract({ hours: 24 * cancelledDays }),
    pace,
  };
  const coming = await calendarFiles.list(caller, {
    ...filters,
    from,
    to: from.add({ days: feedDays.after + 1 }),
    direction: "asc",
    limit: maxFeedAppointments,
  });
  const limit = maxFeedAppointments - coming.length;
  if (limit === 0) return coming;
  const past = await calendarFiles.list(caller, {
    ...filters,
    from: from.subtract({ days: feedDays.before }),
    to: from,
    direction: "desc",
    limit,
  });
  return [...past.toReversed(), ...coming];
}

/** Returns the texts of an event. Only a feed with names has one, and the worker. */
function textsOf(
  { name, departmentName, workerName }: FiledAppointment,
  { showsNames }: ScreenCaller,
): { summary: string; description?: string } {
  if (!showsNames || name === nobody.name) return { summary: `Appointment: ${departmentName}` };
  return { summary: `${name}: ${departmentName}`, ...(workerName && { description: workerName }) };
}
