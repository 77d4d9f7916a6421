import { Pool } from "pg";
import { afterAll, describe, expect, test } from "vitest";
import { type Actor, type AuditQuery, type AuditRecord, maxCounted } from "../../../core/mod.ts";
import { CommitTrail } from "../../../gateway/persistence/commit/commit_trail.ts";
import { writeAudit } from "../../../gateway/persistence/audit/audited.ts";
import { freshDatabase } from "../../support/fresh_database.ts";
import { auditLogIn } from "../../support/in_memory/audit_log.ts";
import { servicePerFile } from "../../support/per_file.ts";

const start = Temporal.Instant.from("2026-03-01T12:00:00Z");
const ada: Actor = { kind: "STAFF", id: 7, name: "Ada", ipAddress: "203.0.113.9" };
const kiosk: Actor = { kind: "API_KEY", id: 7, name: "Kiosk", ipAddress: "2001:db8::7" };
const operator: Actor = { kind: "OPERATOR", id: null, name: "Operator", ipAddress: null };

const places = ["Postgres", "the memory of tests"] as const;

/** Beyond what an int holds, as ids of appointments may be. */
const large = 5_000_000_000;

const url = await freshDatabase();
const pool = new Pool({ connectionString: url });
const service = await servicePerFile(url);
const { rows } = await pool.query(`
  insert into organizations (name, time_zone, created_at)
  select n, 'UTC', now() from unnest(array['Own', 'Other', 'Busy']) n returning id`);
const [own, other, busy] = rows.map(({ id }) => id as number) as [number, number, number];
const client = await pool.connect();
const records = made();
await writeAudit({ client, trail: new CommitTrail() }, records);
client.release();
const logs = {
  Postgres: service.persistence.auditLog,
  "the memory of tests": auditLogIn({ audit: records }),
};

afterAll(() => pool.end());

/** Six of ours, an hour apart, and as many of somebody else's between them. */
function made(): AuditRecord[] {
  const actions: Pick<AuditRecord, "actor" | "action" | "subjectId" | "environment">[] = [
    { actor: kiosk, action: "appointment.created", subjectId: 1, environment: "LIVE" },
    { actor: ada, action: "appointment.cancelled", subjectId: 1, environment: "LIVE" },
    { actor: kiosk, action: "appointment.created", subjectId: large, environment: "TEST" },
    { actor: ada, action: "department.updated", subjectId: 1, environment: null },
    { actor: operator, action: "credits.granted", subjectId: own, environment: "TEST" },
    { actor: { ...ada, id: 8 }, action: "worker.created", subjectId: 1, environment: null },
  ];
  return actions.flatMap((one, i) =>
    [own, other].map((organizationId) =>
      Object.assign({}, one, {
        organizationId,
        subjectName: `"${i}", {nul}\\`,
        changes: [{ field: "name", before: null, after: { de: "Ä", list: [i, "}"] } }, {
          field: "x",
        }],
        at: start.add({ hours: i }),
      })
    )
  );
}

/** What an entry and its record have in common: the one has an id besides, the other its organization. */
function plain(
  { actor, action, subjectId, subjectName, environment, changes, at }: Common,
): object {
  const what = { actor, action, subjectId, subjectName, environment, changes };
  // toEqual takes any Temporal value for any other.
  return { ...what, at: at.toString() };
}

type Common = Omit<AuditRecord, "organizationId">;

const everything: AuditQuery = {
  page: 0,
  size: 50,
  subjectKind: null,
  subjectId: null,
  action: null,
  actorKind: null,
  actorId: null,
  environment: null,
  from: null,
  to: null,
};

describe.each(places)("a page of the audit in %s", (place) => {
  // Which of the six are found, newest first.
  test.each<[string, Partial<AuditQuery>, number[]]>([
    ["no filter", {}, [5, 4, 3, 2, 1, 0]],
    ["a kind of subject", { subjectKind: "appointment" }, [2, 1, 0]],
    ["a subject", { subjectKind: "appointment", subjectId: 1 }, [1, 0]],
    ["a subject beyond an int", { subjectId: large }, [2]],
    ["a subject that cannot be", { subjectId: Number.MAX_SAFE_INTEGER }, []],
    ["an action", { action: "appointment.created" }, [2, 0]],
    ["a kind of actor", { actorKind: "STAFF" }, [5, 3, 1]],
    ["an actor", { actorKind: "STAFF", actorId: 7 }, [3, 1]],
    ["an actor that cannot be", { actorId: Number.MAX_SAFE_INTEGER }, []],
    ["the operator", { actorKind: "OPERATOR" }, [4]],
    ["an environment", { environment: "TEST" }, [4, 2]],
    ["a time from which, inclusive", { from: start.add({ hours: 3 }) }, [5, 4, 3]],
    ["a time to which, exclusive", { to: start.add({ hours: 3 }) }, [2, 1, 0]],
    ["several at once", { actorKind: "API_KEY", environment: "LIVE", subjectId: 1 }, [0]],
    ["a size", { size: 2 }, [5, 4]],
    ["a later page", { size: 4, page: 1 }, [1, 0]],
    ["a page past the end", { size: 4, page: 2 }, []],
    ["a page far past the end", { page: Number.MAX_SAFE_INTEGER }, []],
  ])("by %s holds what it should, newest first, and counts it all", async (_, query, found) => {
    const { size, page, ...filter } = { ...everything, ...query };
    const isPaged = "size" in query || "page" in query;
    const { items, totalElements } = await logs[place].page(own, { ...filter, size, page });
    expect(items.map(({ at }) => at.since(start).total("hours"))).toEqual(found);
    expect(totalElements).toBe(isPaged ? 6 : found.length);
  });

  test("has each entry as it was written", async () => {
    const mine = made().filter(({ organizationId }) => organizationId === own).toReversed();
    const { items } = await logs[place].page(own, everything);
    expect(items.map(plain)).toEqual(mine.map(plain));
  });

  test("has no entry of another organization", async () => {
    const ids = await Promise.all([own, other].map(async (id) => {
      const { items } = await logs[place].page(id, everything);
      return items.map((entry) => entry.id);
    }));
    expect(ids[0]).toHaveLength(6);
    expect(ids[1]).toHaveLength(6);
    expect(new Set(ids.flat()).size).toBe(12);
    expect((await logs[place].page(999_999, everything)).totalElements).toBe(0);
  });
});

test.each(places)(
  "in %s the history of a subject has only its own entries, oldest first",
  async (place) => {
    const history = (id: number, kind: "appointment" | "worker" = "appointment") =>
      logs[place].historyOf(own, { kind, id });
    expect((await history(1)).map(({ action }) => action))
      .toEqual(["appointment.created", "appointment.cancelled"]);
    expect((await history(1, "worker")).map(({ action }) => action)).toEqual(["worker.created"]);
    expect(await history(large)).toHaveLength(1);
    expect(await history(Number.MAX_SAFE_INTEGER)).toEqual([]);
    expect(await logs[place].historyOf(999_999, { kind: "appointment", id: 1 })).toEqual([]);
  },
);

test("entries are counted and paged up to a limit, and a narrower filter finds those beyond it", async () => {
  const log = logs.Postgres;
  const more = maxCounted + 500;
  await pool.query(
    `insert into audit_entries (organization_id, actor_kind, actor_name, action, subject_kind,
       subject_id, subject_name, changes, created_at, transaction_tag)
     select $1, 'OPERATOR', 'Operator', 'worker.updated', 'worker', n, '', '[]', now(), gen_random_uuid()
     from generate_series(1, $2::int) n`,
    [busy, more],
  );
  const counted = await log.page(busy, { ...everything, size: 100 });
  expect(counted.totalElements).toBe(maxCounted);
  expect(counted.items.map(({ subjectId }) => subjectId))
    .toEqual(Array.from({ length: 100 }, (_, i) => more - i));
  const pageAt = (page: number) => log.page(busy, { ...everything, size: 100, page });
  expect((await pageAt(maxCounted / 100 - 1)).items.at(-1)!.subjectId).toBe(501);
  expect((await pageAt(maxCounted / 100)).items).toEqual([]);
  const some = await log.page(busy, { ...everything, subjectId: 5 });
  expect(some.totalElements).toBe(1);
});
