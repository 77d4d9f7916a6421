import { beforeAll, expect, test } from "vitest";
import { freshDatabase } from "../../support/fresh_database.ts";
import { openService, seedOrganization } from "../../support/seeded.ts";
import { adminHere, run } from "../process/spawned.ts";

let environment: Record<string, string>;
let ids: [number, number];
beforeAll(async () => {
  environment = { DATABASE_URL: await freshDatabase() };
  await using service = await openService(environment["DATABASE_URL"]!);
  const seeded = [await seedOrganization(service), await seedOrganization(service)];
  ids = seeded.map(({ organizationId }) => organizationId) as [number, number];
});

const admin = (...words: string[]) => adminHere(words, environment);

// oxlint-disable-next-line typescript/no-explicit-any -- each test checks the type
async function done(...words: string[]): Promise<any> {
  const { code, json } = await admin(...words);
  if (code !== 0) throw new Error(JSON.stringify(json));
  return json;
}

const closedAt = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);

test("organizations are closed and opened again, and the list says since when they are closed", async () => {
  const both = ids.join(",");
  const closed = { organizations: ids.map((id) => ({ id, name: "Test", closedAt })) };
  const first = await done("organization", "close", "--id", both);
  expect(first).toEqual(closed);
  expect(await done("organization", "close", "--id", both)).toEqual(first);
  expect((await done("organization", "list")).organizations).toMatchObject(closed.organizations);

  const key = ["api-key", "create", "--organization", `${ids[0]}`, "--name", "Web"];
  const refused = await admin(...key);
  expect(refused.code).toBe(1);
  expect(refused.json.error.message).toContain("This organization is closed here");

  const opened = await done("organization", "reopen", "--id", both);
  expect(opened.organizations.map((one: { closedAt: null }) => one.closedAt)).toEqual([null, null]);
  expect((await admin(...key)).code).toBe(0);
  expect((await admin("organization", "close", "--id", "3,x")).code).toBe(2);
  expect((await admin("organization", "close", "--id", "99999")).json.error.code)
    .toBe("ORGANIZATION_NOT_FOUND");
});

test("a removal needs a closed organization and its name, says how far it is, and reports what it did", async () => {
  const [id] = ids;
  const remove = ["organization", "remove", "--id", `${id}`, "--name"];
  expect((await admin(...remove, "Test")).json.error.message).toContain("is open. Close it first.");
  await done("organization", "close", "--id", `${id}`);
  expect((await admin(...remove, "Test")).json.error.message).toContain("less than a minute ago");
  await closeEarlier(id);
  expect((await admin(...remove, "Tset")).json.error.message).toContain("has the name: Test");
  const removal = run("command_line/admin.ts", { words: [...remove, "Test"], environment });
  expect(await removal.ended).toBe(0);
  expect(removal.err()).toMatch(/^Removed \d+ rows, now those of \w+ \.\.\./);
  expect(removal.out()).toMatch(/organization id +\d+\nname +Test\nrows +\d+/);
  expect((await admin(...remove, "Test")).json.error.code).toBe("ORGANIZATION_NOT_FOUND");
  const { organizations } = await done("organization", "list");
  expect(organizations.map((one: { id: number }) => one.id)).toEqual([ids[1]]);
});

/** Moves the time of a closing back. */
async function closeEarlier(id: number): Promise<void> {
  await using service = await openService(environment["DATABASE_URL"]!);
  const change = (found: { closedAt: Temporal.Instant | null }) =>
    void (found.closedAt = found.closedAt!.subtract({ minutes: 1 }));
  await service.persistence.organizations.change(id, change, () => null);
}
