import type { Department } from "../../../core/mod.ts";
import { builder } from "../builder.ts";

type OpeningHours = NonNullable<Department["openingHours"]>;
type OpenInterval = NonNullable<OpeningHours["monday"]>[number];

const OpenIntervalType = builder.objectRef<OpenInterval>("OpenInterval").implement({
  description: "Open from `opens` on and before `closes`, on the organization's clock.",
  fields: (t) => ({
    opens: t.exposeString("opens", { description: "`HH:mm`, from 00:00 on." }),
    closes: t.exposeString("closes", { description: "`HH:mm`, up to 24:00." }),
  }),
});

/** When a department is open. */
export const OpeningHoursType = builder.objectRef<OpeningHours>("OpeningHours").implement({
  description: "When a department is open on each weekday; none means closed.",
  fields: (t) => {
    const day = (name: keyof OpeningHours, on: string) =>
      t.field({
        type: [OpenIntervalType],
        description: `When it is open on ${on}, earliest first.`,
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
      description: "The first of them.",
      resolve: ({ from }) => Temporal.PlainDate.from(from),
    }),
    to: t.field({
      type: "Date",
      description: "The last of them.",
      resolve: ({ to }) => Temporal.PlainDate.from(to),
    }),
    reason: t.exposeString("reason", { description: "Why; empty if nothing was given." }),
  }),
});

/** How far from now a department can be booked. */
export const BookingWindowType = builder
  .objectRef<NonNullable<Department["bookingWindow"]>>("BookingWindow").implement({
    description: "How far from now a department can be booked.",
    fields: (t) => ({
      minLeadMinutes: t.int({
        nullable: true,
        description: "Minutes between now and the earliest time; null means no such limit.",
        resolve: ({ minLeadMinutes }) => minLeadMinutes,
      }),
      maxDaysAhead: t.int({
        nullable: true,
        description: "Days after today of the last time; null means no such limit.",
        resolve: ({ maxDaysAhead }) => maxDaysAhead,
      }),
      refusePast: t.boolean({
        description: "Whether times before now are refused.",
        resolve: ({ refusePast }) => refusePast ?? false,
      }),
    }),
  });
