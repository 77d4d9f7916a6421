import { waitlistWalk } from "../../support/waitlist_walk.ts";
import { proof } from "./proof.ts";

proof("waitlist", async (progress, part) => {
  const sums: Record<string, number> = {};
  for (let seed = 1; seed <= 5; seed += 1) {
    const options = { seed, freed: 200, processes: 3, kills: 12, databaseKills: 3 };
    const walk = await part(`seed ${seed}`, () => waitlistWalk({ ...options, progress }));
    for (const [name, count] of Object.entries(walk)) sums[name] = (sums[name] ?? 0) + count;
    progress(`seed ${seed}: ${JSON.stringify(sums)}`);
  }
  return sums;
});
