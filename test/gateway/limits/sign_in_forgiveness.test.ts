import { expect, test } from "vitest";
import { describeSignInLimits, minuteMs, newAttempt, newEmail } from "./sign_in_subjects.ts";

describeSignInLimits("forgiveness", ({ pass, attempt, attemptOnce, forgive, allowedOf }) => {
  test("successes do not count, however many, for the account and for the address", async () => {
    const values = newAttempt();
    for (let i = 0; i < 60; i += 1) {
      const success = { ...values };
      expect((await attemptOnce(success)).isAllowed).toBe(true);
      await forgive(success);
    }
    expect(await allowedOf(6, () => values)).toBe(5);
    expect(await allowedOf(50, () => ({ ...values, email: newEmail() }))).toBe(45);
  });

  test("a forgiveness of the address leaves the count of the account", async () => {
    const values = newAttempt();
    for (let i = 0; i < 5; i += 1) {
      const change = { ...values };
      expect((await attemptOnce(change)).isAllowed).toBe(true);
      await forgive(change, "address");
    }
    expect((await attempt(values)).isAllowed).toBe(false);
    expect(await allowedOf(51, () => ({ ...values, email: newEmail() }))).toBe(50);
  });

  test("a success that had the window to itself leaves none: the next begins with a failure", async () => {
    const success = newAttempt();
    await attemptOnce(success);
    await pass(10 * minuteMs);
    await forgive(success);
    expect(await allowedOf(5, () => success)).toBe(5);
    expect((await attempt(success)).retryAfterSeconds).toBeGreaterThan(890);
  });

  test("forgiveness at once, among attempts at once, loses no failure", async () => {
    const values = newAttempt();
    const successes = Array.from({ length: 4 }, () => ({ ...values }));
    for (const success of successes) await attemptOnce(success);
    const [states] = await Promise.all([
      Promise.all(Array.from({ length: 20 }, () => attempt(values))),
      ...successes.map((success) => forgive(success)),
    ]);
    const allowed = states.filter(({ isAllowed }) => isAllowed).length;
    expect(allowed).toBeGreaterThanOrEqual(1);
    expect(allowed + await allowedOf(10, () => values)).toBe(5);
  });

  test("forgive() gives nothing for a refused attempt, a second time, or one that never was", async () => {
    const values = newAttempt();
    const success = { ...values };
    await attemptOnce(success);
    expect(await allowedOf(4, () => values)).toBe(4);
    const refused = { ...values };
    expect((await attemptOnce(refused)).isAllowed).toBe(false);
    await forgive(refused);
    await forgive({ ...values });
    expect(await allowedOf(1, () => values)).toBe(0);
    await forgive(success);
    await forgive(success);
    expect(await allowedOf(3, () => values)).toBe(1);
  });

  test("forgive() neither changes a later window nor creates one", async () => {
    const success = newAttempt();
    await attemptOnce(success);
    await pass(15 * minuteMs);
    expect(await allowedOf(5, () => success)).toBe(5);
    await forgive(success);
    expect((await attempt(success)).isAllowed).toBe(false);
    const late = newAttempt();
    await attemptOnce(late);
    await pass(15 * minuteMs);
    await forgive(late);
    expect(await allowedOf(10, () => late)).toBe(5);
  });
});
