import { expect, test } from "vitest";
import { startPostgresPair } from "../../support/replication/postgres_pair.ts";
import {
  makePersistentWrites,
  missingWrites,
  startPersistentWriters,
} from "../../support/replication/persistent_writers.ts";

// The second half shows that the check of the Patroni proof finds lost writes.
test("an old primary confirms no write without its standby, unless its configuration names none", async () => {
  await using pair = await startPostgresPair({ fsync: "off" });
  const old = pair.primary;
  await makePersistentWrites(pair.primaryUrl());
  await using writers = await startPersistentWriters(pair.primaryUrl(), { sessions: 3 });
  old.forStandby.cut();
  await pair.promote();
  const promotedAt = Date.now();
  await expect.poll(() => writers.outcomesSince(promotedAt).waited).toBe(3);
  expect(writers.outcomesSince(promotedAt)).toMatchObject({ acknowledged: 0, unconfirmed: 0 });
  expect(await missingWrites(pair.primaryUrl(), writers.acknowledged)).toEqual([]);

  await old.rows("alter system set synchronous_standby_names = ''");
  await old.rows("select pg_reload_conf()");
  await expect.poll(() => writers.outcomesSince(promotedAt).acknowledged).toBeGreaterThan(10);
  await writers.stop();
  const missing = await missingWrites(pair.primaryUrl(), writers.acknowledged);
  expect(missing.length).toBeGreaterThan(10);
  expect(missing.every(({ atMs }) => atMs > promotedAt)).toBe(true);
});

test("a write is refused, or its connection breaks, when its server is a standby or ends", async () => {
  await using pair = await startPostgresPair({ fsync: "off" });
  await makePersistentWrites(pair.primaryUrl());
  const old = pair.primary;
  await using writers = await startPersistentWriters(pair.primaryUrl(), { sessions: 2 });
  const stoppedAt = Date.now();
  await old.stop();
  // A session that is idle at the moment gets no refusal. Its next write finds the connection closed.
  await expect.poll(() => writers.outcomesSince(stoppedAt).broken).toBeGreaterThan(0);
  await pair.promote();
  await pair.rejoinStandby();
  const rejoinedAt = Date.now();
  await expect.poll(() => writers.outcomesSince(rejoinedAt).refused).toEqual({
    "25006": expect.any(Number),
  });
  await writers.stop();
  expect(writers.outcomesSince(rejoinedAt).acknowledged).toBe(0);
  expect(await missingWrites(pair.primaryUrl(), writers.acknowledged)).toEqual([]);
});
