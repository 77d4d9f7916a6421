import fc from "fast-check";
import ICAL from "ical.js";
import { describe, expect, test } from "vitest";
import { type IcsEvent, uidOfAppointment, writeIcs } from "../../core/ics.ts";

const at = (text: string) => Temporal.PlainDateTime.from(text);

function event(given: Partial<IcsEvent> = {}): IcsEvent {
  return {
    uid: "appointment-61-live@organization-3.appointment-booking",
    status: "CONFIRMED",
    sequence: 2,
    changedAt: Temporal.Instant.from("2030-01-02T03:04:05.678Z"),
    start: at("2030-03-05T14:30:00"),
    minutes: 20,
    summary: "Appointment",
    ...given,
  };
}

/** Reads a file as a calendar does. */
function read(file: string) {
  const root = new ICAL.Component(ICAL.parse(file));
  for (const zone of root.getAllSubcomponents("vtimezone")) ICAL.TimezoneService.register(zone);
  const events = root.getAllSubcomponents("vevent").map((found) => new ICAL.Event(found));
  return { root, events };
}

async function instantsOf(events: IcsEvent[], timeZone: string) {
  ICAL.TimezoneService.reset();
  return read(await writeIcs(events, { timeZone })).events.map(({ startDate, endDate }) => [
    startDate.toUnixTime() * 1000,
    endDate.toUnixTime() * 1000,
  ]);
}

describe("writeIcs()", () => {
  test("writes an event with its zone", async () => {
    const file = await writeIcs([event({ description: "Bring a form" })], {
      timeZone: "Europe/Berlin",
      name: "Desk",
      refreshMinutes: 15,
    });
    expect(file.split("\r\n")).toEqual([
      "BEGIN:VCALENDAR",
      "VERSION:2.0",
      "PRODID:-//appointment-booking//appointment-booking//EN",
      "CALSCALE:GREGORIAN",
      "NAME:Desk",
      "X-WR-CALNAME:Desk",
      "REFRESH-INTERVAL;VALUE=DURATION:PT15M",
      "X-PUBLISHED-TTL:PT15M",
      "BEGIN:VTIMEZONE",
      "TZID:Europe/Berlin",
      "BEGIN:STANDARD",
      "DTSTART:20291028T030000",
      "TZOFFSETFROM:+0200",
      "TZOFFSETTO:+0100",
      "END:STANDARD",
      "END:VTIMEZONE",
      "BEGIN:VEVENT",
      "UID:appointment-61-live@organization-3.appointment-booking",
      "DTSTAMP:20300102T030405Z",
      "SEQUENCE:2",
      "STATUS:CONFIRMED",
      "DTSTART;TZID=Europe/Berlin:20300305T143000",
      "DTEND;TZID=Europe/Berlin:20300305T145000",
      "SUMMARY:Appointment",
      "DESCRIPTION:Bring a form",
      "END:VEVENT",
      "END:VCALENDAR",
      "",
    ]);
  });

  test("leaves out what an event and a file do not have", async () => {
    const file = await writeIcs([event()], { timeZone: "Europe/Berlin" });
    expect(file).not.toMatch(/NAME:Desk|REFRESH|PUBLISHED|DESCRIPTION/);
  });

  test("writes a file without events that calendars read", async () => {
    expect(read(await writeIcs([], { timeZone: "Europe/Berlin" })).events).toEqual([]);
  });

  test("keeps every text but line separators and control characters, and writes lines of at most 75 octets", async () => {
    const text = fc.string({ unit: "grapheme", minLength: 1, maxLength: 120 });
    await fc.assert(fc.asyncProperty(text, text, async (summary, description) => {
      const file = await writeIcs([event({ summary, description })], { timeZone: "Asia/Tokyo" });
      for (const line of file.split("\r\n")) {
        expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
        expect(line.isWellFormed()).toBe(true);
      }
      const [found] = read(file).events;
      const kept = [summary, description].map((one) =>
        one.replace(/\r\n?|[\u0085\u2028\u2029]/g, "\n")
          // oxlint-disable-next-line no-control-regex
          .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, "")
      );
      expect([found!.summary ?? "", found!.description ?? ""]).toEqual(kept);
    }));
  });

  test("lets no text begin a line of its own", async () => {
    const summary = "a\r\nEND:VEVENT\rb\u2028c\u0007d";
    const { events } = read(await writeIcs([event({ summary })], { timeZone: "Europe/Berlin" }));
    expect(events.map((one) => one.summary)).toEqual(["a\nEND:VEVENT\nb\ncd"]);
  });

  test.each([
    ["Europe/Berlin", "in the repeated hour", "2030-10-27T02:30:00"],
    ["Europe/Berlin", "with its end in the repeated hour", "2030-10-27T02:50:00"],
    ["Europe/Berlin", "just before the clocks go forward", "2030-03-31T01:50:00"],
    ["Europe/Dublin", "in summer", "2030-07-01T09:00:00"],
    ["Australia/Lord_Howe", "with half an hour of daylight saving", "2030-04-07T01:40:00"],
    ["America/Sao_Paulo", "without daylight saving", "2030-01-01T09:00:00"],
    ["UTC", "in UTC", "2030-01-01T09:00:00"],
  ])("gives an event in %s its instant %s", async (timeZone, _, text) => {
    const start = at(text);
    const from = start.toZonedDateTime(timeZone).epochMilliseconds;
    expect(await instantsOf([event({ start })], timeZone)).toEqual([[from, from + 20 * 60_000]]);
  });

  test("gives events over several changes of the clocks their instants", async () => {
    const days = fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 1, maxLength: 5 });
    const zone = fc.constantFrom("Europe/Berlin", "America/New_York", "Africa/Casablanca");
    await fc.assert(
      fc.asyncProperty(days, zone, async (numbers, timeZone) => {
        const events = numbers.map((n) =>
          event({ start: at("2024-01-01T12:00:00").add({ days: n }) })
        );
        expect(await instantsOf(events, timeZone)).toEqual(events.map(({ start }) => {
          const from = start.toZonedDateTime(timeZone).epochMilliseconds;
          return [from, from + 20 * 60_000];
        }));
      }),
      { numRuns: 50 },
    );
  });
});

test("uidOfAppointment() differs by organization, environment and appointment", () => {
  const scope = { organizationId: 3, environment: "LIVE" } as const;
  expect([
    uidOfAppointment({ ...scope, id: 61 }),
    uidOfAppointment({ ...scope, environment: "TEST", id: 62 }),
  ]).toEqual([
    "appointment-61-live@organization-3.appointment-booking",
    "appointment-62-test@organization-3.appointment-booking",
  ]);
});
