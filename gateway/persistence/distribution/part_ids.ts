import type { ClientBase, Pool } from "pg";
import { rowsIn, rowsOf, type Statement } from "../database/statement.ts";

/** Ids for the rows of some bookings: those of appointments, and the first one of each other table. */
export interface BookingIds {
  appointments: number[];
  credits: string;
  usage: string;
  audit: string;
}

/** The coordinator gives ids in a row, unless another session draws some in between. */
const maxDraws = 20;

type Drawn = Record<"appointments", string[]> & Record<"credits" | "usage" | "audit", string[]>;

const draw: Statement<Drawn> = {
  name: "draw ids of bookings",
  text: `
    select array_agg(a order by a) as appointments, array[min(c), max(c)] as credits,
      array[min(u), max(u)] as usage, array[min(e), max(e)] as audit
    from (
      select nextval('appointments_id_seq') as a, nextval('credit_entries_id_seq') as c,
        nextval('usage_entries_id_seq') as u, nextval('audit_entries_id_seq') as e
      from generate_series(1, $1::int) offset 0
    ) drawn`,
};

const drawAttempts: Statement<{ ids: string[] }> = {
  name: "draw ids of attempts",
  text: `
    select array[min(id), max(id)] as ids
    from (select nextval('webhook_attempts_id_seq') as id from generate_series(1, $1::int) offset 0) drawn`,
};

/**
 * Draws ids for bookings from the sequences of the coordinator. The caller holds the balances, so within a scope the order of
 * the ids is the order of the bookings, on whatever node they are made.
 */
export async function drawBookingIds(pool: Pool, count: number): Promise<BookingIds> {
  for (let draws = 0; draws < maxDraws; draws += 1) {
    const [drawn] = await rowsOf(pool, draw, [count]);
    const { appointments, credits, usage, audit } = drawn!;
    if ([credits, usage, audit].every((one) => isRow(one, count))) {
      return {
        appointments: appointments.map(Number),
        credits: credits[0]!,
        usage: usage[0]!,
        audit: audit[0]!,
      };
    }
  }
  throw new Error("Cannot draw ids in a row");
}

/** Draws ids for attempts, and returns the first one. */
export async function drawAttemptIds(pool: Pool, count: number): Promise<string> {
  for (let draws = 0; draws < maxDraws; draws += 1) {
    const [drawn] = await rowsOf(pool, drawAttempts, [count]);
    if (isRow(drawn!.ids, count)) return drawn!.ids[0]!;
  }
  throw new Error("Cannot draw ids in a row");
}

function isRow([first, last]: readonly string[], count: number): boolean {
  return Number(last) - Number(first) + 1 === count;
}

const set: Statement<never> = {
  name: "set the ids of bookings",
  text: `select setval('credit_entries_id_seq', $1::bigint, false),
    setval('usage_entries_id_seq', $2::bigint, false), setval('audit_entries_id_seq', $3::bigint, false)`,
};

const setAttempts: Statement<never> = {
  name: "set the ids of attempts",
  text: "select setval('webhook_attempts_id_seq', $1::bigint, false)",
};

/** Sets the sequences of a part's session, in the packet of the rows that get the ids. */
export async function setIds(
  client: ClientBase,
  { credits, usage, audit }: BookingIds,
  attempts: string | undefined,
): Promise<void> {
  await Promise.all([
    rowsIn(client, set, [credits, usage, audit]),
    attempts !== undefined && setAttemptIds(client, attempts),
  ]);
}

/** The same for attempts alone. */
export async function setAttemptIds(client: ClientBase, first: string): Promise<void> {
  await rowsIn(client, setAttempts, [first]);
}
