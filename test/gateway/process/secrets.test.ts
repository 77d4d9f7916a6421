import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { findSessionSecret, keepSecrets, type Secrets } from "../../../gateway/process/secrets.ts";

const none = { sessionSecret: undefined, secretsKey: undefined };
let root: string;
let dataDir: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "secrets-"));
  dataDir = join(root, "data");
});
afterEach(() => rmSync(root, { recursive: true }));

function modeOf(path: string): number {
  return statSync(path).mode & 0o777;
}

test("keepSecrets() makes secrets once and finds them again, closed to other users", () => {
  const made = keepSecrets({ ...none, dataDir });
  expect(made.sessionSecret.length).toBeGreaterThanOrEqual(32);
  expect(made.secretsKey).toHaveLength(32);
  expect(keepSecrets({ ...none, dataDir })).toEqual(made);
  expect(modeOf(dataDir)).toBe(0o700);
  expect(modeOf(join(dataDir, "secrets.json"))).toBe(0o600);
  expect(readdirSync(dataDir)).toEqual(["secrets.json"]);
});

test("keepSecrets() closes a file whose mode was lost", () => {
  keepSecrets({ ...none, dataDir });
  chmodSync(join(dataDir, "secrets.json"), 0o644);
  keepSecrets({ ...none, dataDir });
  expect(modeOf(join(dataDir, "secrets.json"))).toBe(0o600);
});

test("keepSecrets() returns configured secrets without access to the folder", () => {
  const configured = { sessionSecret: "c".repeat(40), secretsKey: new Uint8Array(32) };
  expect(keepSecrets({ ...configured, dataDir })).toEqual(configured);
  expect(readdirSync(root)).toEqual([]);
  const half = keepSecrets({ ...none, sessionSecret: configured.sessionSecret, dataDir });
  expect(half.sessionSecret).toBe(configured.sessionSecret);
  expect(half.secretsKey).toEqual(keepSecrets({ ...none, dataDir }).secretsKey);
});

test("keepSecrets() refuses a damaged file instead of making new secrets", () => {
  keepSecrets({ ...none, dataDir });
  writeFileSync(join(dataDir, "secrets.json"), '{"sessionSecret":');
  expect(() => keepSecrets({ ...none, dataDir })).toThrow(/^Cannot use the secrets in .*damaged/);
});

describe("findSessionSecret()", () => {
  const configured = { sessionSecret: "c".repeat(40), isProduction: false };
  const absent = { sessionSecret: undefined, isProduction: false };

  test("returns the configured secret, or else the service's own", () => {
    const made = keepSecrets({ ...none, dataDir });
    expect(findSessionSecret({ ...configured, dataDir })).toBe(configured.sessionSecret);
    expect(findSessionSecret({ ...absent, dataDir })).toBe(made.sessionSecret);
  });

  test("creates no secret, and the error says what to do", () => {
    expect(() => findSessionSecret({ ...absent, dataDir })).toThrow(
      /^Cannot sign for the service: SESSION_SECRET is not set, and there is no .*secrets\.json\. Set /,
    );
    expect(readdirSync(root)).toEqual([]);
  });

  test("leaves the file alone in production, as the service does", () => {
    keepSecrets({ ...none, dataDir });
    expect(() => findSessionSecret({ ...absent, isProduction: true, dataDir })).toThrow(
      /^Cannot sign for the service: SESSION_SECRET is not set\. Set SESSION_SECRET to /,
    );
  });

  test("refuses a damaged file", () => {
    keepSecrets({ ...none, dataDir });
    writeFileSync(join(dataDir, "secrets.json"), '{"sessionSecret":');
    expect(() => findSessionSecret({ ...absent, dataDir })).toThrow(/^Cannot use the secrets in /);
  });
});

test("keepSecrets() gives starts at the same moment the same secrets", async () => {
  const module = new URL("../../../gateway/process/secrets.ts", import.meta.url).href;
  const code = `
    const { parentPort, workerData } = require("node:worker_threads");
    import(workerData.module).then(({ keepSecrets }) => {
      Atomics.add(workerData.ready, 0, 1);
      while (Atomics.load(workerData.ready, 0) < 4);
      parentPort.postMessage(keepSecrets({ dataDir: workerData.dataDir }));
    });`;
  const ready = new Int32Array(new SharedArrayBuffer(4));
  const start = () =>
    new Promise<Secrets>((resolve, reject) => {
      const worker = new Worker(code, { eval: true, workerData: { module, dataDir, ready } });
      worker.once("message", resolve).once("error", reject);
    });
  const [first, ...others] = await Promise.all([start(), start(), start(), start()]);
  for (const other of others) expect(other).toEqual(first);
});
