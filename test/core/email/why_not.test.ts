import { expect, test } from "vitest";
import { whyNot } from "../../../core/email/why_not.ts";
import { emailKinds } from "../../../core/email/email_kind.ts";
import { noEmail } from "../../../core/email/email_settings.ts";

const dateTime = Temporal.PlainDateTime.from("2040-05-03T12:00");
const other = Temporal.PlainDateTime.from("2040-05-04T12:00");
const appointment = {
  email: "ada@example.org",
  dateTime,
  departmentId: 1,
  status: "SCHEDULED",
  archivedAt: null,
};
const state = {
  event: { dateTime, departmentId: 1 },
  appointment,
  settings: { ...noEmail(1), kinds: emailKinds },
  stops: [],
  timeZone: "Europe/Berlin",
  now: Temporal.Instant.from("2040-05-03T09:59:59Z"),
};
const all = ["CONFIRMATION", "CHANGE", "CANCELLATION", "REMINDER"];
const notCancelled = ["CONFIRMATION", "CHANGE", "REMINDER"];
const begun = Temporal.Instant.from("2040-05-03T10:00:00Z");

/** Which kinds are sent in each state. */
test.each([
  ["is as the event says", {}, notCancelled],
  ["is cancelled", { appointment: { ...appointment, status: "CANCELLED" } }, ["CANCELLATION"]],
  ["is archived", { appointment: { ...appointment, archivedAt: begun } }, ["CANCELLATION"]],
  ["is missed already", { appointment: { ...appointment, status: "MISSED" } }, []],
  ["has begun", { now: begun }, []],
  ["has begun and is cancelled", {
    now: begun,
    appointment: { ...appointment, status: "CANCELLED" },
  }, []],
  ["was moved again", { event: { dateTime: other, departmentId: 1 } }, ["CONFIRMATION"]],
  ["is in another department again", { event: { dateTime, departmentId: 2 } }, ["CONFIRMATION"]],
  ["is unknown", { appointment: undefined }, []],
  ["has no address any more", { appointment: { ...appointment, email: null } }, []],
  ["is of an organization without settings", { settings: undefined }, []],
  ["is of one that sends reminders only", {
    settings: { ...noEmail(1), kinds: ["REMINDER"] },
  }, ["REMINDER"]],
  ["is of a person who unsubscribed", { stops: ["UNSUBSCRIBED"] }, ["CHANGE"]],
  ["is of a person who unsubscribed, and is cancelled", {
    stops: ["UNSUBSCRIBED"],
    appointment: { ...appointment, status: "CANCELLED" },
  }, ["CANCELLATION"]],
  ["has an address that was refused", { stops: ["REFUSED"] }, []],
])("of an appointment that %s, only what is true is sent", (_, change, sent) => {
  const found = all.filter((kind) => whyNot({ ...state, ...change, kind } as never) === undefined);
  expect(found).toEqual(sent);
});
