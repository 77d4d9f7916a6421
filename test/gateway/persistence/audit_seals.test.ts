import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Client, Pool } from "pg";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { AuditRecord } from "../../../core/mod.ts";
import { CommitTrail } from "../../../gateway/persistence/commit/commit_trail.ts";
import { sealAudit } from "../../../gateway/persistence/audit/audit_seals.ts";
import { writeAudit } from "../../../gateway/persistence/audit/audited.ts";
import { createAuditSeals } from "../../../gateway/persistence/audit/check_seals.ts";
import { freshDatabase } from "../../support/fresh_database.ts";
import { folderPerFile } from "../../support/per_file.ts";
import { adminHere, sayHere } from "../process/spawned.ts";

const url = await freshDatabase();
const pool = new Pool({ connectionString: url });
afterAll(() => pool.end());
const folder = await folderPerFile("audit-seals");
const seals = createAuditSeals(pool);
const at = Temporal.Instant.from("2026-03-01T12:00:00.007Z");

let organizationId: number;
beforeEach(async () => {
  const { rows } = await pool.query(
    "insert into organizations (name, time_zone, created_at) values ('Own', 'UTC', now()) returning id",
  );
  organizationId = rows[0].id;
});

const columns =
  `organization_id, actor_kind, actor_id, actor_name, action, subject_kind, subject_id,
  subject_name, changes, created_at, transaction_tag`;

const record = (subjectId: number): AuditRecord => ({
  organizationId,
  actor: { kind: "STAFF", id: 7, name: "Ada\nÄ", ipAddress: "203.0.113.9" },
  action: "appointment.created",
  subjectId,
  subjectName: "",
  environment: "LIVE",
  changes: [{ field: "overrideReason", before: null, after: "Mrs Petrova asked" }],
  at,
});

async function write(...subjects: number[]): Promise<void> {
  const client = await pool.connect();
  await writeAudit({ client, trail: new CommitTrail() }, subjects.map(record));
  client.release();
}

const allLines = () => Array.fromAsync(seals.lines(organizationId, { after: 0, last: null }));
const checked = () => Array.fromAsync(seals.check(organizationId));
/** The entries of each seal, and whether it is sound. */
const found = async () =>
  (await checked()).map(({ entries, found, isSound }) => [entries, found, isSound]);

test("a seal is the hash of the seal before and of the lines of its entries", async () => {
  await write(1, 2);
  await sealAudit(pool);
  await write(3);
  await sealAudit(pool);
  expect(await sealAudit(pool)).toBe(0);
  let previous = "";
  for (const { after, last, hash } of await checked()) {
    const lines = await Array.fromAsync(seals.lines(organizationId, { after, last }));
    const text = [previous, ...lines.map(({ line }) => line)].map((line) => `${line}\n`).join("");
    expect(createHash("sha256").update(text).digest("hex")).toBe(hash);
    previous = hash;
  }
  expect(await found()).toEqual([[2, 2, true], [1, 1, true]]);
  const [first] = await allLines();
  const { id, personal, ...rest } = JSON.parse(first!.line);
  expect(rest).toEqual({
    at: "2026-03-01T12:00:00.007Z",
    organizationId,
    actor: { kind: "STAFF", id: 7 },
    action: "appointment.created",
    subject: { id: 1, hasName: false },
    environment: "LIVE",
    changes: [{ field: "overrideReason" }],
  });
  expect(createHash("sha256").update(first!.personal!).digest("hex")).toBe(personal);
  expect(JSON.parse(first!.personal!)).toEqual({
    personalOf: id,
    salt: expect.stringMatching(/^[0-9a-f-]{36}$/),
    actorName: "Ada\nÄ",
    ipAddress: "203.0.113.9",
    subjectName: "",
    changes: [{ field: "overrideReason", before: null }],
  });
});

test("an entry that is committed after one with a higher id is in the seal", async () => {
  const late = await pool.connect();
  await late.query("begin");
  await late.query("select pg_current_xact_id()");
  await writeAudit({ client: late, trail: new CommitTrail() }, [record(1)]);
  await write(2);
  // Nothing is sealed before the transaction has ended.
  let tries = 0;
  expect(await sealAudit(pool, () => ++tries > 2)).toBe(0);
  expect(await found()).toEqual([]);
  const sealing = sealAudit(pool);
  await late.query("commit");
  late.release();
  expect(await sealing).toBe(2);
  expect(await found()).toEqual([[2, 2, true]]);
});

test("several processes that seal at once seal each entry once", async () => {
  await pool.query(
    `insert into audit_entries (organization_id, actor_kind, actor_name, action, subject_kind, subject_id,
       subject_name, changes, created_at, transaction_tag)
     select $1, 'OPERATOR', 'Operator', 'worker.created', 'worker', n, '', '[]', now(), gen_random_uuid()
     from generate_series(1, 5001) n`,
    [organizationId],
  );
  const turns = await Promise.all([1, 2, 3, 4].map(() => sealAudit(pool)));
  const left = await sealAudit(pool);
  expect(turns.reduce((sum, one) => sum + one, left)).toBe(5001);
  expect(await found()).toEqual([[5000, 5000, true], [1, 1, true]]);
});

test("the erasure of a reason changes no seal", async () => {
  await write(1);
  await sealAudit(pool);
  const client = await pool.connect();
  const erased = { ...record(1), action: "appointment.erased" as const, changes: [] };
  await writeAudit({ client, trail: new CommitTrail() }, [erased]);
  client.release();
  const { rowCount } = await pool.query(
    `update audit_entries set changes = '[{"field": "overrideReason", "before": null}]'
     where organization_id = $1 and action = 'appointment.created'`,
    [organizationId],
  );
  expect(rowCount).toBe(1);
  expect(await found()).toEqual([[1, 1, true]]);
});

/** Runs a statement as whoever controls the database may, past the triggers. */
async function force(statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query("set session_replication_role = replica");
  await client.query(statement, [organizationId]).finally(() => client.end());
}

/** Gives the organization the rule without which the database accepts no removal. */
const allowRemoval = () =>
  pool.query("update organizations set audit_days = 90 where id = $1", [organizationId]);

/** Removes the personal part of entries, as retention does. */
const removePersonal = (where = "") =>
  pool.query(
    `update audit_entries e
     set (actor_name, ip_address, subject_name, changes, salt, personal_hash) = (
       select r.actor_name, r.ip_address, r.subject_name, r.changes, r.salt, r.personal_hash
       from audit_without_person(e) r
     ) where organization_id = $1 ${where}`,
    [organizationId],
  );

test("the removal of the personal part changes no line and no seal, and nothing personal is left", async () => {
  await write(1);
  await pool.query(
    `insert into audit_entries (${columns})
     values ($1, 'STAFF', 7, 'Ada', 'staff.created', 'staff', 9, 'Grace',
       '[{"field": "email", "before": null, "after": "grace@a.example"}, {"field": "limit", "before": 1, "after": 2}]',
       now(), gen_random_uuid())`,
    [organizationId],
  );
  await sealAudit(pool);
  const before = (await allLines()).map(({ line }) => line);
  await allowRemoval();
  await removePersonal();
  expect(await allLines()).toEqual(before.map((line) => ({ line, personal: null })));
  expect(await checked()).toMatchObject([{ entries: 2, erased: 2, fixed: 0, isSound: true }]);
  const { rows } = await pool.query(
    `select actor_name, ip_address, subject_name, changes, salt from audit_entries
     where organization_id = $1 order by id`,
    [organizationId],
  );
  const erased = { actor_name: "Erased", ip_address: null, salt: null };
  expect(rows).toEqual([
    { ...erased, subject_name: "", changes: [{ field: "overrideReason" }] },
    {
      ...erased,
      subject_name: "Erased",
      changes: [{ field: "email" }, { field: "limit", before: 1, after: 2 }],
    },
  ]);
});

test("equal personal parts have different hashes", async () => {
  await write(1, 1);
  const [one, two] = (await allLines()).map(({ line }) => JSON.parse(line).personal);
  expect(one).not.toBe(two);
});

test("entries from before the salts keep their form, and their personal part cannot be removed", async () => {
  const client = await pool.connect();
  await client.query("set session_replication_role = replica");
  await client.query(`insert into audit_entries (${columns}, salt)
    values (${organizationId}, 'STAFF', 7, 'Ada', 'worker.created', 'worker', 1, 'Grace', '[]', now(), gen_random_uuid(), null)`);
  await client.query("reset session_replication_role");
  client.release();
  await write(2);
  await sealAudit(pool);
  const [old] = await allLines();
  expect(JSON.parse(old!.line)).toMatchObject({
    actor: { name: "Ada", ipAddress: null },
    subject: { id: 1, name: "Grace" },
  });
  expect(old!.personal).toBeNull();
  expect(await checked()).toMatchObject([{ entries: 2, erased: 0, fixed: 1, isSound: true }]);
  await allowRemoval();
  await expect(removePersonal("and subject_id = 1")).rejects.toThrow("append-only");
  for (const change of ["actor_name = 'Eve'", "subject_name = 'Eve'", "salt = gen_random_uuid()"]) {
    await force(`update audit_entries set ${change} where organization_id = $1 and subject_id = 1`);
    expect((await checked())[0]!.isSound).toBe(false);
    await force(
      `update audit_entries set actor_name = 'Ada', subject_name = 'Grace', salt = null
       where organization_id = $1 and subject_id = 1`,
    );
    expect((await checked())[0]!.isSound).toBe(true);
  }
});

test("the database refuses a removal without a rule, half a removal and another hash", async () => {
  await write(1);
  await expect(removePersonal()).rejects.toThrow("append-only");
  await allowRemoval();
  for (
    const change of [
      "actor_name = 'Erased'",
      "salt = null, personal_hash = audit_hash_of(audit_entries)",
      "actor_name = 'Erased', ip_address = null, changes = audit_kept_changes(changes), salt = null, personal_hash = sha256('x')",
      "salt = gen_random_uuid()",
    ]
  ) {
    await expect(
      pool.query(`update audit_entries set ${change} where organization_id = $1`, [organizationId]),
    ).rejects.toThrow("append-only");
  }
  await removePersonal();
  await expect(removePersonal()).rejects.toThrow("append-only");
});

describe.each([false, true])(
  "with the personal part removed: %s, a change shows in",
  (isRemoved) => {
    test.each([
      "actor_kind = 'API_KEY'",
      "actor_id = 8",
      "actor_name = 'Eve'",
      "ip_address = '203.0.113.10'",
      "action = 'worker.updated'",
      "subject_id = 2",
      "subject_name = 'Eve'",
      "subject_name = case subject_name when '' then 'Erased' else '' end",
      "environment = 'TEST'",
      "changes = '[]'",
      `changes = '[{"field": "name"}, {"field": "limit", "before": 1, "after": 3}]'`,
      `changes = '[{"field": "name", "before": "x", "after": "y"}, {"field": "limit", "before": 1, "after": 2}]'`,
      "created_at = created_at + interval '1 ms'",
      "id = id + 1000000",
      "salt = gen_random_uuid()",
      "personal_hash = sha256('x')",
      "salt = null, personal_hash = null",
      "salt = null, personal_hash = sha256('x')",
    ])("%s", async (change) => {
      await pool.query(
        `insert into audit_entries (${columns}, ip_address, environment)
       values ($1, 'STAFF', 7, 'Ada', 'worker.created', 'worker', 1, 'Grace',
         '[{"field": "name", "before": "a", "after": "b"}, {"field": "limit", "before": 1, "after": 2}]',
         now(), gen_random_uuid(), '203.0.113.9', 'LIVE')`,
        [organizationId],
      );
      await sealAudit(pool);
      if (isRemoved) {
        await allowRemoval();
        await removePersonal();
      }
      expect((await checked())[0]!.isSound).toBe(true);
      await force(`update audit_entries set ${change} where organization_id = $1`);
      expect((await checked())[0]!.isSound).toBe(false);
    });
  },
);

describe("a change past the service shows in its seal alone", () => {
  test.each<[string, string, [number, number, boolean][]]>([
    [
      "another actor",
      "update audit_entries set actor_name = 'Eve' where organization_id = $1 and subject_id = 2",
      [[2, 2, false], [2, 2, true]],
    ],
    [
      "a removed entry",
      "delete from audit_entries where organization_id = $1 and subject_id = 3",
      [[2, 2, true], [2, 1, false]],
    ],
    [
      "an added entry",
      `insert into audit_entries (id, ${columns}) select id + 1, ${columns} from audit_entries
       where organization_id = $1 and subject_id = 1`,
      [[2, 3, false], [2, 2, true]],
    ],
    [
      "a removed seal",
      "delete from audit_seals where organization_id = $1 and number = 1",
      [[2, 4, false]],
    ],
  ])("%s", async (_, statement, expected) => {
    await write(1);
    // An id without an entry, as a transaction leaves that was rolled back.
    await pool.query("select nextval('audit_entries_id_seq')");
    await write(2);
    await sealAudit(pool);
    await write(3, 4);
    await sealAudit(pool);
    await force(statement);
    expect(await found()).toEqual(expected);
  });
});

test("no statement can change, delete or empty the seals", async () => {
  await write(1);
  await sealAudit(pool);
  for (
    const statement of [
      "update audit_seals set entries = 7",
      "delete from audit_seals",
      "truncate audit_seals",
    ]
  ) await expect(pool.query(statement)).rejects.toThrow("append-only");
});

const admin = (...words: string[]) => adminHere(["audit", ...words], { DATABASE_URL: url });

/** What `audit verify` finds if it is not sound: the exit code is 1, and the result is an answer all the same. */
async function findFault(...words: string[]) {
  const { code, out } = await sayHere(["audit", "verify", ...words, "--json"], {
    DATABASE_URL: url,
  });
  expect(code).toBe(1);
  return JSON.parse(out);
}

test("the commands verify the log, write it with its seals, and find what was changed or removed", async () => {
  await write(1, 2);
  await sealAudit(pool);
  await write(3);
  const ours = ["--organization", String(organizationId)];
  const [seal] = await checked();
  await allowRemoval();
  await removePersonal("and subject_id = 1");
  const counts = { seals: 1, entries: 2, erased: 1, fixed: 0 };
  const sound = { ...counts, unsealed: 1, head: seal!.hash, changed: [] };
  const verified = await admin("verify", ...ours, "--head", seal!.hash);
  expect(verified).toMatchObject({
    code: 0,
    json: { isSound: true, organizations: [{ organizationId, name: "Own", ...sound }] },
  });
  expect(await findFault(...ours, "--head", "ab".repeat(32)))
    .toMatchObject({ isSound: false, organizations: [sound] });
  expect((await admin("verify", "--organization", "99999")).json.error.message)
    .toContain("There is no organization 99999");

  const file = join(folder, "audit.jsonl");
  expect(await admin("export", ...ours, "--to", file)).toMatchObject({
    code: 0,
    json: { organizationId, file, entries: 3, seals: 1 },
  });
  const lines = (await readFile(file, "utf8")).trimEnd().split("\n");
  const kinds = lines.map((line) => {
    const { subject, personalOf } = JSON.parse(line);
    return subject?.id ?? (personalOf ? "personal" : "seal");
  });
  expect(kinds).toEqual([1, 2, "personal", "seal", 3, "personal"]);
  expect(JSON.parse(lines[3]!)).toEqual({ seal: 1, entries: 2, hash: seal!.hash });
  const text = ["", ...lines.slice(0, 2)].map((line) => `${line}\n`).join("");
  expect(createHash("sha256").update(text).digest("hex")).toBe(seal!.hash);
  // It never writes over a file.
  expect((await admin("export", ...ours, "--to", file)).code).toBe(1);

  await force("delete from audit_entries where organization_id = $1 and subject_id = 1");
  expect(await findFault(...ours)).toMatchObject({
    isSound: false,
    organizations: [{ changed: [{ number: 1, entries: 2, found: 1 }] }],
  });
});
