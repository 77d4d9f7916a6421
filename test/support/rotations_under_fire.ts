import { randomBytes } from "node:crypto";
import type { Pool } from "undici";
import { expect } from "vitest";
import { rotateApiKey } from "../../core/access/change_api_keys.ts";
import { sha256 } from "../../gateway/security/crypto.ts";
import { type Rotation, type Verification, wrongsOf } from "./rotation_history.ts";
import { newKey, type RotationStage, verifiers } from "./rotation_stage.ts";
import { generateKey } from "../../core/access/key_text.ts";
import { operatorIn } from "../../core/access/caller.ts";

/** What rotations came to that were checked. */
interface RotationHistory {
  rotations: Rotation[];
  verifications: Verification[];
}

interface Rotating {
  /** The key to begin with. */
  first: string;
  times: number;
  /** The key that the next rotation will make, where the test can know it beforehand. */
  foresee?(): string;
  /** Rotates the key and returns the new one. */
  rotate(i: number): Promise<string>;
}

/**
 * Rotates a key of a fresh team under 50 verifiers, its new ones being tried before they are valid, too, and
 * checks that at no moment both keys worked, or neither.
 */
export async function checkForeseenRotations(
  stage: RotationStage,
  times: number,
): Promise<RotationHistory> {
  const { id, key } = await newKey(stage);
  const { apiKeys, organizations } = stage.api.seeding.persistence;
  let keyId = id;
  let next = new Uint8Array();
  const random = { randomBytes: () => next };
  const history = await rotateUnderFire(stage, {
    first: key,
    times,
    foresee() {
      next = randomBytes(64);
      return generateKey("LIVE", random);
    },
    async rotate() {
      const ports = {
        now: () => Temporal.Now.instant(),
        sha256,
        apiKeys,
        organizations,
        ...random,
      };
      const { organizationId } = stage.team.tenant;
      const rotated = await rotateApiKey(ports, operatorIn(organizationId), { id: keyId });
      keyId = rotated.id;
      return rotated.key;
    },
  });
  const unborn = history.verifications.filter(({ key, answeredAt, isValid }) =>
    !isValid && history.rotations.some((one) => one.newKey === key && answeredAt <= one.startedAt)
  );
  expect(unborn.length).toBeGreaterThanOrEqual(times);
  return history;
}

/**
 * Rotates a key again and again while 50 verifiers call both processes with the keys of the last exchange and
 * of the next, its new one before it is valid, too, where it is foreseen. Between two rotations each of these
 * is called at least once, so that there are results on both sides. Checks the history.
 */
export async function rotateUnderFire(
  { callers }: RotationStage,
  { first, times, foresee, rotate }: Rotating,
): Promise<RotationHistory> {
  const rotations: Rotation[] = [];
  const verifications: Verification[] = [];
  const lastSentAt = new Map<string, number>();
  let verified = Promise.withResolvers<void>();
  let tried = [first];
  let isOver = false;

  async function verify(process: number): Promise<void> {
    for (let turn = process; !isOver; turn += 1) {
      const key = tried[turn % tried.length]!;
      const verification = await verificationOf(key, callers[process]!);
      verifications.push(verification);
      lastSentAt.set(key, Math.max(verification.sentAt, lastSentAt.get(key) ?? 0));
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

  await Promise.all([rotateAll(), ...Array.from({ length: verifiers }, (_, i) => verify(i % 2))]);
  expect(wrongsOf(rotations, verifications)).toEqual([]);
  expectTelling({ rotations, verifications });
  return { rotations, verifications };
}

async function verificationOf(key: string, caller: Pool): Promise<Verification> {
  const sentAt = performance.now();
  const { statusCode, body } = await caller.request({
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

/** Fails if the history has too few results to prove anything. */
function expectTelling({ rotations, verifications }: RotationHistory) {
  const byKey = Map.groupBy(verifications, ({ key }) => key);
  for (const { oldKey, newKey, startedAt, endedAt } of rotations) {
    const calls = [...byKey.get(oldKey)!, ...byKey.get(newKey)!];
    const seen = new Set(calls.map(({ key, isValid }) => `${key === oldKey} ${isValid}`));
    expect([...seen]).toEqual(expect.arrayContaining(["true true", "true false", "false true"]));
    const underWay = calls.filter(({ sentAt, answeredAt }) =>
      sentAt < endedAt && answeredAt > startedAt
    );
    expect(underWay.length).toBeGreaterThan(4);
  }
}
