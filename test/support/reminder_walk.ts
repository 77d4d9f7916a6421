import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { freshDatabase } from "./fresh_database.ts";
import { inDatabase } from "./published_events.ts";
import { randomFrom } from "./random.ts";
import { openService, seedOrganization } from "./seeded.ts";
import { staffOf } from "./staff_callers.ts";

/** An appointment of the model. Times are epoch milliseconds. */
interface Planned {
  id: number;
  start: number;
  isOpen: boolean;
  /** When it was booked. */
  bookedAt: number;
  /** When it got its present time. */
  since: number;
}

const minutesBefore = [120, 1440];
const zone = "Europe/Berlin";
/** A move to a time whose reminder was due so short ago may be reminded of, or not. */
const openMs = 180_000;
/** The night before a clock change, in both directions. */
const starts = ["2040-03-23T00:00:00Z", "2040-10-26T00:00:00Z"];
const minuteMs = 60_000;

/**
 * Books, moves, cancels and archives at random while time passes, the service is away, and processes that remind are
 * killed. Compares the reminders after each pass with a model.
 */
export async function reminderWalk(
  { seed, steps, kills }: { seed: number; steps: number; kills: number },
): Promise<{ reminders: number; neverDue: number; killed: number }> {
  const random = randomFrom(seed);
  const below = (max: number) => Math.floor(random() * max);
  const url = await freshDatabase();
  await using service = await openService(url);
  const { staff } = service.application;
  let now = Temporal.Instant.from(starts[seed % starts.length]!).epochMilliseconds;
  const setNow = (ms: number) => {
    now = ms;
    service.setNow(instantText(ms));
  };
  setNow(now);
  const seeded = await seedOrganization(service, {
    timeZone: zone,
    credits: 1_000_000,
    slotInterval: 30,
    slotCapacity: 50,
  });
  const { departmentId } = seeded;
  const caller = staffOf(seeded.organizationId, { role: "ADMIN", timeZone: zone });
  await staff.changeQueueRules(caller, { id: departmentId, reminderMinutes: minutesBefore });
  // The trigger has used the clock of the database.
  await inDatabase(url, `update reminder_marks set due_until = '${instantText(now)}'`);
  const appointments: Planned[] = [];
  /** What has to be reminded of: `id minutesBefore start`, and whether it need not. */
  const due = new Map<string, { at: number; start: number; isOptional: boolean }>();
  let reminders = 0;
  let neverDue = 0;
  let killed = 0;
  let seen = 0;

  function plan(one: Planned): void {
    for (const minutes of minutesBefore) {
      const at = one.start - minutes * minuteMs;
      const key = `${one.id} ${minutes}`;
      const isLate = at < one.since;
      if (at < one.bookedAt || isLate && at <= one.since - openMs) {
        neverDue += 1;
        due.delete(key);
      } else {
        due.set(key, { at, start: one.start, isOptional: isLate });
      }
    }
  }
  function forget({ id }: Planned): void {
    for (const minutes of minutesBefore) due.delete(`${id} ${minutes}`);
  }
  /** A half hour within the next two days, but none that a clock change leaves out. */
  function someTime(): { text: string; start: number } {
    for (;;) {
      const at = Math.ceil(now / (30 * minuteMs)) * 30 * minuteMs + below(96) * 30 * minuteMs;
      const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
      const plain = local.toPlainDateTime();
      const start = plain.toZonedDateTime(zone, { disambiguation: "earlier" }).epochMilliseconds;
      if (start > now) return { text: plain.toString(), start };
    }
  }

  async function pass(): Promise<void> {
    await service.persistence.remind();
    const rows = await inDatabase<{ bodies: string }>(
      url,
      "select bodies from feed_entries where environment = 'LIVE' order by position",
    );
    const events = rows.flatMap(({ bodies }) => bodies.split("\n")).map((one) => JSON.parse(one))
      .filter(({ type }) => type === "appointment.reminder_due");
    for (const { data: { object } } of events.slice(seen)) {
      const key = `${object.id} ${object.minutesBefore}`;
      const planned = due.get(key);
      expect(planned, `seed ${seed}: ${key} is reminded of at ${instantText(now)}`).toBeDefined();
      expect(planned!.at, `seed ${seed}: ${key} is too early`).toBeLessThanOrEqual(now);
      expect(planned!.start, `seed ${seed}: ${key} has begun`).toBeGreaterThan(now);
      due.delete(key);
      reminders += 1;
    }
    seen = events.length;
    for (const [key, { at, start, isOptional }] of due) {
      if (at > now) continue;
      expect(isOptional || start <= now, `seed ${seed}: ${key} is missing at ${instantText(now)}`)
        .toBe(true);
      // The service was away until it had begun, or it was moved here too late.
      due.delete(key);
    }
  }

  const killAt = new Set(Array.from({ length: kills }, () => below(steps)));
  for (let step = 0; step < steps; step += 1) {
    const open = appointments.filter(({ isOpen, start }) => isOpen && start > now);
    const one = open[below(open.length)];
    const act = below(10);
    if (act < 5 || !one) {
      const { text, start } = someTime();
      const input = { departmentId, dateTime: text, name: "Ada" };
      const { id } = await staff.createAppointment(caller, input);
      const booked = { id, start, isOpen: true, bookedAt: now, since: now };
      appointments.push(booked);
      plan(booked);
    } else if (act < 8) {
      const { text, start } = someTime();
      if (start !== one.start) {
        await staff.rescheduleAppointment(caller, { id: one.id, dateTime: text });
        Object.assign(one, { start, since: now });
        plan(one);
      }
    } else {
      await (act === 8 ? staff.cancelAppointment : staff.archiveAppointment)(caller, {
        id: one.id,
      });
      one.isOpen = false;
      forget(one);
    }
    // Mostly some minutes; now and then the service is away for hours.
    const minutes = below(12) === 0 ? 60 + below(300) : 1 + below(25);
    setNow(now + minutes * minuteMs + below(60) * 1000);
    if (killAt.has(step)) {
      killed += await killReminder({ url, now: instantText(now), afterMs: below(120) });
      // Another process may make a pass after 10 seconds.
      setNow(now + 11_000);
    }
    await pass();
  }
  return { reminders, neverDue, killed };
}

/** Starts a process that reminds at a time, and kills it once it has begun. Returns 1 if it was killed. */
async function killReminder(
  { url, now, afterMs }: { url: string; now: string; afterMs: number },
): Promise<number> {
  const file = fileURLToPath(new URL("./run_reminders.ts", import.meta.url));
  const child = spawn(process.execPath, [file, url, now], { stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(child, "exit");
  await Promise.race([once(child.stdout, "data"), ended]);
  const timer = setTimeout(() => child.kill("SIGKILL"), afterMs);
  const [, signal] = await ended;
  clearTimeout(timer);
  return signal === "SIGKILL" ? 1 : 0;
}

function instantText(ms: number): string {
  return Temporal.Instant.fromEpochMilliseconds(ms).toString();
}
