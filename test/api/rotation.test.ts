import { randomBytes } from "node:crypto";
import { Pool } from "undici";
import { afterAll, beforeAll, expect, test } from "vitest";
import { generateKey } from "../../core/access/api_key.ts";
import { rotateApiKey } from "../../core/access/rotate_api_key.ts";
import { sha256 } from "../../gateway/security/sha256.ts";
import { type Api, startApi } from "../support/api.ts";
import { type Rotation, type Verification, wrongsOf } from "../support/rotation_history.ts";
import { openTeam, type Team } from "../support/staff_browser.ts";

// Two processes that share nothing but the database.
let api: Api;
let team: Team;
let callers: Pool[];

beforeAll(async () => {
  api = await startApi({ processes: 2, environment: { LOG_LEVEL: "silent" } });
  team = await openTeam(api);
  // Lighter than fetch, so that more of the time is the service's.
  callers = api.services.map(({ url }) => new Pool(url, { connections: 25 }));
});
afterAll(async () => {
  await Promise.all(callers.map((caller) => caller.close()));
  await api[Symbol.asyncDispose]();
});

/** A new key of the team's, which may be used as often as one likes. */
async function newKey() {
  const { apiKey, key } = await api.seeding.application.createApiKey(team.tenant.organizationId, {
    name: "Website",
    environment: "LIVE",
    scopes: ["READ_APPOINTMENTS"],
    rateLimitPerHour: 1_000_000,
  });
  return { id: apiKey.id, key };
}

interface Rotating {
  times: number;
  /** The key that the next rotation will make, where the test can know it beforehand. */
  foresee?(): string;
  /** Rotates the key and returns the new one. */
  rotate(i: number): Promise<string>;
}

/**
 * Rotates a key again and again while 50 verifiers call both processes with the keys of the last exchange and
 * of the next, its new one before it is valid, too, where it is foreseen. Between two rotations each of these
 * is called at least once, so that there is something to judge on both sides.
 */
async function rotateUnderFire(first: string, { times, foresee, rotate }: Rotating) {
  const rotations: Rotation[] = [];
  const verifications: Verification[] = [];
  const lastSentAt = new Map<string, number>();
  let verified = Promise.withResolvers<void>();
  let tried = [first];
  let isOver = false;

  async function verify(process: number): Promise<void> {
    for (let turn = process; !isOver; turn += 1) {
      const verification = await verificationOf(tried[turn % tried.length]!, process);
      verifications.push(verification);
      const { key, sentAt } = verification;
      lastSentAt.set(key, Math.max(sentAt, lastSentAt.get(key) ?? 0));
      verified.resolve();
      verified = Promise.withResolvers();
    }
  }

  /** Waits until each of these keys has been called, from now on. */
  async function called(...keys: string[]): Promise<void> {
    const from = performance.now();
    tried = keys;
    while (!keys.every((key) => (lastSentAt.get(key) ?? 0) > from)) await verified.promise;
  }

  async function rotateAll(): Promise<void> {
    let keys = [first];
    for (let i = 0; i < times; i += 1) {
      await called(...keys, ...(foresee ? [foresee()] : []));
      const oldKey = keys.at(-1)!;
      const startedAt = performance.now();
      const newKey = await rotate(i);
      rotations.push({ oldKey, newKey, startedAt, endedAt: performance.now() });
      keys = [oldKey, newKey];
    }
    await called(...keys);
    isOver = true;
  }

  await Promise.all([rotateAll(), ...Array.from({ length: 50 }, (_, i) => verify(i % 2))]);
  return { rotations, verifications };
}

/** Calls a process with a key. */
async function verificationOf(key: string, process: number): Promise<Verification> {
  const sentAt = performance.now();
  const { statusCode, body } = await callers[process]!.request({
    method: "GET",
    path: "/api/v1/departments",
    headers: { "X-API-Key": key },
  });
  const answeredAt = performance.now();
  const text = await body.text();
  const isRefused = statusCode === 401 && text.includes("INVALID_API_KEY");
  if (statusCode !== 200 && !isRefused) throw new Error(`${statusCode}: ${text}`);
  return { key, sentAt, answeredAt, isValid: !isRefused };
}

/** A history without anything to judge proves nothing. */
function expectTelling({ rotations, verifications }: Awaited<ReturnType<typeof rotateUnderFire>>) {
  const byKey = Map.groupBy(verifications, ({ key }) => key);
  for (const { oldKey, newKey, startedAt, endedAt } of rotations) {
    const calls = [...byKey.get(oldKey)!, ...byKey.get(newKey)!];
    const seen = new Set(calls.map(({ key, isValid }) => `${key === oldKey} ${isValid}`));
    expect([...seen]).toEqual(expect.arrayContaining(["true true", "true false", "false true"]));
    const underWay = calls.filter(({ sentAt, answeredAt }) =>
      sentAt < endedAt && answeredAt > startedAt
    );
    expect(underWay.length).toBeGreaterThan(10);
  }
}

test("200 rotations under fire: at no moment do both keys work, or neither", async () => {
  const { id, key } = await newKey();
  const { apiKeys } = api.seeding.persistence;
  let keyId = id;
  let next = new Uint8Array();
  const random = { randomBytes: () => next };
  const history = await rotateUnderFire(key, {
    times: 200,
    foresee() {
      next = randomBytes(64);
      return generateKey("LIVE", random);
    },
    async rotate() {
      const ports = { now: () => Temporal.Now.instant(), sha256, apiKeys, ...random };
      const { organizationId } = team.tenant;
      const rotated = await rotateApiKey(ports, { id: keyId, organizationId });
      keyId = rotated.apiKey.id;
      return rotated.key;
    },
  });
  expect(wrongsOf(history.rotations, history.verifications)).toEqual([]);
  expectTelling(history);
  const unborn = history.verifications.filter(({ key, answeredAt, isValid }) =>
    !isValid && history.rotations.some((one) => one.newKey === key && answeredAt <= one.startedAt)
  );
  expect(unborn.length).toBeGreaterThanOrEqual(200);
});

test("so it is with those that staff ask for over HTTP, from either process", async () => {
  const { id, key } = await newKey();
  let keyId = id;
  const history = await rotateUnderFire(key, {
    times: 30,
    async rotate(i) {
      const path = `/api-keys/${keyId}/rotate`;
      const { status, body } = await team.browsers.OWNER.call("POST", path, { process: i % 2 });
      expect(status).toBe(201);
      keyId = body.id;
      return body.key;
    },
  });
  expect(wrongsOf(history.rotations, history.verifications)).toEqual([]);
  expectTelling(history);
});
