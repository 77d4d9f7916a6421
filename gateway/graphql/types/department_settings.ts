import type { Department } from "../../../core/mod.ts";
import { builder } from "../builder.ts";

type OpeningHours = NonNullable<Department["openingHours"]>;
type OpenInterval = NonNullable<OpeningHours["monday"]>[number];

const OpenIntervalType = builder.objectRef<OpenInterval>("OpenInterval").implement({
  description:
    "Open from `opens` (included) to `closes` (excluded), in the organization's time zone.",
  fields: (t) => ({
    opens: t.exposeString("opens", { description: "`HH:mm`, 00:00 or later." }),
    closes: t.exposeString("closes", { description: "`HH:mm`, up to 24:00." }),
  }),
});

/** When a department is open. */
export const OpeningHoursType = builder.objectRef<OpeningHours>("OpeningHours").implement({
  description: "The opening hours of each weekday. An empty list means closed.",
  fields: (t) => {
    const day = (name: keyof OpeningHours, on: string) =>
      t.field({
        type: [OpenIntervalType],
        description: `The opening hours on ${on}. The earliest comes first.`,
        resolve: (hours) => hours[name] ?? [],
      });
    return {
      monday: day("monday", "Mondays"),
      tuesday: day("tuesday", "Tuesdays"),
      wednesday: day("wednesday", "Wednesdays"),
      thursday: day("thursday", "Thursdays"),
      friday: day("friday", "Fridays"),
      saturday: day("saturday", "Saturdays"),
      sunday: day("sunday", "Sundays"),
    };
  },
});

/** Days on which a department is closed. */
export const ClosureType = builder.objectRef<Department["closures"][number]>("Closure").implement({
  description: "Days on which a department is closed.",
  fields: (t) => ({
    from: t.field({
      type: "Date",
      description: "The first day.",
      resolve: ({ from }) => Temporal.PlainDate.from(from),
    }),
    to: t.field({
      type: "Date",
      description: "The last day, included.",
      resolve: ({ to }) => Temporal.PlainDate.from(to),
    }),
    reason: t.exposeString("reason", { description: "The reason. Empty if none was given." }),
  }),
});

/** How far ahead a department can be booked. */
export const BookingWindowType = builder
  .objectRef<NonNullable<Department["bookingWindow"]>>("BookingWindow").implement({
    description: "How far ahead a department can be booked.",
    fields: (t) => ({
      minLeadMinutes: t.int({
        nullable: true,
        description:
          "The minimum number of minutes from now to an appointment. Null means no limit.",
        resolve: ({ minLeadMinutes }) => minLeadMinutes,
      }),
      maxDaysAhead: t.int({
        nullable: true,
        description:
          "The maximum number of days from today to an appointment. Null means no limit.",
        resolve: ({ maxDaysAhead }) => maxDaysAhead,
      }),
      refusePast: t.boolean({
        description: "Whether times in the past are refused.",
        resolve: ({ refusePast }) => refusePast ?? false,
      }),
    }),
  });
