import { Client } from "pg";
import { expect } from "vitest";
import { findViolations, type StoredRows } from "../../../support/acknowledgements/check.ts";
import { readStoredRows, receivedEvent } from "../../../support/acknowledgements/stored_rows.ts";
import { checkLedger } from "../../../support/ledger_audit.ts";
import type { Received } from "../../../support/receivers.ts";
import type { CellOrganization, SplitStage } from "./split.ts";

/** Runs work with a connection to a database. */
async function inDatabase<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Waits until each cell has delivered everything of its open organizations, and added up its usage. */
export async function waitForRest({ urls }: SplitStage): Promise<void> {
  const waiting = `select (
      select count(*) from webhook_attempts a join organizations o on o.id = a.organization_id
      where a.status = 'PENDING' and o.closed_at is null
    ) + (select count(*) from usage_deltas) as count`;
  for (const url of urls) {
    await expect.poll(
      () => inDatabase(url, async (client) => Number((await client.query(waiting)).rows[0].count)),
      { timeout: 120_000, interval: 500 },
    ).toBe(0);
  }
}

const idsOf = (organizations: readonly CellOrganization[]) =>
  new Set(organizations.map(({ organizationId }) => organizationId));

function rowsOf(stored: StoredRows, ids: ReadonlySet<number>): StoredRows {
  const isOf = ({ organizationId }: { organizationId: number }) => ids.has(organizationId);
  return {
    appointments: stored.appointments.filter(isOf),
    creditEntries: stored.creditEntries.filter(isOf),
    balances: stored.balances.filter(isOf),
  };
}

/** Checks each cell against what the callers and the receivers got. Returns figures. */
export async function checkCells({ organizations, urls, receivers }: SplitStage) {
  const received = await receivers.take();
  const cells = [false, true].map((isMoving) =>
    organizations.filter((one) => one.isMoving === isMoving)
  );
  const stored = [await readStoredRows(urls[0]), await readStoredRows(urls[1])];
  for (const [i, own] of cells.entries()) {
    await checkLedger(urls[i]!);
    const ids = idsOf(own);
    const { appointments } = rowsOf(stored[i]!, ids);
    for (const one of own) expectAcknowledged(one, stored[i]!, received);
    expectNothingNew(rowsOf(stored[1 - i]!, ids), rowsOf(stored[i]!, ids));
    await expectUsage(urls[i]!, ids, appointments.length);
    await expectEvents(urls[i]!, ids, received);
  }
  return {
    appointments: stored.flatMap((rows, i) => rowsOf(rows, idsOf(cells[i]!)).appointments).length,
    deliveries: received.length,
    "deliveries that came twice": received.length -
      new Set(received.map(({ eventId }) => eventId)).size,
  };
}

/** Compares the rows of an organization with what its callers were answered and what came in of it. */
function expectAcknowledged(
  one: CellOrganization,
  stored: StoredRows,
  received: readonly Received[],
): void {
  const rows = rowsOf(stored, idsOf([one]));
  const known = new Set(rows.appointments.map(({ qrCode }) => qrCode));
  const events = received.map(receivedEvent)
    .filter(({ appointment }) => known.has(appointment.qrCode));
  const { acknowledgements } = one.callers;
  expect(findViolations({ acknowledgements, events }, rows)).toEqual([]);
}

/** The copy of an organization in the other cell has nothing that its own cell does not have. */
function expectNothingNew(copy: StoredRows, own: StoredRows): void {
  const known = new Set(own.appointments.map(({ id, qrCode }) => `${id} ${qrCode}`));
  const foreign = copy.appointments.filter(({ id, qrCode }) => !known.has(`${id} ${qrCode}`));
  expect(foreign).toEqual([]);
}

/** Each creation of a caller is one call that cost one credit, in the entries and in their sums. */
async function expectUsage(url: string, ids: ReadonlySet<number>, appointments: number) {
  const [row] = await inDatabase(url, async (client) =>
    (await client.query(
      `select (select sum(credits_consumed)::int from usage_entries where organization_id = any($1)) as entries,
        (select sum(credits)::int from usage_rollups
          where organization_id = any($1) and kind = 'TOTAL') as sums`,
      [[...ids]],
    )).rows);
  expect(row).toEqual({ entries: appointments, sums: appointments });
}

/** Each event of the cell came in, and an appointment was created in one event only. */
async function expectEvents(url: string, ids: ReadonlySet<number>, received: readonly Received[]) {
  const written = await inDatabase(url, async (client) =>
    (await client.query<{ id: string }>(
      "select id from webhook_events where organization_id = any($1)",
      [[...ids]],
    )).rows);
  const came = new Set(received.map(({ eventId }) => eventId));
  expect(written.filter(({ id }) => !came.has(id))).toEqual([]);
  const created = new Map<string, string>();
  for (const one of received) {
    const { type, appointment: { qrCode } } = receivedEvent(one);
    if (type !== "appointment.created") continue;
    expect(created.get(qrCode) ?? one.eventId).toBe(one.eventId);
    created.set(qrCode, one.eventId);
  }
}

/** Removes the organizations that a cell does not serve, and checks that no row of them is left and all others are. */
export async function removeForeign({ organizations, urls, admin }: SplitStage): Promise<number> {
  let removed = 0;
  for (const cell of [0, 1] as const) {
    const url = urls[cell];
    const foreign = organizations.filter(({ isMoving }) => isMoving === (cell === 0));
    const own = organizations.filter((one) => !foreign.includes(one));
    const before = await countRows(url, own);
    removed += Object.values(await countRows(url, foreign)).reduce((sum, count) => sum + count, 0);
    // The proof does not wait for the minute that must pass.
    await inDatabase(
      url,
      (client) =>
        client.query(
          "update organizations set closed_at = closed_at - interval '1 minute' where closed_at is not null",
        ),
    );
    for (const { organizationId } of foreign) {
      await admin(cell, "organization", "remove", "--id", `${organizationId}`, "--name", "Test");
    }
    expect(Object.values(await countRows(url, foreign)).filter((count) => count > 0)).toEqual([]);
    expect(await countRows(url, own)).toEqual(before);
    await checkLedger(url);
  }
  return removed;
}

/** Counts the rows of organizations in each table that has such rows. */
function countRows(
  url: string,
  organizations: readonly CellOrganization[],
): Promise<Record<string, number>> {
  return inDatabase(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
        and not c.relispartition and a.attname = 'organization_id'`,
    );
    const counts: Record<string, number> = {};
    for (const { name } of rows) {
      const found = await client.query(
        `select count(*)::int as count from ${name} where organization_id = any($1)`,
        [[...idsOf(organizations)]],
      );
      counts[name] = found.rows[0].count;
    }
    return counts;
  });
}
