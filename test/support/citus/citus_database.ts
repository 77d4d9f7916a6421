import { createOnAll } from "./citus_cluster.ts";

/** The ports of the run's cluster, the coordinator first, which its setup sets with TEST_CITUS. */
const variable = "TEST_CITUS_PORTS";

/** Lets the tests of this process, and of those that it starts, create their databases on a cluster. */
export function leadToCitus(ports: readonly number[]): void {
  process.env[variable] = ports.join(" ");
}

/** Creates a database on the run's cluster. Returns whether there is one. */
export async function createOnCitus(name: string, template: string): Promise<boolean> {
  const ports = process.env[variable]?.split(" ").map(Number);
  if (ports === undefined) return false;
  await createOnAll(ports, name, template);
  return true;
}
