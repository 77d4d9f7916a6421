import { seedOrganization } from "../../support/seeded.ts";
import { writeHeavyTenant } from "../../support/starvation/heavy_requests.ts";
import { heavyRequestsOfUsers, startNoise } from "../support/starvation/noise.ts";
import { type DeliveryStage, startServing } from "./delivery_stage.ts";
import { rateOf } from "./figures.ts";
import type { LoadProcess } from "./load_process.ts";
import type { LoadResult } from "./load.ts";

const readConnections = 4;

/**
 * Measures reads by id and creations of one tenant, alone and while another tenant sends the most expensive requests
 * that each surface allows, four of each kind at a time.
 */
export async function measureNeighbour(
  stage: DeliveryStage,
  { load, connections, seconds, appointments }: {
    load: LoadProcess;
    connections: number;
    seconds: number;
    /** Those of the first tenant. The other one has twice as many. */
    appointments: number;
  },
): Promise<Record<string, number>> {
  await using server = await startServing(stage, { delivers: false });
  const { url } = server;
  const noisy = await seedOrganization(stage.service, { slotInterval: 1 });
  await writeHeavyTenant(stage.databaseUrl, noisy, {
    departments: Math.min(2000, appointments),
    appointments: 2 * appointments,
  });
  const requests = await heavyRequestsOfUsers(stage.service, noisy, url);
  const run = async (kind: "read" | "create", duration = seconds): Promise<LoadResult> => {
    const { seeded, nextNumber: firstNumber } = stage;
    // Reads few enough that they do not wait for each other.
    const few = kind === "read" ? readConnections : connections;
    const job = { url, kind, connections: few, seeded, firstNumber, seconds: duration };
    const result = await load.run(job);
    stage.nextNumber += result.creations;
    if (result.firstError !== null) throw new Error(`Cannot ${kind}: ${result.firstError}`);
    return result;
  };
  await run("read", seconds / 3);
  await run("create", seconds / 3);
  const reads = await run("read");
  const creates = await run("create");
  const noise = startNoise(url, requests);
  const readsWithNoise = await run("read");
  const createsWithNoise = await run("create");
  const answered = await noise.stop();
  return {
    "reads by id alone, p99 ms": reads.p99Ms,
    "with noise, p99 ms": readsWithNoise.p99Ms,
    "reads/s alone": rateOf(reads),
    "reads/s with noise": rateOf(readsWithNoise),
    "creates/s alone": rateOf(creates),
    "creates/s with noise": rateOf(createsWithNoise),
    "ratio of creates": rateOf(createsWithNoise) / rateOf(creates),
    "heavy requests answered": Object.entries(answered)
      .reduce((sum, [name, count]) => sum + (name.endsWith(": 200") ? count : 0), 0),
  };
}
