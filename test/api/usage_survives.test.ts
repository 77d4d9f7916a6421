import { Client } from "pg";
import { expect, test } from "vitest";
import { type Api, startApi } from "../support/api.ts";

/** Calls from many callers until the service has ended. Returns the number of answers by status. */
async function callUntilGone(api: Api, { create }: { create: boolean }) {
  const tenant = await api.organization({ slotCapacity: 10_000, credits: 1_000_000 });
  const answered: Record<number, number> = {};
  let sent = 0;
  const callers = Array.from({ length: 20 }, async () => {
    while (true) {
      try {
        sent += 1;
        const { status } = create && sent % 2 === 0
          ? await tenant.post({
            departmentId: tenant.departmentId,
            dateTime: "2038-03-01T10:00",
            name: "A",
          })
          : await tenant.get("/departments");
        answered[status] = (answered[status] ?? 0) + 1;
      } catch {
        return;
      }
    }
  });
  return { answered, sent: () => sent, gone: Promise.all(callers) };
}

/** Returns the number of rows of each table, in one snapshot: running transactions may still commit. */
async function counted(api: Api, ...tables: string[]): Promise<number[]> {
  const client = new Client({ connectionString: api.databaseUrl });
  await client.connect();
  const counts = tables.map((table) => `(select count(*)::int from ${table})`);
  const { rows: [{ found }] } = await client.query(`select array[${counts.join()}] as found`);
  await client.end();
  return found;
}

test("SIGTERM under load loses no entry of an answered call", async () => {
  // With https the start warns of nothing, so every message is about the stop.
  await using api = await startApi({ environment: { PUBLIC_URL: "https://book.example.com" } });
  const load = await callUntilGone(api, { create: true });
  await expect.poll(() => load.sent()).toBeGreaterThan(300);
  const { exitCode, errors } = await api.services[0]!.stop("SIGTERM");
  await load.gone;
  expect({ exitCode, errors }).toEqual({ exitCode: 0, errors: "" });
  const { 200: read = 0, 201: made = 0 } = load.answered;
  expect(Object.keys(load.answered)).toEqual(["200", "201"]);
  const entriesOf = (status: number) => `usage_entries where status_code = ${status}`;
  expect(await counted(api, entriesOf(200), entriesOf(201))).toEqual([read, made]);
});

test("kill -9 under load loses no entry of a creation", async () => {
  await using api = await startApi();
  const load = await callUntilGone(api, { create: true });
  await expect.poll(() => load.sent()).toBeGreaterThan(300);
  await api.services[0]!.stop("SIGKILL");
  await load.gone;
  const entries = "usage_entries where credits_consumed = 1";
  const [appointments, logged] = await counted(api, "appointments", entries);
  expect(appointments).toBeGreaterThanOrEqual(load.answered[201]!);
  expect(logged).toBe(appointments);
});
