import { expect } from "vitest";
import { createOnAll, dropOnAll } from "./citus_cluster.ts";

/** The ports of the run's cluster, the coordinator first, which its setup sets with TEST_CITUS. */
const variable = "TEST_CITUS_PORTS";

/** Lets the tests of this process, and of those that it starts, create their databases on a cluster. */
export function leadToCitus(ports: readonly number[]): void {
  process.env[variable] = ports.join(" ");
}

/** The databases that the present file of this worker has created. */
let made: { file: string | undefined; names: string[] } = { file: undefined, names: [] };

/**
 * Creates a database on the run's cluster. Returns whether there is one. Drops those of earlier files, because Citus works on
 * each database as long as it exists.
 */
export async function createOnCitus(name: string, template: string): Promise<boolean> {
  const ports = process.env[variable]?.split(" ").map(Number);
  if (ports === undefined) return false;
  const file = expect.getState().testPath;
  if (file !== made.file) {
    const { names } = made;
    made = { file, names: [] };
    await Promise.all(names.map((one) => dropOnAll(ports, one)));
  }
  made.names.push(name);
  await createOnAll(ports, name, template);
  return true;
}
