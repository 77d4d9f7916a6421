import { setTimeout as wait } from "node:timers/promises";
import type { Api } from "../../../support/api.ts";
import { type CallerFigures, startCallers } from "../../../support/starvation/callers.ts";
import { writeHeavyTenant } from "../../../support/starvation/heavy_requests.ts";
import { heavyRequestsOfUsers, startNoise } from "./noise.ts";

/** The figures of a tenant alone, and next to another one that sends as many heavy requests as it may. */
export interface NeighbourFigures {
  readsAlone: CallerFigures;
  readsAttacked: CallerFigures;
  createsAlone: CallerFigures;
  createsAttacked: CallerFigures;
  answered: Record<string, number>;
}

/** Measures a tenant's reads by id and creations for some seconds each. */
export async function measureNeighbour(
  api: Api,
  { seconds, departments, appointments }: {
    seconds: number;
    departments: number;
    appointments: number;
  },
): Promise<NeighbourFigures> {
  const { url } = api.services[0]!;
  const tenant = await api.organization({ slotCapacity: 10_000, credits: 1_000_000 });
  const noisy = await api.organization({ slotInterval: 1 });
  await writeHeavyTenant(api.databaseUrl, noisy, { departments, appointments });
  const requests = await heavyRequestsOfUsers(api.seeding, noisy, url);
  const { departmentId } = tenant;
  const booking = { departmentId, dateTime: "2038-03-01T10:00", name: "Ada" };
  const { id } = (await tenant.post(booking)).body;
  const headers = { "X-API-Key": tenant.key, "Content-Type": "application/json" };

  async function measure(kind: "read" | "create"): Promise<CallerFigures> {
    const callers = startCallers(url, {
      localAddress: "127.0.0.3",
      count: kind === "read" ? 4 : 16,
      callOf: (number) =>
        kind === "read" ? { method: "GET", path: `/api/v1/appointments/${id}`, headers } : {
          method: "POST",
          path: "/api/v1/appointments",
          headers,
          body: JSON.stringify({ ...booking, dateTime: `2038-0${1 + number % 9}-02T10:00` }),
        },
    });
    await wait(seconds * 1000);
    return await callers.stop();
  }

  await measure("create");
  const readsAlone = await measure("read");
  const createsAlone = await measure("create");
  const noise = startNoise(url, requests);
  const readsAttacked = await measure("read");
  const createsAttacked = await measure("create");
  const answered = await noise.stop();
  return { readsAlone, readsAttacked, createsAlone, createsAttacked, answered };
}
