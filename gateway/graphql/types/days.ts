import { builder } from "../builder.ts";

/**
 * Returns the arguments for the days of a list. All days in arguments are days of the organization, both included
 * (gateway/graphql/README.md 6). `items` says what happened on a day, such as "calls that arrived".
 */
export function daysArgs(items: string) {
  return builder.args((t) => ({
    from: t.field({ type: "Date", description: `Returns only ${items} on this day or later.` }),
    to: t.field({ type: "Date", description: `Returns only ${items} on this day or earlier.` }),
  }));
}

/** Why the exact times of a filter are deprecated. They stay and work, also together with the days of the other side. */
export const replacedByDays = {
  from: { deprecationReason: "Use the argument `from` of the list: the first day." },
  to: { deprecationReason: "Use the argument `to` of the list: the last day, included." },
};

/** A range of days in a filter. */
export const DateRangeType = builder.inputType("DateRange", {
  description:
    "Days in the organization's time zone, both included. A null or omitted day leaves its side open.",
  fields: (t) => ({
    from: t.field({ type: "Date", description: "The first day." }),
    to: t.field({ type: "Date", description: "The last day, included." }),
  }),
});
