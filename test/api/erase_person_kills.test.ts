import { Client } from "pg";
import { expect, test } from "vitest";
import { startApi } from "../support/api.ts";
import { addWebhook, inDatabase } from "../support/published_events.ts";
import { bookPerson, readPlaces } from "../support/retention_kills.ts";
import { makeStaff, signIn } from "../support/staff_session.ts";
import { staffOf } from "../support/staff_callers.ts";

const past = "2026-01-05T10:00:00";
const upcoming = "2030-01-05T10:00:00";

test("an erasure of a person that is killed leaves no appointment half done, and a repeat finishes it", async () => {
  await using api = await startApi();
  const { seeding, databaseUrl: url } = api;
  const { organizationId, departmentId } = await api.organization({ slotCapacity: 20 });
  await addWebhook(seeding, organizationId);
  const caller = staffOf(organizationId, { role: "OWNER" });
  const ids: number[] = [];
  seeding.setNow("2026-01-05T08:00:00Z");
  for (let i = 0; i < 12; i += 1) {
    const dateTime = i % 2 === 0 ? past : upcoming;
    ids.push(
      await bookPerson(seeding, caller, { i, departmentId, dateTime, externalUserId: "u1" }),
    );
  }
  const given = ids[0]!;
  const cookie = await signIn(api.services[0]!.url, await makeStaff(seeding, organizationId));
  const erase = async () => {
    const headers = {
      "Content-Type": "application/json",
      "Idempotency-Key": "one",
      Cookie: cookie,
    };
    const body = JSON.stringify({ id: given, archive: true });
    const sent = { method: "POST", headers, body };
    const answer = await fetch(`${api.services[0]!.url}/trpc/appointments.erasePerson`, sent);
    return (await answer.json()).result.data;
  };

  let goneBefore = -1;
  // An upcoming appointment, a past one, and the given one, which is erased last.
  for (const id of [ids[5]!, ids[6]!, given]) {
    await killWhile(id);
    const { whole, gone, half } = await readPlaces(url);
    expect({ half, sum: whole + gone }).toEqual({ half: 0, sum: ids.length });
    expect(gone).toBeGreaterThan(goneBefore);
    expect(gone).toBeLessThan(ids.length);
    expect(await countOf("appointment.erased")).toBe(gone);
    goneBefore = gone;
    await api.startAgain();
  }
  const answer = await erase();
  expect(answer).toMatchObject({ kept: 0, hasMore: false });
  expect(await erase()).toEqual(answer);
  expect(await readPlaces(url)).toEqual({ whole: 0, gone: ids.length, half: 0 });
  expect(await countOf("appointment.erased")).toBe(ids.length);
  expect(await countOf("appointment.archived")).toBe(ids.length / 2);

  /** Kills the service while the transaction that erases an appointment waits for an event of it. */
  async function killWhile(id: number): Promise<void> {
    const other = new Client({ connectionString: url });
    await other.connect();
    try {
      await other.query("begin");
      await other.query(
        "select from webhook_events where organization_id = $1 and appointment_id = $2 for update",
        [organizationId, id],
      );
      const lost = erase().then(() => "answered", () => "lost");
      await expect.poll(() => sessions("wait_event_type = 'Lock'"), { timeout: 10_000 }).toBe(1);
      await api.services[0]!.stop("SIGKILL");
      expect(await lost).toBe("lost");
    } finally {
      await other.end();
    }
    // The transaction ends when its session has seen that the service is gone.
    await expect.poll(() => sessions("xact_start is not null"), { timeout: 10_000 }).toBe(0);
  }

  async function sessions(condition: string): Promise<number> {
    const found = await inDatabase(
      url,
      `select from pg_stat_activity where datname = current_database()
         and pid <> pg_backend_pid() and ${condition}`,
    );
    return found.length;
  }

  async function countOf(action: string): Promise<number> {
    return (await inDatabase(url, `select from audit_entries where action = '${action}'`)).length;
  }
});
