import type { Fault } from "../errors.ts";
import { say } from "../messages.ts";
import type { ListName } from "./lists.ts";
import { instantsOf } from "./zone_offsets.ts";

/** Days of the organization, both included. Null or absent leaves a side open. */
export interface DayBounds {
  from?: Temporal.PlainDate | null | undefined;
  to?: Temporal.PlainDate | null | undefined;
}

/** The filters that days stand for. */
interface TimeFilters {
  from: string;
  to: string;
  /** Instants and local times end before `to`; days include it. */
  kind: "instant" | "local" | "day";
}

/** The time of an item by which a list is limited to days. Lists without one have no period. */
const times: Partial<Record<ListName, TimeFilters>> = {
  appointments: { from: "dateTimeFrom", to: "dateTimeTo", kind: "local" },
  visits: { from: "from", to: "to", kind: "day" },
  creditEntries: { from: "from", to: "to", kind: "instant" },
  webhookDeliveries: { from: "from", to: "to", kind: "instant" },
  usageLogs: { from: "from", to: "to", kind: "instant" },
};

const creationTimes: TimeFilters = { from: "createdFrom", to: "createdTo", kind: "instant" };

/** A request with days, and its filter. */
interface RequestWithDays extends DayBounds {
  filter: object;
  /** The days of creation. Only appointments have them besides the days of the list. */
  created?: DayBounds | null | undefined;
}

/** Converts the days of a request to the values of its filter. Returns the filter and the invalid fields. */
export function parsePeriod(
  list: ListName,
  { from, to, created, filter }: RequestWithDays,
  timeZone: string,
): { filter: Record<string, unknown>; faults: Fault[] } {
  const parts = [
    { days: { from, to }, filters: times[list], prefix: "" },
    { days: created ?? {}, filters: creationTimes, prefix: "filter.created." },
  ];
  const bounds: Record<string, unknown> = {};
  const faults: Fault[] = [];
  for (const { days, filters, prefix } of parts) {
    if (!filters) continue;
    if (days.from && days.to && Temporal.PlainDate.compare(days.from, days.to) > 0) {
      const message = say("endBeforeStart", { start: `${prefix}from` });
      faults.push({ field: `${prefix}to`, message });
    }
    for (const side of ["from", "to"] as const) {
      const day = days[side];
      if (!day) continue;
      const name = filters[side];
      if (isGiven(filter, name)) {
        const message = say("daysAndTimes", { time: `filter.${name}` });
        faults.push({ field: `${prefix}${side}`, message });
      }
      bounds[name] = boundOf(day, { side, timeZone, kind: filters.kind });
    }
  }
  return { filter: { ...filter, ...bounds }, faults };
}

function isGiven(filter: object, name: string): boolean {
  return ((filter as Record<string, unknown>)[name] ?? null) !== null;
}

/** Returns a day as the value of a filter. Null, no bound, at the end of the year 9999. */
function boundOf(
  day: Temporal.PlainDate,
  { side, timeZone, kind }: {
    side: "from" | "to";
    timeZone: string;
    kind: TimeFilters["kind"];
  },
): Temporal.PlainDate | Temporal.PlainDateTime | Temporal.Instant | null {
  if (kind === "day") return day;
  if (kind === "instant") return instantsOf({ from: day, to: day }, timeZone)[side];
  if (side === "from") return day.toPlainDateTime();
  const next = day.add({ days: 1 });
  return next.year > 9999 ? null : next.toPlainDateTime();
}
