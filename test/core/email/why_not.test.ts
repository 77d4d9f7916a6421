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
  isByWorker: true,
  locale: "de-AT",
};
const state = {
  event: { dateTime, departmentId: 1 },
  appointment,
  settings: { ...noEmail(1), kinds: emailKinds },
  stops: [],
  since: undefined,
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

const sentAt = Temporal.Instant.from("2040-05-01T08:00:00Z");
const later = sentAt.add({ minutes: 1 });
const change = (field: string, before: unknown, after: unknown, at = later) => ({
  field,
  before,
  after,
  at,
});
const moved = change("dateTime", "2040-05-03T12:00:00", "2040-05-04T12:00:00");
const movedBack = change("dateTime", "2040-05-04T12:00:00", "2040-05-03T12:00:00");
const near = (seconds: number) => ({ at: sentAt.add({ seconds }) });
const worker = change("workerId", 1, 2);

test.each([
  ["nothing has changed", [], false, false],
  ["it was moved", [moved], false, true],
  ["it was moved and moved back", [moved, movedBack], false, false],
  [
    "it was moved back, and has another worker",
    [moved, movedBack, worker],
    false,
    true,
  ],
  [
    "it was cancelled and takes place again",
    [
      change("status", "SCHEDULED", "CANCELLED"),
      change("status", "CANCELLED", "SCHEDULED"),
    ],
    false,
    false,
  ],
  [
    "it has another address, whose value is not recorded",
    [{ field: "email", at: later }],
    false,
    true,
  ],
  ["its note was changed", [{ field: "note", at: later }], false, false],
  ["another mail may have been sent since", [moved, movedBack], true, true],
  [
    "a change may have been made while it was",
    [{ ...moved, ...near(-29) }, movedBack],
    false,
    true,
  ],
  ["a change was made almost at once", [{ ...moved, ...near(29) }, movedBack], false, true],
])(
  "after the last mail %s: the mail of a change is sent only if it is news",
  (_, changes, isUncertain, isSent) => {
    const since = { sentAt, changes, isUncertain };
    const because = whyNot({ ...state, kind: "CHANGE", since } as never);
    expect(because === undefined).toBe(isSent);
  },
);

const withText = (language: string, text: string) => ({
  settings: { ...state.settings, texts: { CHANGE: { [language]: { subject: "", text } } } },
});
const hidden = { appointment: { ...appointment, isByWorker: false } };
const noMail = { sentAt: null, isUncertain: false };
const lastMail = { ...noMail, sentAt };

test.each([
  ["is shown", {}, { ...lastMail, changes: [worker] }, true],
  ["is shown, and there was no mail", {}, { ...noMail, changes: [worker] }, true],
  ["is not shown", hidden, { ...lastMail, changes: [worker] }, false],
  ["is not shown, after a mail that may have arrived", hidden, {
    ...lastMail,
    isUncertain: true,
    changes: [worker],
  }, false],
  ["is not shown, and there was no mail", hidden, { ...noMail, changes: [worker] }, false],
  ["is not shown, but the time", hidden, { ...lastMail, changes: [worker, moved] }, true],
  [
    "is not shown, but the time, without a mail",
    hidden,
    { ...noMail, changes: [worker, moved] },
    true,
  ],
  ["is unknown", hidden, { ...noMail, changes: [] }, true],
  [
    "is in the text of the organization",
    {
      ...hidden,
      ...withText("de", "Bei {worker}"),
    },
    { ...lastMail, changes: [worker] },
    true,
  ],
  [
    "is not in the text of the organization",
    {
      ...hidden,
      ...withText("de", "Neu"),
    },
    { ...lastMail, changes: [worker] },
    false,
  ],
  [
    "is in a text of another language",
    {
      ...hidden,
      ...withText("en", "With {worker}"),
    },
    { ...lastMail, changes: [worker] },
    false,
  ],
])("a new worker who %s: the mail of a change is sent only if it shows a change", (_, ...given) => {
  const [changed, since, isSent] = given as [object, object, boolean];
  const because = whyNot({ ...state, ...changed, kind: "CHANGE", since } as never);
  expect(because === undefined).toBe(isSent);
});
