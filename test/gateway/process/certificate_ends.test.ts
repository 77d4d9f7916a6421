import { once } from "node:events";
import { type AddressInfo } from "node:net";
import { createServer } from "node:tls";
import { expect, onTestFinished, test } from "vitest";
import { certificateReads } from "../../../gateway/process/certificate_ends.ts";
import { createSelfSigned } from "../../support/certificates.ts";
import { hasRedisServer } from "../../support/redis_server.ts";
import { startEncryptedRedis } from "../../support/redis_tls.ts";
import { timed } from "../../support/time_bounds.ts";

type Settings = Parameters<typeof certificateReads>[0];

function readsFor(settings: Partial<Settings>) {
  return certificateReads({
    publicUrl: undefined,
    databaseUrls: undefined,
    databaseDirectUrls: undefined,
    reportingUrls: undefined,
    redisUrl: undefined,
    ...settings,
  });
}

/** Starts a server with TLS. Returns its address. */
async function listen(until: Date): Promise<string> {
  const server = createServer(createSelfSigned({ names: ["127.0.0.1"], until })).listen(0);
  server.on("tlsClientError", () => {});
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test("what is not reached over TLS has no certificate", async () => {
  const reads = readsFor({
    publicUrl: "http://127.0.0.1:1",
    databaseUrls: ["postgresql://u:p@127.0.0.1:1/x", "postgresql://%2Frun/x"],
    redisUrl: "sentinel://127.0.0.1:1/limits",
  });
  for (const read of Object.values(reads)) expect(await read()).toBe(undefined);
});

test("the address of users is read, and one for all hosts of a domain says why it cannot be", async () => {
  const server = await listen(new Date("2029-02-03T04:05:06Z"));
  expect(await readsFor({ publicUrl: `https://${server}` }).public_url())
    .toEqual({ server, endSeconds: Date.parse("2029-02-03T04:05:06Z") / 1000, unread: [] });
  await expect(readsFor({ publicUrl: "https://*.book.example" }).public_url())
    .rejects.toThrow("all hosts of a domain");
});

test("Postgres with sslmode is read at each of its hosts, and all that are away are an error", async () => {
  const urls = ["postgresql://u:p@127.0.0.1:1/x?sslmode=verify-full"];
  for (const name of ["databaseUrls", "databaseDirectUrls", "reportingUrls"]) {
    await expect(readsFor({ [name]: urls }).postgres()).rejects.toThrow("ECONNREFUSED");
  }
});

test.skipIf(!hasRedisServer)(
  "Redis is read in each form, also by a process that does not trust its authority",
  timed,
  async () => {
    await using redis = await startEncryptedRedis();
    for (const redisUrl of Object.values(redis.urls)) {
      const first = await readsFor({ redisUrl }).redis();
      expect(first).toEqual({
        server: expect.stringMatching(/^127\.0\.0\.1:\d+$/),
        endSeconds: expect.any(Number),
        unread: [],
      });
    }
  },
);

test("of several servers the one whose certificate ends first counts, and one that is away is named", async () => {
  const [later, sooner] = [new Date("2029-02-03T00:00:00Z"), new Date("2029-01-03T00:00:00Z")];
  const servers = [await listen(later), await listen(sooner), "127.0.0.1:1"];
  const redisUrl = `clusters://${servers.join(",")}`;
  expect(await readsFor({ redisUrl }).redis())
    .toEqual({
      server: servers[1],
      endSeconds: sooner.getTime() / 1000,
      unread: [{ server: servers[2], error: expect.objectContaining({ code: "ECONNREFUSED" }) }],
    });
});
