import { expect, test } from "vitest";
import type { SignInAttempt, SignInLimitState } from "../../../core/mod.ts";
import { describeSignInLimits, minuteMs, newAddress, newEmail } from "./sign_in_subjects.ts";

describeSignInLimits("delays of an account", ({ pass, attempt, attemptOnce, forgive }) => {
  /** Attempts from an address of its own each. Returns how many are checked without a delay. */
  async function checkedOf(times: number, values: Omit<SignInAttempt, "ipAddress">) {
    let checked = 0;
    for (let i = 0; i < times; i += 1) if (!isDelayed(await fromElsewhere(values))) checked += 1;
    return checked;
  }
  const fromElsewhere = (values: Omit<SignInAttempt, "ipAddress">) =>
    attempt({ ...values, ipAddress: newAddress() });
  const isDelayed = ({ delays }: SignInLimitState) => delays!.known > 0;

  test("after 20 failures from all addresses, fewer and fewer attempts a minute are checked", async () => {
    const values = { email: newEmail() };
    // The minute has room for 120 / 24 after 24 failures, and for 120 / 25 after 25.
    expect(await checkedOf(40, values)).toBe(25);
    const { isAllowed, delays } = await fromElsewhere(values);
    expect(isAllowed).toBe(true);
    expect(delays!.all).toBeGreaterThan(0);
    expect(delays!.all).toBeLessThanOrEqual(60);
    await pass(minuteMs);
    // 120 / 28 for the fourth. The delayed ones above do not count.
    expect(await checkedOf(10, values)).toBe(4);
    expect(await checkedOf(3, { email: newEmail() })).toBe(3);
  });

  test("the failures are forgotten an hour after the first one", async () => {
    const values = { email: newEmail() };
    await checkedOf(30, values);
    await pass(60 * minuteMs);
    expect(await checkedOf(20, values)).toBe(20);
  });

  test("of 60 attempts at once, at most 25 are checked", async () => {
    const values = { email: newEmail() };
    const states = await Promise.all(Array.from({ length: 60 }, () => fromElsewhere(values)));
    const checked = states.filter((state) => !isDelayed(state)).length;
    expect(checked).toBeGreaterThanOrEqual(20);
    expect(checked).toBeLessThanOrEqual(25);
  });

  test("known browsers have a delay of their own, and their failures count for everybody", async () => {
    const email = newEmail();
    await checkedOf(30, { email });
    const known = { email, known: "browser" };
    const { delays } = await fromElsewhere(known);
    expect(delays).toEqual({ all: expect.any(Number), known: 0 });
    expect(delays!.all).toBeGreaterThan(0);
    expect(await checkedOf(40, known)).toBe(24);
    expect(await checkedOf(1, { email, known: "another browser" })).toBe(1);
    const other = newEmail();
    await checkedOf(20, { email: other, known: "browser" });
    expect(await checkedOf(20, { email: other })).toBe(5);
  });

  test("successes do not count, also while attempts are delayed", async () => {
    const email = newEmail();
    await checkedOf(20, { email });
    for (let i = 0; i < 30; i += 1) {
      const success = { email, ipAddress: newAddress() };
      expect(isDelayed(await attemptOnce(success))).toBe(false);
      await forgive(success);
    }
  });

  test("delayed attempts do not count for the account and the address", async () => {
    const values = { email: newEmail(), ipAddress: newAddress() };
    await checkedOf(25, { email: values.email });
    for (let i = 0; i < 10; i += 1) expect((await attempt(values)).isAllowed).toBe(true);
    // They count for the address: each has cost a hash.
    for (let i = 0; i < 40; i += 1) await attempt({ ...values, email: newEmail() });
    expect((await attempt({ ...values, email: newEmail() })).isAllowed).toBe(false);
  });

  test("passkeys, which name no account, are never delayed", async () => {
    expect(await checkedOf(40, { email: "" })).toBe(40);
  });
});
