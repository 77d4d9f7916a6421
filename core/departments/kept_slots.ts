import type { BookingScope } from "../environment.ts";
import type { Availability } from "./check_availability.ts";
import type { PlacesVersion } from "./departments.ts";

/** What a list of slots is true for. */
interface Validity {
  /** The version of the settings and places that were read. */
  version: PlacesVersion;
  now: Temporal.Instant;
  timeZone: string;
}

/** A list of slots, and its part of each date. */
export interface SlotList {
  slots: readonly Availability[];
  days: readonly (readonly Availability[])[];
}

/** A list in memory. */
export type KeptList = Validity & SlotList;

/**
 * Keeps lists of slots in memory, so that a client that looks at a month again costs one lookup. A list is returned only
 * while everything that it depends on is the same.
 */
export interface KeptSlots {
  find(key: string, validity: Validity): readonly Availability[] | undefined;
  keep(key: string, list: KeptList): void;
  /**
   * Computes and keeps a list, once for all requests that need it at the same time. A request that began after a change
   * has another version, so it never gets a list from before the change. `slotsOf` gets the kept list if nothing but
   * places can have changed since.
   */
  compute(
    key: string,
    validity: Validity,
    slotsOf: (earlier: KeptList | undefined) => Promise<ComputedSlots>,
  ): Promise<ComputedSlots>;
}

/** A list, and whether its computation waited for a turn. Then so did all requests that share it. */
export interface ComputedSlots extends SlotList {
  hasWaited: boolean;
}

/** The maximum number of rows in memory: some 30 MB. */
const maxRows = 200_000;

/** Creates an empty memory. It forgets the lists that were not used for the longest time. */
export function createKeptSlots(max = maxRows): KeptSlots {
  const lists = new Map<string, KeptList>();
  const running = new Map<string, Promise<ComputedSlots>>();
  let rows = 0;

  function remove(key: string): void {
    rows -= sizeOf(lists.get(key));
    lists.delete(key);
  }

  function keep(key: string, list: KeptList): void {
    remove(key);
    const size = sizeOf(list);
    if (size > max / 4) return;
    lists.set(key, list);
    rows += size;
    while (rows > max) remove(lists.keys().next().value!);
  }

  return {
    keep,
    async compute(key, validity, slotsOf) {
      const { version: { settings, position }, now, timeZone } = validity;
      const question = [key, settings, position, timeZone, minuteOf(now)].join(" ");
      const known = running.get(question);
      if (known) return await known;
      const kept = lists.get(key);
      const isEarlier = kept && isSameExceptPlaces(kept, validity) &&
        kept.version.position < position;
      const computing = slotsOf(isEarlier ? kept : undefined);
      running.set(question, computing);
      try {
        const computed = await computing;
        keep(key, { ...validity, slots: computed.slots, days: computed.days });
        return computed;
      } finally {
        running.delete(question);
      }
    },
    find(key, validity) {
      const list = lists.get(key);
      const isValid = list && isSameExceptPlaces(list, validity) &&
        list.version.position === validity.version.position;
      if (!isValid) return undefined;
      // The last one is forgotten last.
      lists.delete(key);
      lists.set(key, list);
      return list.slots;
    },
  };
}

/** An empty list takes memory too. */
function sizeOf(list: KeptList | undefined): number {
  return list ? list.slots.length + 10 : 0;
}

function isSameExceptPlaces(one: Validity, other: Validity): boolean {
  return one.version.settings === other.version.settings && one.timeZone === other.timeZone &&
    minuteOf(one.now) === minuteOf(other.now);
}

/**
 * Returns the minute that ends at a time or contains it. Slots begin at full minutes, so time changes no slot within a
 * minute. At its end, a slot that begins then is not past yet.
 */
function minuteOf(at: Temporal.Instant): number {
  return Math.ceil(at.epochMilliseconds / 60_000);
}

/** Returns the key of a list. */
export function slotsKey(
  { organizationId, environment }: BookingScope,
  departmentId: number,
  { startDate, endDate, workerId, onlyAvailable }: {
    startDate: Temporal.PlainDate;
    endDate: Temporal.PlainDate;
    workerId?: number | undefined;
    onlyAvailable: boolean;
  },
): string {
  const range = [startDate.toString(), endDate.toString()];
  return [organizationId, environment, departmentId, ...range, workerId, onlyAvailable].join(" ");
}
