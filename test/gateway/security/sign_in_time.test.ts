import { expect, test } from "vitest";
import { signIn } from "../../../core/access/sign_in.ts";
import { hashPassword, matchPassword } from "../../../gateway/security/passwords.ts";
import { codeOf } from "../../support/in_memory/factors.ts";
import { ipAddress, openStaff, password } from "../../core/access/staff_samples.ts";
import { timed } from "../../support/time_bounds.ts";

test(
  "a refusal takes as long for an unknown, a known, a disabled and a delayed account, and for one with a second factor",
  timed,
  async () => {
    const staff = await openStaff();
    const { ports, application, delays } = staff;
    Object.assign(ports, { hashPassword, matchPassword });
    const [known, disabled, withFactor] = [
      await staff.newUser("ADMIN"),
      await staff.newUser("ADMIN"),
      await staff.newUser("ADMIN"),
    ];
    await application.disableStaffUser(disabled.email);
    const { caller } = await staff.signIn(withFactor);
    const code = codeOf(Math.floor(ports.now().epochMilliseconds / 30_000));
    await application.staff.addTotp(caller, { name: "App", secret: "A".repeat(32), code });
    const cases = {
      unknown: { email: "nobody@clinic.example" },
      known: { email: known.email },
      disabled: { email: disabled.email, password },
      withFactor: { email: withFactor.email },
      rightButDelayed: { email: withFactor.email, password, delay: 17 },
    };
    const tookMs = Object.fromEntries(Object.keys(cases).map((name) => [name, [] as number[]]));
    for (let i = 0; i < 9; i += 1) {
      for (const [name, { delay = 0, ...input }] of Object.entries<Attempt>(cases)) {
        Object.assign(delays, { all: delay, known: delay });
        // On a processor: how long it waits for one is the machine's.
        const before = process.cpuUsage();
        await expect(signIn(ports, { ipAddress }, { password: "wrong", ...input })).rejects
          .toMatchObject({ name: "DomainError" });
        const { user, system } = process.cpuUsage(before);
        tookMs[name]!.push((user + system) / 1000);
      }
    }
    const medians = Object.values(tookMs).map((all) => all.toSorted((a, b) => a - b)[4]!);
    expect(Math.max(...medians) / Math.min(...medians)).toBeLessThan(1.8);
  },
);

interface Attempt {
  email: string;
  password?: string;
  delay?: number;
}
