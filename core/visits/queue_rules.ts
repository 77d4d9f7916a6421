import { z } from "zod";
import { personLinks } from "../booking/person_link.ts";
import { timeField } from "../departments/opening_hours.ts";
import { idField, inSchema, nameField, requiredOr, wholeNumberField } from "../input.ts";
import { versionField } from "../version.ts";
import { say } from "../messages.ts";

const maxPriorities = 10;
const maxReminders = 3;

/** What the check-in key of the desk does: the person waits to be called, or the appointment is completed at once. */
const checkIns = ["ARRIVE", "COMPLETE"] as const;

/** The latest time at which a business day can end. */
export const latestDayEnd = "12:00";

/** The rules by which a department calls the people who wait (core/visits/README.md 2). */
const queueRulesField = z.object({
  checkIn: z.enum(checkIns, { error: requiredOr("mustBe", { what: checkIns.join(" or ") }) }),
  toleranceMinutes: wholeNumberField(
    0,
    240,
    "Minutes around the time of an appointment in which the person goes before those without one",
  ),
  arrivalMinutes: wholeNumberField(
    0,
    1440,
    "Minutes before the time of an appointment from which the person can arrive; null: on its date, or 120 minutes before",
  ).nullable(),
  goalMinutes: wholeNumberField(
    1,
    240,
    "Minutes in which the office wants to call a person; null: it has no goal",
  ).nullable(),
  dayEndsAt: timeField(/^(0\d:[0-5]\d|1[01]:[0-5]\d|12:00)$/, say("dayEnd"))
    .describe("When a business day ends on the next date, if its opening hours run to midnight"),
  reminderMinutes: z
    .array(
      wholeNumberField(5, 20_160, "Minutes before an appointment at which a reminder is due"),
      { error: requiredOr("mustBe", { what: "a list of numbers" }) },
    )
    .max(maxReminders, inSchema("tooManyEntries", { max: maxReminders }))
    .refine((minutes) => new Set(minutes).size === minutes.length, inSchema("sameNumberTwice")),
  waitlistOfferMinutes: wholeNumberField(
    5,
    1440,
    "Minutes for which a free place is held for the person of the waiting list",
  ),
  personLink: z.enum(personLinks, {
    error: requiredOr("mustBe", { what: personLinks.join(", ") }),
  }),
  personLinkMinutes: wholeNumberField(
    0,
    20_160,
    "Minutes before an appointment until which the person can cancel or move it",
  ),
  maxCalls: wholeNumberField(1, 20, "Calls after which a person who does not come is a no-show"),
  priorities: z
    .array(nameField(50, "Who goes first"), {
      error: requiredOr("mustBe", { what: "a list of texts" }),
    })
    .max(maxPriorities, inSchema("tooManyEntries", { max: maxPriorities }))
    .refine((names) => new Set(names).size === names.length, inSchema("sameNameTwice")),
});

export interface QueueRules extends z.output<typeof queueRulesField> {
  /** From 1. Each change raises it. */
  version: number;
}

/** Input of a change of rules. An absent field does not change. */
export const changeQueueRulesInput = queueRulesField.partial().extend({
  id: idField("The department"),
  version: versionField,
});

/** The rules of a department that has not set any. */
export const defaultQueueRules: QueueRules = {
  checkIn: "ARRIVE",
  toleranceMinutes: 15,
  arrivalMinutes: null,
  goalMinutes: null,
  dayEndsAt: "04:00",
  maxCalls: 3,
  priorities: [],
  reminderMinutes: [],
  waitlistOfferMinutes: 60,
  personLink: "OFF",
  personLinkMinutes: 120,
  version: 1,
};
