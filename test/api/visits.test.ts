import { expect, test } from "vitest";
import { startApi, type Tenant } from "../support/api.ts";
import { type Clerk, openClerk } from "../support/clerk.ts";
import { inDatabase } from "../support/published_events.ts";
import { makeStaff } from "../support/staff_session.ts";
import { perFile } from "../support/per_file.ts";

// Four processes that share only the database.
const processes = 4;
const api = await perFile(startApi({ processes }));

async function newClerk({ organizationId }: Tenant, first: number): Promise<Clerk> {
  const staff = await makeStaff(api.seeding, organizationId, { role: "STAFF" });
  return await openClerk(api, staff, { first });
}

interface Row {
  number: number;
  outcome: string | null;
  calls: number;
  /** Number of calls in the audit log. */
  called: number;
}

test("while a process is killed, each number is given once, and each person is called and served once", async () => {
  const tenant = await api.organization();
  const { departmentId, organizationId } = tenant;
  const people = 60;
  const arrivals = Array.from({ length: people }, (_, i) => i).values();
  const numbers: number[] = [];
  const served: number[] = [];
  // Before the kill: a sign-in is not repeated.
  const [receptions, counters] = await Promise.all(
    [[0, 1, 2, 3], [0, 1, 2, 3, 4, 5]].map((firsts) =>
      Promise.all(firsts.map(async (first) => ({ first, clerk: await newClerk(tenant, first) })))
    ),
  );
  const atReception = async ({ clerk }: { clerk: Clerk }) => {
    for (const _ of arrivals) numbers.push((await clerk("arrive", { departmentId }))!.number);
  };
  const atCounter = async ({ first, clerk }: { first: number; clerk: Clerk }) => {
    while (served.length < people) {
      const called = await clerk("callNext", { departmentIds: [departmentId], desk: `${first}` });
      if (!called) continue;
      expect(called.desk).toBe(`${first}`);
      const { id } = called;
      expect((await clerk("finish", { id }))!.id).toBe(id);
      served.push(called.number);
    }
  };
  const kill = async () => {
    while (served.length < people / 3) await new Promise((resolve) => setTimeout(resolve, 5));
    await api.services[1]!.stop("SIGKILL");
    await api.startAgain(1);
  };
  await Promise.all([
    ...receptions!.map(atReception),
    ...counters!.map(atCounter),
    kill(),
  ]);

  const everybody = Array.from({ length: people }, (_, i) => i + 1);
  expect(numbers.toSorted((a, b) => a - b)).toEqual(everybody);
  expect(served.toSorted((a, b) => a - b)).toEqual(everybody);
  const rows = await inDatabase<Row>(
    api.databaseUrl,
    `select number, outcome, calls, (
       select count(*)::int from audit_entries e
       where e.organization_id = v.organization_id and e.action = 'visit.called'
         and e.subject_id = v.id
     ) as called
     from visits v where organization_id = ${organizationId} order by number`,
  );
  expect(rows).toEqual(
    everybody.map((number) => ({ number, outcome: "SERVED", calls: 1, called: 1 })),
  );
});

test("of two clerks who call the same person one wins, and the other one sees who", async () => {
  const tenant = await api.organization();
  const { departmentId } = tenant;
  const clerks = await Promise.all([newClerk(tenant, 0), newClerk(tenant, 1)]);
  for (let round = 0; round < 10; round += 1) {
    const { id } = (await clerks[0]!("arrive", { departmentId }))!;
    const calls = await Promise.all(
      clerks.map((clerk, i) => clerk("callVisit", { id, desk: `${round}-${i}` })),
    );
    expect(calls.filter((call) => call !== undefined)).toHaveLength(1);
  }
});
