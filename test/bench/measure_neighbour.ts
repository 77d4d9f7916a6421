import { seedOrganization } from "../support/seeded.ts";
import { writeHeavyTenant } from "../support/starvation/heavy_requests.ts";
import { heavyRequestsOfUsers, startNoise } from "../support/starvation/noise.ts";
import { type DeliveryStage, startServing } from "./delivery_stage.ts";
import { rateOf } from "./figures.ts";
import type { LoadProcess } from "./load_process.ts";
import type { LoadResult } from "./load.ts";

const readConnections = 4;
const size = { departments: 2000, appointments: 40_000 };

/**
 * Reads by id and creations of one tenant, alone and beside another tenant that sends the most expensive requests
 * that each surface allows, four of each kind at a time.
 */
export async function measureNeighbour(
  stage: DeliveryStage,
  { load, connections, seconds }: { load: LoadProcess; connections: number; seconds: number },
): Promise<Record<string, number>> {
  await using server = await startServing(stage, { delivers: false });
  const { url } = server;
  const noisy = await seedOrganization(stage.service, { slotInterval: 1 });
  await writeHeavyTenant(stage.databaseUrl, noisy, size);
  const requests = await heavyRequestsOfUsers(stage.service, noisy, url);
  const run = async (kind: "read" | "create", duration = seconds): Promise<LoadResult> => {
    const { seeded, nextNumber: firstNumber } = stage;
    // Reads few enough that they do not wait for each other.
    const few = kind === "read" ? readConnections : connections;
    const job = { url, kind, connections: few, seeded, firstNumber, seconds: duration };
    const result = await load.run(job);
    if (kind === "create") stage.nextNumber += result.requests;
    if (result.firstError !== null) throw new Error(`Cannot ${kind}: ${result.firstError}`);
    return result;
  };
  await run("read", seconds / 3);
  await run("create", seconds / 3);
  const reads = await run("read");
  const creates = await run("create");
  const noise = startNoise(url, requests);
  const readsBeside = await run("read");
  const createsBeside = await run("create");
  const answered = await noise.stop();
  return {
    "reads by id alone, p99 ms": reads.p99Ms,
    "beside, p99 ms": readsBeside.p99Ms,
    "reads/s alone": rateOf(reads),
    "reads/s beside": rateOf(readsBeside),
    "creates/s alone": rateOf(creates),
    "creates/s beside": rateOf(createsBeside),
    "ratio of creates": rateOf(createsBeside) / rateOf(creates),
    "heavy requests answered": Object.entries(answered)
      .reduce((sum, [name, count]) => sum + (name.endsWith(": 200") ? count : 0), 0),
  };
}
