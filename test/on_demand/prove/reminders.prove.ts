import { reminderWalk } from "../../support/reminder_walk.ts";
import { proof } from "./proof.ts";

proof("reminders", async (progress, part) => {
  const sums = { reminders: 0, neverDue: 0, killed: 0 };
  for (let seed = 1; seed <= 40; seed += 1) {
    const walk = await part(`seed ${seed}`, () => reminderWalk({ seed, steps: 400, kills: 10 }));
    for (const key of ["reminders", "neverDue", "killed"] as const) sums[key] += walk[key];
    progress(`seed ${seed}: ${JSON.stringify(sums)}`);
  }
  return sums;
});
