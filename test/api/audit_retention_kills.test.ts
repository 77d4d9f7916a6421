import { expect, test } from "vitest";
import { sealAudit } from "../../gateway/persistence/audit/audit_seals.ts";
import { createAuditSeals } from "../../gateway/persistence/audit/check_seals.ts";
import { Connections } from "../../gateway/persistence/database/connections.ts";
import { openDatabase } from "../../gateway/persistence/database/database.ts";
import { adminHere, run } from "../gateway/process/spawned.ts";
import { freshDatabase } from "../support/fresh_database.ts";
import { inDatabase } from "../support/published_events.ts";
import { openService, seedOrganization } from "../support/seeded.ts";
import { staffOf } from "../support/staff_callers.ts";

/** Some forty batches. */
const made = 20_000;

/** Makes an organization with many sealed entries of last year, and the rule that removes their personal parts. */
async function openOldAudit() {
  const url = await freshDatabase();
  const stack = new AsyncDisposableStack();
  const service = stack.use(await openService(url));
  service.setNow("2019-12-01T08:00:00Z");
  const { organizationId } = await seedOrganization(service);
  await inDatabase(
    url,
    `insert into audit_entries (organization_id, actor_kind, actor_name, action, subject_kind, subject_id,
       subject_name, changes, created_at, transaction_tag)
     select ${organizationId}, 'OPERATOR', 'Operator', 'worker.created', 'worker', n, 'Ada', '[]',
       '2020-01-01T00:00:00Z', gen_random_uuid()
     from generate_series(1, ${made}) n`,
  );
  const { pool } = openDatabase(new Connections(url), 2);
  stack.defer(() => pool.end());
  while (await sealAudit(pool) > 0);
  const caller = staffOf(organizationId, { role: "OWNER" });
  const days = { appointmentDays: null, eventDays: null, usageDays: null, auditDays: 30 };
  await service.application.staff.setRetention(caller, days);
  const [{ entries } = { entries: 0 }] = await inDatabase<{ entries: number }>(
    url,
    "select count(*)::int as entries from audit_entries",
  );
  return {
    url,
    entries,
    /** Cheaper than `progress`, so that it is soon read again. */
    counted: async () =>
      (await inDatabase<{ counted: number }>(
        url,
        "select coalesce(sum(entries), 0)::int as counted from retention_runs",
      ))[0]!.counted,
    progress: async () =>
      (await inDatabase<{ erased: number; half: number; counted: number }>(
        url,
        `select count(*) filter (where personal_hash is not null)::int as erased,
           count(*) filter (where (personal_hash is not null) <> (actor_name = 'Erased')
             or (salt is null) <> (actor_name = 'Erased'))::int as half,
           (select coalesce(sum(entries), 0)::int from retention_runs) as counted
         from audit_entries`,
      ))[0]!,
    areSealsSound: async () =>
      (await Array.fromAsync(createAuditSeals(pool).check(organizationId)))
        .every(({ isSound }) => isSound),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

test("kills while the audit log loses its personal parts leave no entry half done, no wrong count and sound seals", async () => {
  await using audit = await openOldAudit();
  const { url, entries, counted, progress, areSealsSound } = audit;
  const environment = { DATABASE_URL: url };
  let between = 0;
  for (let kill = 0; kill < 3; kill += 1) {
    const before = await progress();
    const killed = run("command_line/admin.ts", { words: ["retention", "run"], environment });
    await expect.poll(counted, { interval: 2, timeout: 60_000 }).toBeGreaterThan(before.counted);
    killed.child.kill("SIGKILL");
    await killed.ended;
    const after = await progress();
    expect(after).toEqual({ erased: after.counted, half: 0, counted: after.counted });
    expect(await areSealsSound()).toBe(true);
    if (after.counted < entries) between += 1;
    // As if the five minutes of the claim were over.
    await inDatabase(
      url,
      "update retention_runs set claimed_until = started_at where claim is not null",
    );
  }
  expect(between).toBeGreaterThan(0);
  expect(await adminHere(["retention", "run"], environment))
    .toEqual({ code: 0, json: { runs: [expect.any(Number)] } });
  expect(await progress()).toEqual({ erased: entries, half: 0, counted: entries });
  expect(await areSealsSound()).toBe(true);
});
