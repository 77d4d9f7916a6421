import { t } from "./texts.ts";
import { dateText } from "./time.ts";

type KeyOfText = Parameters<typeof t>[0];
type Key = KeyOfText extends infer K ? K extends `service.${infer Name}` ? Name : never : never;

/**
 * The messages of the service that staff can see, with names for their variable parts, and the key of the text that
 * replaces each. `test/dashboard/service_messages.test.ts` compares them with the messages in the service's sources.
 */
export const serviceMessages: Record<string, Key> = {
  "Is required": "required",
  "Must not be empty": "required",
  "Must contain a visible character": "invisible",
  "Must be at most {max} characters": "tooLong",
  "Must have at least {min} characters": "tooShort",
  "Must be a whole number from {min} to {max}": "numberBetween",
  "Must be a whole number from {min}": "numberFrom",
  "Must be below slotInterval": "belowInterval",
  "Must be an IANA time zone such as Europe/Berlin": "timeZone",
  "Must be an e-mail address": "email",
  "Is not the current password": "wrongPassword",
  "Must differ from the current password": "samePassword",
  "The e-mail address or the password is wrong": "signInFailed",
  "Too many failed attempts. Wait for the seconds in Retry-After.": "tooManyAttempts",
  "Too many passwords are being checked. Try again shortly": "busy",
  "The organization already has a staff user with this e-mail address": "emailTaken",
  "The last OWNER of an organization cannot be {refused}. Make another staff user OWNER first.":
    "lastOwner",
  "The password was changed by another request. Sign in again.": "passwordChanged",
  "The balance has no credits. An appointment costs 1 credit.": "noCredits",
  "There is no active department with this id": "departmentClosed",
  "Is required in this department": "workerRequired",
  "Must be the id of an active worker of the department": "workerInactive",
  "Is already booked in this slot": "workerBooked",
  "The department takes no bookings": "departmentClosed",
  "{time} does not exist in {zone}: the clocks go forward over it": "timeSkipped",
  "Slot is full ({booked}/{capacity} booked)": "slotFull",
  "Closed on {date}: {reason}": "closedFor",
  "Closed on {date}": "closedOn",
  "Closed at {time} on {weekday}": "closedAt",
  "Outside the booking window: in the past": "past",
  "Outside the booking window: less than {minutes} minutes ahead": "tooSoon",
  "Outside the booking window: more than {days} days ahead": "tooFarAhead",
  "The appointment is already {status}": "already",
  "The appointment was moved to {date} at {time} in {department} in the meantime": "movedMeanwhile",
  "The worker of the appointment was changed in the meantime": "otherWorker",
  "The person of the appointment was changed in the meantime. Check who it is now": "otherPerson",
  "This can be undone only for {max} minutes": "tooLateToUndo",
  "There is no appointment with this code": "noSuchCode",
  "There is no appointment with this id": "gone",
  "The appointment is in the future and not archived. Archive it first, or wait until it is past.":
    "notPast",
  "This was changed in the meantime. Load it again before you save.": "changedMeanwhile",
  "opens must be before closes. Hours past midnight are two intervals: {opens} to 24:00 on this day, and 00:00 to {closes} on the next day":
    "pastMidnight",
  "opens must be before closes{rest}": "opensBeforeCloses",
  "opens must be before closes": "opensBeforeCloses",
  "Intervals of one day must not overlap": "overlap",
  "Must not be before from": "endBeforeStart",
  "Must not be before startDate": "endBeforeStart",
  "Must be at most {max} days after startDate": "periodTooLong",
  "Must contain one or more of {list}, and nothing else": "chooseOne",
  "Must be an https URL": "httpsUrl",
  "Must not contain a user name or password": "noUserInUrl",
  "Must not contain spaces, line ends or backslashes": "misleadingUrl",
  "Must have another port than 0": "noPort0",
  // The longer ones first, because a counter may have any name.
  "Number {number} is called to {desk}. Finish it first": "counterCalls",
  "Number {number} is in service at {desk}. Finish it first": "counterServes",
  "Number {number} is waiting": "visitWaits",
  "Number {number} is called to {desk}": "visitCalled",
  "Number {number} is in service at {desk}": "visitServed",
  "Number {number} has ended: {outcome}": "visitEnded",
  "Number {number} was called {calls} of {max} times{rest}": "callAgainFirst",
  "Number {number} waits for this department already": "waitsAlready",
  "Number {number} was sent to another department in the meantime": "sentOn",
  "The appointment was on {date}. Move it to today first": "otherDay",
  "The appointment is on {date} at {time}. Arrival is possible from {fromTime} on {fromDate}. Move it first if the person comes now":
    "tooEarly",
  "Must be a time from 00:00 to 12:00": "dayEnd",
  "The department is not active": "departmentInactive",
  "There is no active worker with this id": "noSuchWorker",
  "There is no visit with this id": "noSuchVisit",
  "The API key is revoked. Create a new key instead.": "keyRevoked",
};

const patterns = Object.entries(serviceMessages).map(([message, key]) => ({
  key,
  pattern: new RegExp(`^${message.split(/\{(\w+)\}/).map(partOfPattern).join("")}$`, "s"),
}));

/** The parts of a message alternate between its text and the names of its variable parts. */
function partOfPattern(part: string, i: number): string {
  return i % 2 === 0 ? part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&") : `(?<${part}>.+?)`;
}

/** Returns a message of the service in the viewer's language, or undefined if the message is unknown. */
export function translateServiceMessage(message: string): string | undefined {
  for (const { key, pattern } of patterns) {
    const values = pattern.exec(message);
    if (values) return textOf(key, values.groups ?? {});
  }
  return undefined;
}

function textOf(key: Key, values: Record<string, string>): string {
  const shown = Object.entries(values).map(([name, value]) =>
    [name, name === "date" || name === "fromDate" ? dateText(value) : value] as const
  );
  const text = t as unknown as (key: string, values: Record<string, string>) => string;
  return text(`service.${key}`, Object.fromEntries(shown));
}
