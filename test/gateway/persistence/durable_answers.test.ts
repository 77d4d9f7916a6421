import { Client } from "pg";
import { expect, test } from "vitest";
import { startOwnPostgres } from "../../support/acknowledgements/own_postgres.ts";
import { readStoredRows } from "../../support/acknowledgements/stored_rows.ts";
import { startCuttingProxy } from "../../support/cutting_proxy.ts";
import { openService, type Seeded, seedOrganization } from "../../support/seeded.ts";
import { timed } from "../../support/time_bounds.ts";
import { perFile } from "../../support/per_file.ts";

// Nothing but commits flushes the log of this server, so that a crash loses whatever was not committed.
const settings = { wal_writer_delay: "10s", autovacuum: "off", bgwriter_delay: "10s" };

const postgres = await perFile(startOwnPostgres(settings));

const bodyOf = ({ departmentId }: Seeded, name: string) => ({
  departmentId,
  dateTime: "2026-12-01T10:00:00",
  name,
  "Idempotency-Key": name,
});

test("a booking that a crash lost is not found in another one that got its transaction id", async () => {
  await using proxy = await startCuttingProxy(postgres.url);
  await using service = await openService(proxy.url);
  await using others = await openService(postgres.url);
  const seeded = await seedOrganization(service, { slotCapacity: 100 });
  const other = await seedOrganization(others, { slotCapacity: 100 });
  const body = bodyOf(seeded, "Ada");
  await service.application.bookAppointment(seeded, bodyOf(seeded, "before"));
  // Its COMMIT does not arrive, and nothing reaches the server until others have booked after the crash.
  proxy.plan = ["half-open"];
  proxy.goesDown = true;
  const booked = service.application.bookAppointment(seeded, body).catch((error) => {
    expect(error).toMatchObject({ code: "SERVICE_UNAVAILABLE" });
    return undefined;
  });
  await expect.poll(() => proxy.cutCount, { interval: 5 }).toBe(1);
  await postgres.crash("SIGKILL");
  for (let i = 0; i < 10; i += 1) {
    await others.application.bookAppointment(other, bodyOf(other, `other ${i}`));
  }
  proxy.isDown = false;
  const answer = await booked ?? await service.application.bookAppointment(seeded, body);
  const { appointments } = await readStoredRows(postgres.url);
  const { id, qrCode } = answer.appointment;
  expect(appointments.filter(({ name }) => name === "Ada")).toMatchObject([{ id, qrCode }]);
});

test(
  "while no synchronous standby confirms, no booking is acknowledged, and each is settled later",
  timed,
  async () => {
    await using service = await openService(postgres.url);
    const { application } = service;
    const [one, two, three, four] = await Promise.all(
      Array.from({ length: 4 }, () => seedOrganization(service, { slotCapacity: 100 })),
    ) as [Seeded, Seeded, Seeded, Seeded];
    const { appointment: second } = await application.bookAppointment(two, bodyOf(two, "second"));
    const { appointment: third } = await application.bookAppointment(three, bodyOf(three, "third"));
    await application.archiveAppointment(three, third.id);
    await using standbys = await standbyNames(postgres.url);
    await standbys.set("nobody");

    const startedAt = performance.now();
    const left = refused(application.bookAppointment(four, bodyOf(four, "left waiting")));
    const waiting = await standbys.waitingCommits(1);
    const answers = [
      refused(application.bookAppointment(one, bodyOf(one, "new"))),
      // A replay and a repeated change write nothing, but answer from rows that need not be durable.
      refused(application.bookAppointment(two, bodyOf(two, "second"))),
      refused(application.archiveAppointment(three, third.id)),
    ];
    // An administrator who cancels a COMMIT makes it succeed, though no standby has it.
    const cancelled = (await standbys.waitingCommits(4)).filter((pid) => !waiting.includes(pid));
    await standbys.cancel(cancelled);
    await Promise.all([left, ...answers]);
    expect(performance.now() - startedAt).toBeLessThan(30_000);
    // The service does not end a session that waits: that would make its commit look confirmed.
    expect(await standbys.waitingCommits(1)).toEqual(expect.arrayContaining(waiting));

    await standbys.set("");
    for (const [seeded, name] of [[one, "new"], [four, "left waiting"]] as const) {
      expect((await application.bookAppointment(seeded, bodyOf(seeded, name))).isReplay).toBe(true);
    }
    const replayed = await application.bookAppointment(two, bodyOf(two, "second"));
    expect(replayed).toMatchObject({ isReplay: true, appointment: { id: second.id } });
    await application.archiveAppointment(three, third.id);
  },
);

function refused(answer: Promise<unknown>): Promise<void> {
  return expect(answer).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
}

/** Sets whose confirmation each COMMIT waits for. */
async function standbyNames(databaseUrl: string) {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const waitingCommits = async (count: number) => {
    let pids: number[] = [];
    await expect.poll(async () => {
      const { rows } = await client.query<{ pid: number }>(
        "select pid from pg_stat_activity where wait_event = 'SyncRep' order by pid",
      );
      pids = rows.map(({ pid }) => pid);
      return pids.length;
    }, { interval: 10 }).toBeGreaterThanOrEqual(count);
    return pids;
  };
  const set = async (names: string) => {
    await client.query(`alter system set synchronous_standby_names = '${names}'`);
    await client.query("select pg_reload_conf()");
    await expect.poll(async () => {
      const { rows } = await client.query("show synchronous_standby_names");
      return rows[0].synchronous_standby_names;
    }, { interval: 10 }).toBe(names);
  };
  return {
    set,
    waitingCommits,
    async cancel(pids: readonly number[]) {
      await client.query("select pg_cancel_backend(pid) from unnest($1::int[]) as pid", [pids]);
    },
    async [Symbol.asyncDispose]() {
      await set("");
      await client.end();
    },
  };
}
