import type { Kind } from "./measurements.ts";

/** What the load needs to know of a seeded database. */
export interface Seeded {
  organizationId: number;
  departmentId: number;
  /** Keys of the main organization. */
  keys: string[];
  /** Its appointments, made by the first requests of `bookingOf`. */
  appointmentIds: number[];
  /** Organizations without appointments, for creations that are spread over them. */
  others: { departmentId: number; key: string }[];
}

/** One request, the same for every server. */
export interface LoadRequest {
  method: "GET" | "POST";
  path: string;
  key: string;
  body: string | null;
  /** The header `If-None-Match`. */
  known?: string;
}

const slotMinutes = 30;
// From 06:00 to 22:00, so that no time falls into the hour which the clocks skip.
const firstMinute = 6 * 60;
const slotsPerDay = 32;
const firstDayMs = Date.UTC(2027, 0, 1);
// 256 days are filled at a time, in scattered order, until each slot holds 3 of the 5 it could.
const slotsInBlock = 8192;
const bookingsPerSlot = 3;
// Prime, so that it visits every slot of a block.
const stride = 4099;
const pages = 20;
const pageSize = 20;

const names = ["Ada Lovelace", "Alan Turing", "Grace Hopper", "Emmy Noether", "Konrad Zuse"];

/** Returns the booking of a number. Bookings of different numbers never fill a slot. */
export function bookingOf(number: number, departmentId: number) {
  return {
    departmentId,
    dateTime: dateTimeOf(number),
    name: names[number % names.length]!,
    externalUserId: `user-${number % 1000}`,
  };
}

/**
 * Returns a request of a kind. `nextNumber` counts the creations of a database. Everything else is drawn at
 * random.
 */
export function requestOf(kind: Kind, seeded: Seeded, nextNumber: () => number): LoadRequest {
  switch (kind) {
    case "create":
      return creation(nextNumber(), { ...seeded, key: oneOf(seeded.keys) });
    case "create in many":
      return creation(nextNumber(), oneOf(seeded.others));
    case "read":
      return read(seeded, `/appointments/${oneOf(seeded.appointmentIds)}`);
    case "availability": {
      const dateTime = dateTimeOf(below(seeded.appointmentIds.length));
      return read(seeded, `/departments/${seeded.departmentId}/availability?dateTime=${dateTime}`);
    }
    case "list":
      return read(seeded, `/appointments?page=${below(pages)}&size=${pageSize}`);
    case "slots":
      return slotsOfMonth(seeded, 1 + below(monthsOfSeed));
    case "known slots":
      // Any tag, so that the load need not read one first. Both servers look for changes before they compare.
      return { ...slotsOfMonth(seeded, 1 + below(monthsOfSeed)), known: "*" };
    case "slots after a booking":
      isAfterBooking = !isAfterBooking;
      return isAfterBooking
        ? requestOf("create", seeded, nextNumber)
        : slotsOfMonth(seeded, 1 + below(monthsOfSeed));
    case "mix":
      return requestOf(kindOfMix(below(10)), seeded, nextNumber);
  }
}

let isAfterBooking = false;

// The seeded appointments are in the first 256 days of 2027.
const monthsOfSeed = 8;

function slotsOfMonth(seeded: Seeded, month: number): LoadRequest {
  const first = new Date(Date.UTC(2027, month - 1, 1));
  const last = new Date(Date.UTC(2027, month, 0));
  const [startDate, endDate] = [first, last].map((date) => date.toISOString().slice(0, 10));
  const query = `startDate=${startDate}&endDate=${endDate}`;
  return read(seeded, `/departments/${seeded.departmentId}/slots?${query}`);
}

/** 70 % availability, 20 % reads, 10 % creations. */
function kindOfMix(tenth: number): Kind {
  if (tenth < 7) return "availability";
  return tenth < 9 ? "read" : "create";
}

function creation(
  number: number,
  { departmentId, key }: { departmentId: number; key: string },
): LoadRequest {
  const body = JSON.stringify(bookingOf(number, departmentId));
  return { method: "POST", path: "/api/v1/appointments", key, body };
}

function read({ keys }: Seeded, path: string): LoadRequest {
  return { method: "GET", path: `/api/v1${path}`, key: oneOf(keys), body: null };
}

function dateTimeOf(number: number): string {
  const bookingsInBlock = slotsInBlock * bookingsPerSlot;
  const block = Math.floor(number / bookingsInBlock);
  const slot = block * slotsInBlock + (number % bookingsInBlock) * stride % slotsInBlock;
  const day = Math.floor(slot / slotsPerDay);
  const minute = firstMinute + (slot % slotsPerDay) * slotMinutes;
  return new Date(firstDayMs + (day * 1440 + minute) * 60_000).toISOString().slice(0, 19);
}

function oneOf<T>(list: readonly T[]): T {
  return list[below(list.length)]!;
}

function below(limit: number): number {
  return Math.floor(Math.random() * limit);
}
