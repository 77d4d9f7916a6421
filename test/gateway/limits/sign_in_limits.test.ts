import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { SignInAttempt } from "../../../core/mod.ts";
import { openLimits } from "../../../gateway/limits/mod.ts";
import { defaults } from "./defaults.ts";
import {
  describeSignInLimits,
  minuteMs,
  newAddress,
  newAttempt,
  newEmail,
} from "./sign_in_subjects.ts";

describeSignInLimits("sign-in limits", ({ pass, attempt, attemptOnce, forgive, allowedOf }) => {
  test("five failures for an account from an address; the sixth attempt is refused", async () => {
    const values = newAttempt();
    const delays = { all: 0, known: 0 };
    expect(await attempt(values)).toEqual({ isAllowed: true, retryAfterSeconds: 0, delays });
    await pass(minuteMs);
    expect(await allowedOf(4, () => values)).toBe(4);
    const { isAllowed, retryAfterSeconds } = await attempt(values);
    expect(isAllowed).toBe(false);
    // The window began with the first failure.
    expect(retryAfterSeconds).toBeGreaterThan(830);
    expect(retryAfterSeconds).toBeLessThanOrEqual(840);
    expect((await attempt({ ...values, ipAddress: newAddress() })).isAllowed).toBe(true);
    await pass(retryAfterSeconds * 1000);
    expect(await allowedOf(6, () => values)).toBe(5);
  });

  test("of 100 attempts at once exactly 5 are allowed, and the others are not counted", async () => {
    const values = newAttempt();
    const states = await Promise.all(Array.from({ length: 100 }, () => attempt(values)));
    expect(states.filter(({ isAllowed }) => isAllowed)).toHaveLength(5);
    expect((await attempt(values)).isAllowed).toBe(false);
    expect(await allowedOf(50, () => ({ ...values, email: newEmail() }))).toBe(45);
  });

  test("refused attempts do not count: not for the address, and not in the next window", async () => {
    const values = newAttempt();
    expect(await allowedOf(105, () => values)).toBe(5);
    expect(await allowedOf(46, () => ({ ...values, email: newEmail() }))).toBe(45);
    expect(await allowedOf(100, () => ({ ...values, email: newEmail() }))).toBe(0);
    await pass(15 * minuteMs);
    expect(await allowedOf(51, () => ({ ...values, email: newEmail() }))).toBe(50);
  });

  test("an attempt refused for its address does not count for its account", async () => {
    const values = newAttempt();
    const others: SignInAttempt[] = [];
    for (let i = 0; i < 50; i += 1) {
      const other = { ...values, email: newEmail() };
      others.push(other);
      await attemptOnce(other);
    }
    expect(await allowedOf(10, () => values)).toBe(0);
    for (const other of others) await forgive(other);
    expect(await allowedOf(6, () => values)).toBe(5);
  });

  test("the addresses of one IPv6 /64, and both spellings of an IPv4 address, count as one address", async () => {
    const email = newEmail();
    const line = `2001:db8:${randomUUID().slice(0, 4)}:${randomUUID().slice(0, 4)}`;
    expect(await allowedOf(10, (i) => ({ email, ipAddress: `${line}::${i}` }))).toBe(5);
    const ipAddresses = ["198.51.100.7", "::ffff:198.51.100.7"];
    expect(await allowedOf(10, (i) => ({ email, ipAddress: ipAddresses[i % 2]! }))).toBe(5);
  });

  test("passkeys name no account, so the people of an office have the failures of their address", async () => {
    const ipAddress = newAddress();
    expect(await allowedOf(60, () => ({ ipAddress, email: "" }))).toBe(50);
  });

  test("the networks of one IPv6 site fail as often as four of them", async () => {
    const site = `2001:db8:${randomUUID().slice(0, 4)}`;
    const from = (i: number) => ({ email: newEmail(), ipAddress: `${site}:${i.toString(16)}::1` });
    expect(await allowedOf(250, from)).toBe(200);
    await pass(15 * minuteMs);
    expect(await allowedOf(1, from)).toBe(1);
  });

  test("retryAfterSeconds is the rest of the window that refuses", async () => {
    const { ipAddress, email } = newAttempt();
    await attempt({ ipAddress, email: newEmail() });
    await pass(10 * minuteMs);
    expect(await allowedOf(5, () => ({ ipAddress, email }))).toBe(5);
    expect((await attempt({ ipAddress, email })).retryAfterSeconds).toBeGreaterThan(890);
    expect(await allowedOf(44, () => ({ ipAddress, email: newEmail() }))).toBe(44);
    const { isAllowed, retryAfterSeconds } = await attempt({ ipAddress, email });
    expect(isAllowed).toBe(false);
    expect(retryAfterSeconds).toBeGreaterThan(290);
    expect(retryAfterSeconds).toBeLessThanOrEqual(300);
  });
});

test("sign-in limits are as many failures as configured", async () => {
  const { signInLimits } = await openLimits({
    ...defaults,
    signInFailuresPerAccount: 2,
    signInFailuresPerAddress: 3,
  });
  const allowed: boolean[] = [];
  for (const email of ["a", "a", "a", "b", "c"]) {
    allowed.push((await signInLimits.attempt({ email, ipAddress: "203.0.113.9" })).isAllowed);
  }
  expect(allowed).toEqual([true, true, false, true, false]);
});
