import type { Application } from "../../core/mod.ts";
import type { Persistence } from "../persistence/mod.ts";
import { type Demo, seedDemo } from "./seed_demo.ts";

/**
 * Makes the demo where there is no organization yet, and returns it; undefined otherwise. Under a lock,
 * because two processes that start on one empty database would both find it so.
 */
export async function seedEmptyDatabase(
  application: Application,
  { persistence, progress }: {
    persistence: Pick<Persistence, "isEmpty" | "withLock">;
    progress(line: string): void;
  },
): Promise<Demo | undefined> {
  if (!(await persistence.isEmpty())) return undefined;
  return persistence.withLock("demo data", async () => {
    if (!(await persistence.isEmpty())) return undefined;
    progress("Making demo data ...");
    return seedDemo(application);
  });
}
