import type { Kind } from "./measurements.ts";

/** What the load needs to know of a seeded database to ask for things that are there. */
export interface Seeded {
  organizationId: number;
  departmentId: number;
  firstAppointmentId: number;
  /** Appointments beforehand, of consecutive ids, made by the first requests of `bookingOf`. */
  appointments: number;
  /** Each connection has `keysPerConnection` of them for itself, so that none meets its hourly limit. */
  keys: string[];
}

/** One request, the same for every server. */
export interface LoadRequest {
  method: "GET" | "POST";
  path: string;
  body: string | null;
}

/** Keys of each connection: two are allowed 2,000,000 requests an hour, more than it asks for. */
export const keysPerConnection = 2;
/** Requests an hour of each key, the most that the service allows. */
export const rateLimitPerHour = 1_000_000;

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

/** The booking of this number: no two numbers ever fill a slot. */
export function bookingOf(number: number, { departmentId }: Pick<Seeded, "departmentId">) {
  return {
    departmentId,
    dateTime: dateTimeOf(number),
    name: names[number % names.length]!,
    externalUserId: `user-${number % 1000}`,
  };
}

/** A request of a kind; `number` counts the creations of a database, what is read is drawn at random. */
export function requestOf(kind: Kind, seeded: Seeded, number: number): LoadRequest {
  const read = (path: string): LoadRequest => ({
    method: "GET",
    path: `/api/v1${path}`,
    body: null,
  });
  switch (kind) {
    case "create": {
      const body = JSON.stringify(bookingOf(number, seeded));
      return { method: "POST", path: "/api/v1/appointments", body };
    }
    case "read":
      return read(`/appointments/${seeded.firstAppointmentId + below(seeded.appointments)}`);
    case "availability": {
      const dateTime = dateTimeOf(below(seeded.appointments));
      return read(`/departments/${seeded.departmentId}/availability?dateTime=${dateTime}`);
    }
    case "list":
      return read(`/appointments?page=${below(pages)}&size=${pageSize}`);
  }
}

function dateTimeOf(number: number): string {
  const bookingsInBlock = slotsInBlock * bookingsPerSlot;
  const block = Math.floor(number / bookingsInBlock);
  const slot = block * slotsInBlock + (number % bookingsInBlock) * stride % slotsInBlock;
  const day = Math.floor(slot / slotsPerDay);
  const minute = firstMinute + (slot % slotsPerDay) * slotMinutes;
  return new Date(firstDayMs + (day * 1440 + minute) * 60_000).toISOString().slice(0, 19);
}

function below(limit: number): number {
  return Math.floor(Math.random() * limit);
}
