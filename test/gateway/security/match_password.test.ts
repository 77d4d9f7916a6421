import { argon2Sync } from "node:crypto";
import { expect, test } from "vitest";
import { DomainError } from "../../../core/mod.ts";
import { hashPassword, matchPassword } from "../../../gateway/security/passwords.ts";
import { timed } from "../../support/time_bounds.ts";

async function verifyPassword(password: string, hash: string | undefined): Promise<boolean> {
  return (await matchPassword(password, hash === undefined ? [] : [hash])).length > 0;
}

const unpadded = (bytes: Buffer) => bytes.toString("base64").replaceAll("=", "");
const salt = Buffer.alloc(16, 7);
/** Cheap, and other parameters than those of new hashes. */
const cheap = { memory: 64, passes: 3, parallelism: 2, tagLength: 20 };

function cheapHash(password: string): string {
  const message = Buffer.from(password);
  const hash = argon2Sync("argon2id", { ...cheap, message, nonce: salt });
  return `$argon2id$v=19$m=64,t=3,p=2$${unpadded(salt)}$${unpadded(hash)}`;
}

test("matchPassword() accepts the hashed password and no other", async () => {
  const password = "correct horse battery stäple";
  const hash = await hashPassword(password);
  expect(await verifyPassword(password, hash)).toBe(true);
  const others = [
    "correct horse battery staple",
    password.normalize("NFD"),
    password.toUpperCase(),
    `${password} `,
    password.slice(0, -1),
    "",
  ];
  for (const other of others) expect(await verifyPassword(other, hash)).toBe(false);
});

test("matchPassword() takes the parameters from the hash", async () => {
  expect(await verifyPassword("password of old", cheapHash("password of old"))).toBe(true);
  expect(await verifyPassword("new password", cheapHash("old password"))).toBe(false);
  // From the tests of the reference implementation.
  const known =
    "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc";
  expect(await verifyPassword("password", known)).toBe(true);
  expect(await verifyPassword("Password", known)).toBe(false);
});

test("matchPassword() is false for every byte of the hash that differs", async () => {
  const hash = cheapHash("a password");
  const [, bytes] = /\$([^$]+)$/.exec(hash)!;
  for (let i = 0; i < cheap.tagLength; i += 1) {
    const other = Buffer.from(bytes!, "base64");
    other[i]! ^= 1;
    expect(await verifyPassword("a password", hash.replace(bytes!, unpadded(other)))).toBe(false);
  }
});

test("matchPassword() is false without a hash, whatever the password", async () => {
  for (const password of ["", "a password", "\0".repeat(32)]) {
    expect(await verifyPassword(password, undefined)).toBe(false);
  }
});

test("matchPassword() takes as long without a hash as for a wrong password", timed, async () => {
  const hash = await hashPassword("a password");
  // On a processor: how long it waits for one is the machine's.
  const tookMs: Record<"wrong" | "unknown", number[]> = { wrong: [], unknown: [] };
  for (let i = 0; i < 9; i += 1) {
    for (const [kind, text] of [["wrong", hash], ["unknown", undefined]] as const) {
      const before = process.cpuUsage();
      await verifyPassword("another password", text);
      const { user, system } = process.cpuUsage(before);
      tookMs[kind].push((user + system) / 1000);
    }
  }
  const [wrong, unknown] = [medianOf(tookMs.wrong), medianOf(tookMs.unknown)];
  // Wide for a noisy machine; no work at all, or that of other parameters, is far outside.
  expect(unknown).toBeGreaterThan(wrong / 1.8);
  expect(unknown).toBeLessThan(wrong * 1.8);
});

const whole = cheapHash("a password");
test.each([
  ["empty", ""],
  ["of another kind", whole.replace("argon2id", "argon2i")],
  ["of another version", whole.replace("v=19", "v=16")],
  ["without a parameter", whole.replace(",p=2", "")],
  ["with parameters no hash can have", whole.replace("m=64", "m=1")],
  ["with parameters that are no numbers", whole.replace("t=3", "t=x")],
  ["cut off", whole.slice(0, -15)],
  ["with a digit too many", `${whole}AA`],
  ["with another alphabet", whole.replace(/.$/, "_")],
  ["with something behind it", `${whole}\n`],
])("matchPassword() takes a hash %s for a defect, not for a wrong password", async (_, text) => {
  const error = await verifyPassword("a password", text).catch((error: unknown) => error);
  expect(error).toBeInstanceOf(Error);
  expect(error).not.toBeInstanceOf(DomainError);
  expect((error as Error).message).not.toContain(whole.slice(-10));
});

test("hashing and verifying take turns with each other: two run, 64 wait, more are 503", async () => {
  const hash = cheapHash("a password");
  const outcomes = await Promise.allSettled(
    Array.from(
      { length: 70 },
      (_, i) => i % 10 === 0 ? hashPassword("a password") : verifyPassword("a password", hash),
    ),
  );
  const refused = outcomes.filter(({ status }) => status === "rejected");
  expect(refused).toEqual(outcomes.slice(66));
  for (const outcome of refused) {
    expect(outcome).toMatchObject({
      reason: { name: "DomainError", code: "SERVICE_UNAVAILABLE" },
    });
  }
  // And the turns are free again.
  expect(await verifyPassword("a password", hash)).toBe(true);
});

function medianOf(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!;
}

test("matchPassword() finds each hash of the password among hashes with one salt and with others", async () => {
  const first = await hashPassword("a password");
  const same = await hashPassword("a password", { saltOf: first });
  const other = await hashPassword("another password", { saltOf: first });
  const unlike = await hashPassword("a password");
  expect(same).toBe(first);
  expect(await matchPassword("a password", [other, first, unlike])).toEqual([first, unlike]);
  expect(await matchPassword("another password", [other, first, unlike])).toEqual([other]);
  expect(await matchPassword("a third password", [other, first, unlike])).toEqual([]);
});

test(
  "matchPassword() takes as long for several hashes with one salt as for one",
  timed,
  async () => {
    const first = await hashPassword("a password");
    const hashes = [
      first,
      await hashPassword("b password", { saltOf: first }),
      await hashPassword("c", { saltOf: first }),
    ];
    const tookMs: Record<"one" | "several", number[]> = { one: [], several: [] };
    for (let i = 0; i < 9; i += 1) {
      for (const [kind, checked] of [["one", [first]], ["several", hashes]] as const) {
        const before = process.cpuUsage();
        await matchPassword("a wrong password", checked);
        const { user, system } = process.cpuUsage(before);
        tookMs[kind].push((user + system) / 1000);
      }
    }
    // Three hashes made one after another would take three times as long.
    expect(medianOf(tookMs.several)).toBeLessThan(1.8 * medianOf(tookMs.one));
  },
);

test(
  "a flood of one network delays another one by less than 2 s, and the flood is refused",
  timed,
  async () => {
    const hash = await hashPassword("a password");
    const flood = Promise.all(
      Array.from({ length: 200 }, () =>
        matchPassword("a guess", [hash], { from: "2001:db8::/64" })
          .catch((error: { code: string }) => error.code)),
    );
    const begun = performance.now();
    expect(await matchPassword("a password", [hash], { from: "203.0.113.7" })).toEqual([hash]);
    expect(performance.now() - begun).toBeLessThan(2000);
    const refused = (await flood).filter((one) => one === "SERVICE_UNAVAILABLE");
    expect(refused.length).toBe(200 - 2 - 64 + 1);
  },
);
