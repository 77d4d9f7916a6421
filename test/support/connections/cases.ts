import { brokenOff, commitLock, nameThatWaits, type Stage } from "./stage.ts";

/** A kind of connection in a state. */
export interface Case {
  name: string;
  /** What another session holds so that the connection waits; nothing where it is idle. */
  hold?: string;
  /** Has a caller wait; the status of the answer. Without it the service does so by itself. */
  call?: (stage: Stage) => Promise<number>;
  /** The answers that callers may get. */
  answers?: readonly number[];
  /** Finds the connection in `pg_stat_activity`. */
  is: string;
}

const pool = "application_name = 'appointment-booking'";
const reporting = "application_name = 'appointment-booking reporting'";
const waitsFor = (words: string) => `wait_event_type = 'Lock' and query ilike '%${words}%'`;

/** Connections of bookings. Apart from the others, whose locks no booking gets past. */
export const bookingCases: readonly Case[] = [
  {
    name: "a booking that waits at the gate",
    hold: "select from balances where environment = 'TEST' for update",
    call: ({ book }) => book("Waits at the gate", "TEST"),
    answers: [201, 503],
    is: `${pool} and ${waitsFor("balances")}`,
  },
  {
    name: "a booking in its COMMIT",
    hold: `select pg_advisory_xact_lock(${commitLock})`,
    call: ({ book }) => book(nameThatWaits),
    answers: [201, 503],
    is: `${pool} and query = 'commit' and wait_event = 'advisory'`,
  },
];

/** Every other kind of connection that the service has while it serves. */
export const otherCases: readonly Case[] = [
  {
    name: "idle connections of both pools",
    is:
      `state = 'idle' and application_name in ('appointment-booking', 'appointment-booking reporting')`,
  },
  {
    name: "the listener",
    is: "application_name = 'appointment-booking listener'",
  },
  {
    name: "a read",
    hold: "lock table departments in access exclusive mode",
    call: ({ call }) => call("GET", "/api/v1/departments"),
    answers: [200, 503],
    is: `${pool} and ${waitsFor("departments")}`,
  },
  {
    name: "a statement of the ORM",
    hold: "select from webhooks for update",
    call: ({ call, webhookId }) =>
      call("PATCH", `/api/staff/webhooks/${webhookId}`, { isActive: true }),
    answers: [200, 503],
    is: `${pool} and ${waitsFor("webhooks")}`,
  },
  {
    name: "a report in its transaction",
    hold: "lock table credit_entries in access exclusive mode",
    call: ({ report }) => report(),
    answers: [200, 503],
    is: `${reporting} and ${waitsFor("credit_entries")}`,
  },
  {
    name: "an export of the log",
    hold: "lock table usage_entries in access exclusive mode",
    call: ({ call }) =>
      call("GET", "/api/staff/api-usage/export/csv?startDate=2026-01-01&endDate=2026-12-31"),
    answers: [200, 503, brokenOff],
    is: `${pool} and ${waitsFor("select%usage_entries")} and query not ilike '%insert%'`,
  },
  {
    name: "the writer of the log of usage",
    hold: "lock table usage_entries in access exclusive mode",
    call: ({ call }) => call("GET", "/api/v1/appointments?startDate=none"),
    answers: [400],
    is: `${pool} and ${waitsFor("insert into usage_entries")}`,
  },
  {
    name: "the rollups of usage",
    hold: "lock table usage_deltas in access exclusive mode",
    is: `${pool} and ${waitsFor("delete from usage_deltas")}`,
  },
  {
    name: "the claims of deliveries",
    hold: "lock table webhook_attempts in access exclusive mode",
    is: `${pool} and ${waitsFor("webhook_attempts")} and query ilike '%recursive%'`,
  },
];
