import type { BookingScope } from "./environment.ts";
import { mapAtPace, type Pace, unpaced } from "./heavy_work.ts";

/** One event of a calendar file. Its times are local to the zone of the calendar. */
export interface IcsEvent {
  /** The same in every file and mail, so that a calendar replaces the event (`uidOfAppointment`). */
  uid: string;
  status: "CONFIRMED" | "CANCELLED";
  /** The number of changes. A calendar takes the event with the higher one. */
  sequence: number;
  /** The time of the last change; never the time at which the file is written. */
  changedAt: Temporal.Instant;
  start: Temporal.PlainDateTime;
  minutes: number;
  summary: string;
  description?: string;
  /** Who invites and who is invited; only in a mail, which needs both. */
  invitation?: { organizer: string; organizerName: string; attendee: string };
}

/** What a calendar file says besides its events. */
export interface IcsOptions {
  timeZone: string;
  /** The name of a calendar that people subscribe to. */
  name?: string;
  /** How often a calendar that is subscribed to should be read again. */
  refreshMinutes?: number;
  /** What a mail does with the event (RFC 5546). */
  method?: "REQUEST" | "CANCEL";
}

/** Returns the UID of an appointment. It does not depend on the address of the service, which may change. */
export function uidOfAppointment(
  { organizationId, environment, id }: BookingScope & { id: number },
): string {
  return `appointment-${id}-${environment.toLowerCase()}@organization-${organizationId}.appointment-booking`;
}

/** Writes a calendar file (RFC 5545, core/README.md 7). */
export async function writeIcs(
  events: readonly IcsEvent[],
  { timeZone, name, refreshMinutes, method }: IcsOptions,
  pace: Pick<Pace, "isDue" | "pause"> = unpaced,
): Promise<string> {
  const written = await mapAtPace(events, pace, (event) => writeEvent(event, timeZone));
  const range = await rangeOf(events, pace);
  const refresh = refreshMinutes === undefined ? undefined : `PT${refreshMinutes}M`;
  return [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//appointment-booking//appointment-booking//EN",
    "CALSCALE:GREGORIAN",
    ...line("METHOD", method),
    ...line("NAME", name === undefined ? undefined : escapeText(name)),
    // Calendars read one or the other.
    ...line("X-WR-CALNAME", name === undefined ? undefined : escapeText(name)),
    ...line("REFRESH-INTERVAL;VALUE=DURATION", refresh),
    ...line("X-PUBLISHED-TTL", refresh),
    ...writeTimeZone(range, timeZone),
    ...written.flat(),
    "END:VCALENDAR",
    "",
  ].join("\r\n");
}

function writeEvent(event: IcsEvent, timeZone: string): string[] {
  const start = event.start.toZonedDateTime(timeZone);
  return [
    "BEGIN:VEVENT",
    ...line("UID", event.uid),
    ...line("DTSTAMP", utc(event.changedAt)),
    ...line("SEQUENCE", String(event.sequence)),
    ...line("STATUS", event.status),
    ...timeLine("DTSTART", start),
    ...timeLine("DTEND", start.add({ minutes: event.minutes })),
    ...line("SUMMARY", escapeText(event.summary)),
    ...line("DESCRIPTION", event.description && escapeText(event.description)),
    ...invitationOf(event),
    "END:VEVENT",
  ];
}

/** The person has accepted by booking, so no calendar asks for an answer. */
function invitationOf({ invitation }: IcsEvent): string[] {
  if (!invitation) return [];
  const { organizer, organizerName, attendee } = invitation;
  // A parameter in quotes has no escapes.
  const name = escapeText(organizerName).replace(/["\\]/g, "");
  return [
    ...line(`ORGANIZER;CN="${name}"`, `mailto:${organizer}`),
    ...line("ATTENDEE;CUTYPE=INDIVIDUAL;PARTSTAT=ACCEPTED;RSVP=FALSE", `mailto:${attendee}`),
  ];
}

/** Writes a local time, or one that occurs twice in UTC: calendars differ in which of both they take. */
function timeLine(property: string, at: Temporal.ZonedDateTime): string[] {
  const wall = at.toPlainDateTime();
  const later = wall.toZonedDateTime(at.timeZoneId, { disambiguation: "later" });
  const occursOnce = wall.toZonedDateTime(at.timeZoneId).equals(later);
  return occursOnce
    ? line(`${property};TZID=${at.timeZoneId}`, local(wall))
    : line(property, utc(at.toInstant()));
}

/** The starts of the first and the last event; none without events. */
interface Range {
  first?: Temporal.PlainDateTime;
  last?: Temporal.PlainDateTime;
}

async function rangeOf(
  events: readonly IcsEvent[],
  pace: Pick<Pace, "isDue" | "pause">,
): Promise<Range> {
  const range: Range = {};
  await mapAtPace(events, pace, ({ start }) => {
    if (!range.first || Temporal.PlainDateTime.compare(start, range.first) < 0) range.first = start;
    if (!range.last || Temporal.PlainDateTime.compare(start, range.last) > 0) range.last = start;
  });
  return range;
}

/** Writes the offsets of the zone from the first to the last event, each change of the clocks for itself. */
function writeTimeZone(range: Range, timeZone: string): string[] {
  const zoned = (at: Temporal.PlainDateTime | undefined) =>
    at?.toZonedDateTime(timeZone) ??
      Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(timeZone);
  // A day more at each end, since events last at most a day.
  const first = zoned(range.first).subtract({ days: 1 });
  const last = zoned(range.last).add({ days: 2 });
  const lines = writeOffset(first.getTimeZoneTransition("previous") ?? zoned(undefined));
  for (
    let next = first.getTimeZoneTransition("next");
    next && Temporal.ZonedDateTime.compare(next, last) <= 0;
    next = next.getTimeZoneTransition("next")
  ) lines.push(...writeOffset(next));
  return ["BEGIN:VTIMEZONE", ...line("TZID", timeZone), ...lines, "END:VTIMEZONE"];
}

/** Writes the offset that begins at an instant. */
function writeOffset(at: Temporal.ZonedDateTime): string[] {
  const before = at.subtract({ nanoseconds: 1 });
  const kind = at.offsetNanoseconds > before.offsetNanoseconds ? "DAYLIGHT" : "STANDARD";
  const begin = at.toInstant().toZonedDateTimeISO(before.offset).toPlainDateTime();
  return [
    `BEGIN:${kind}`,
    `DTSTART:${local(begin)}`,
    `TZOFFSETFROM:${before.offset.replaceAll(":", "")}`,
    `TZOFFSETTO:${at.offset.replaceAll(":", "")}`,
    `END:${kind}`,
  ];
}

function local(at: Temporal.PlainDateTime): string {
  return at.toString({ smallestUnit: "second" }).replace(/[-:]/g, "");
}

function utc(at: Temporal.Instant): string {
  return at.toString({ smallestUnit: "second" }).replace(/[-:]/g, "");
}

function escapeText(text: string): string {
  return text
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, "\n")
    // No calendar file may have them.
    // oxlint-disable-next-line no-control-regex
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, "")
    .replace(/[\\;,]/g, "\\$&")
    .replaceAll("\n", "\\n");
}

const encoder = new TextEncoder();
const maxOctets = 75;

/** Writes a property, in lines of at most 75 octets, which never divide a character. Returns [] without a value. */
function line(property: string, value: string | undefined): string[] {
  if (!value) return [];
  const whole = `${property}:${value}`;
  // Nearly all lines are short. Counting each character would take most of the time of a large feed.
  if (whole.length <= maxOctets && encoder.encode(whole).length <= maxOctets) return [whole];
  const lines = [];
  let current = "";
  let octets = 0;
  for (const character of whole) {
    const size = encoder.encode(character).length;
    if (octets + size > maxOctets) {
      lines.push(current);
      [current, octets] = [" ", 1];
    }
    current += character;
    octets += size;
  }
  return [...lines, current];
}
