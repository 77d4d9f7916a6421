import { Pool, type PoolClient } from "pg";
import { afterAll, expect, onTestFinished, test } from "vitest";
import type { AuditRecord, ChangeReader } from "../../../core/ports.ts";
import { CommitTrail } from "../../../gateway/persistence/commit/commit_trail.ts";
import { writeAudit } from "../../../gateway/persistence/audit/audited.ts";
import { freshDatabase } from "../../support/fresh_database.ts";
import { seedOrganization } from "../../support/seeded.ts";
import { staffOf } from "../../support/staff_callers.ts";
import { servicePerFile } from "../../support/per_file.ts";

const readers: ChangeReader[] = [];

const url = await freshDatabase();
const pool = new Pool({ connectionString: url });
const service = await servicePerFile(url);
afterAll(async () => {
  for (const reader of readers) reader.close();
  await pool.end();
});

async function follow(organizationId: number, after: number | null) {
  const reader = await service.persistence.changeFeed.follow(organizationId, after);
  readers.push(reader);
  return reader;
}

/**
 * Follows an organization from a position that is after all its changes so far. A transaction of another test file,
 * which uses the same server, can hold the position back: a reader that comes back then gets some changes again.
 */
async function followFromNow(organizationId: number): Promise<[ChangeReader, position: number]> {
  const { rows: [newest] } = await pool.query<{ id: string }>(
    "select max(id) as id from audit_entries where organization_id = $1",
    [organizationId],
  );
  // Somebody has to follow all the time. Each new beginning would wait for a moment without any transaction on the
  // server, and other files may write all the time. A feed waits only for those transactions that it has seen.
  const keeper = await follow(organizationId, null);
  for (;;) {
    const reader = await follow(organizationId, null);
    const { position, ...rest } = (await reader.next())!;
    expect(rest).toEqual({ changes: [], isIncomplete: true });
    if (position >= Number(newest!.id)) {
      keeper.close();
      return [reader, position];
    }
    reader.close();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Returns the actions of a batch, with the subjects. */
async function nextOf(reader: ChangeReader): Promise<string[]> {
  const batch = await reader.next();
  expect(batch?.isIncomplete).toBe(false);
  return batch!.changes.map(({ action, subjectId }) => `${action} ${subjectId}`);
}

function record(organizationId: number, subjectId: number): AuditRecord {
  return {
    organizationId,
    actor: { kind: "STAFF", id: 1, name: "Ada", ipAddress: null },
    action: "department.updated",
    subjectId,
    subjectName: "Dental Care",
    environment: null,
    changes: [],
    at: Temporal.Instant.from("2026-03-01T12:00:00Z"),
  };
}

async function write(client: PoolClient, made: AuditRecord) {
  await writeAudit({ client, trail: new CommitTrail() }, [made]);
}

test("a reader gets each change of its own organization, and one that comes back gets what it missed", async () => {
  const { organizationId, departmentId } = await seedOrganization(service);
  const other = await seedOrganization(service);
  const { staff } = service.application;
  const caller = staffOf(organizationId);
  const book = async (hour: number) => {
    const dateTime = `2026-12-01T${hour}:00`;
    return await staff.createAppointment(caller, { departmentId, dateTime, name: "Ada" });
  };
  const [reader, position] = await followFromNow(organizationId);

  await staff.createAppointment(staffOf(other.organizationId), {
    departmentId: other.departmentId,
    dateTime: "2026-12-01T10:00",
    name: "Grace",
  });
  const one = await book(10);
  const batch = await reader.next();
  expect(batch!.changes).toEqual([{
    id: expect.any(Number),
    action: "appointment.created",
    subjectId: one.id,
    environment: "LIVE",
    actor: { kind: "STAFF", id: 1, name: "Ada Lovelace" },
    at: expect.any(Temporal.Instant),
  }]);
  reader.close();
  expect(await reader.next()).toBeUndefined();

  const two = await book(11);
  const back = await follow(organizationId, position);
  expect(await nextOf(back)).toEqual([
    `appointment.created ${one.id}`,
    `appointment.created ${two.id}`,
  ]);
  const three = await book(12);
  expect(await nextOf(back)).toEqual([`appointment.created ${three.id}`]);
});

test("a change that is committed after a later one reaches open readers and those that come back", async () => {
  const { organizationId } = await seedOrganization(service);
  const [reader] = await followFromNow(organizationId);
  const slow = await pool.connect();
  try {
    // The transaction has its xid before the id of its entry, like every change of the service.
    await slow.query("begin; select pg_current_xact_id()");
    await write(slow, record(organizationId, 1));
    const quick = await pool.connect();
    await write(quick, record(organizationId, 2));
    quick.release();
    const batch = await reader.next();
    expect(batch!.changes.map(({ subjectId }) => subjectId)).toEqual([2]);
    const since = await follow(organizationId, batch!.position);
    expect(await nextOf(since)).toEqual(["department.updated 2"]);
    await slow.query("commit");
    expect(await nextOf(reader)).toEqual(["department.updated 1"]);
    expect(await nextOf(since)).toEqual(["department.updated 1"]);
  } finally {
    slow.release();
  }
});

test("a position that is ahead of the database, or too old, makes the reader read everything again", async () => {
  const { organizationId } = await seedOrganization(service);
  const ahead = await follow(organizationId, Number.MAX_SAFE_INTEGER);
  expect((await ahead.next())!.isIncomplete).toBe(true);
  const client = await pool.connect();
  for (let i = 1; i <= 510; i += 1) await write(client, record(organizationId, i));
  client.release();
  const old = await follow(organizationId, 0);
  expect((await old.next())!.isIncomplete).toBe(true);
});

test("a reader that takes nothing gets one incomplete batch instead of many changes", async () => {
  const { organizationId } = await seedOrganization(service);
  const [slow, quick] = [await follow(organizationId, null), await follow(organizationId, null)];
  await slow.next();
  await quick.next();
  const client = await pool.connect();
  onTestFinished(() => client.release());
  let seen = 0;
  for (let i = 1; i <= 1200; i += 1) {
    await write(client, record(organizationId, i));
    if (i % 300 === 0) {
      while (seen < i) {
        const { changes, isIncomplete } = (await quick.next())!;
        // A transaction of another test file can hold the position so far back that one batch has not room for all.
        seen = isIncomplete ? i : seen + changes.length;
      }
    }
  }
  expect(await slow.next()).toMatchObject({ changes: [], isIncomplete: true });
});

test("the statement reads the primary key of the audit entries", async () => {
  const { rows } = await pool.query(`
    explain (costs off) select * from audit_entries a
    where a.organization_id = 1 and a.id > 5
    order by a.organization_id desc, a.id desc limit 501`);
  expect(JSON.stringify(rows)).toContain("audit_entries_pkey");
});
