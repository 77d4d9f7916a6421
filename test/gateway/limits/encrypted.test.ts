import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { hasRedisServer } from "../../support/redis_server.ts";
import { startEncryptedRedis } from "../../support/redis_tls.ts";
import { timed } from "../../support/time_bounds.ts";

const run = promisify(execFile);
const script = fileURLToPath(new URL("../../support/run_encrypted_counts.ts", import.meta.url));

/** Counts with two services of a new process, which trusts the authority in the file. */
async function countWith(
  url: string,
  { authorityFile, answerMs }: { authorityFile?: string; answerMs: number },
) {
  const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;
  const { stdout } = await run(process.execPath, [script, `${answerMs}`], {
    env: { ...env, REDIS_URL: url, ...(authorityFile && { NODE_EXTRA_CA_CERTS: authorityFile }) },
  });
  return JSON.parse(stdout);
}

describe.skipIf(!hasRedisServer)("Redis with TLS and passwords", () => {
  test(
    "counts in a server, a Sentinel group and a Cluster of the authority in NODE_EXTRA_CA_CERTS",
    timed,
    async () => {
      await using redis = await startEncryptedRedis();
      const { urls, authorityFile } = redis;
      await Promise.all(
        Object.entries(urls).map(async ([form, url]) => {
          const { remaining, reasons, state } = await countWith(url, {
            authorityFile,
            answerMs: 5000,
          });
          expect({ form, remaining, reasons }).toEqual({ form, remaining: [9, 8], reasons: [] });
          expect(state.servers).toMatchObject([{ isReadOnly: false }]);
        }),
      );
    },
  );

  test(
    "counts in each service, and says why, if the authority is unknown",
    timed,
    async () => {
      await using redis = await startEncryptedRedis();
      await Promise.all(
        Object.entries(redis.urls).map(async ([form, url]) => {
          const { remaining, reasons, state } = await countWith(url, { answerMs: 100 });
          expect({ form, remaining }).toEqual({ form, remaining: [9, 9] });
          // ioredis does not say why a connection to a sentinel or a node of a Cluster was closed.
          const reason = form === "server" ? /certificate/ : /unreachable|closed/;
          expect(JSON.stringify(reasons)).toMatch(reason);
          expect(state.fault).toMatch(reason);
        }),
      );
    },
  );
});
