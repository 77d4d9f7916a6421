import type { Application } from "../../core/mod.ts";
import type { Persistence } from "../persistence/mod.ts";
import { type Demo, newDemoMark, seedDemo } from "./seed_demo.ts";

export interface SeedOptions {
  persistence: Pick<Persistence, "demoStates" | "isEmpty" | "withLock">;
  progress(line: string): void;
  /** Shows the demo's keys and password. Returns whether they have certainly been written. */
  show(demo: Demo): Promise<boolean>;
}

/**
 * Makes the demo in an empty database and shows it. Completes and shows a demo whose start was killed before it
 * had shown it (gateway/demo/README.md 1). Returns whether a demo was shown. Holds a lock meanwhile: of two
 * processes that start at once the second waits, and shows the demo if the first is killed.
 */
export async function seedEmptyDatabase(
  application: Application,
  { persistence, progress, show }: SeedOptions,
): Promise<boolean> {
  const { demoStates } = persistence;
  const isDue = async () => {
    const state = await demoStates.find();
    return state ? !state.isShown : await persistence.isEmpty();
  };
  if (!(await isDue())) return false;
  return persistence.withLock("demo data", async () => {
    if (!(await isDue())) return false;
    progress("Making demo data ...");
    const begun = await demoStates.find();
    const mark = begun?.mark ?? newDemoMark();
    if (!begun) await demoStates.begin(mark);
    if (await show(await seedDemo(application, { mark }))) await demoStates.noteShown();
    return true;
  });
}
