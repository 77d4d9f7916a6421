import { Agent, request } from "undici";
import { makeStaff, signIn } from "../../../support/staff_session.ts";
import type { TestService } from "../../../support/seeded.ts";
import {
  type HeavyRequest,
  heavyRequestsOf,
  type HeavyTenant,
} from "../../../support/starvation/heavy_requests.ts";

/** Heavy requests of one tenant under way. */
export interface Noise {
  /** Ends it; how many of each request were answered, by its name and the status. */
  stop(): Promise<Record<string, number>>;
}

/** Requests of each kind at a time. */
const atOnce = 4;
const users = 10;

/** Signs staff of a tenant in, so many that the limit of each lets the noise go on. */
export async function heavyRequestsOfUsers(
  service: TestService,
  tenant: HeavyTenant,
  url: string,
): Promise<HeavyRequest[][]> {
  const made: HeavyRequest[][] = [];
  for (let i = 0; i < users; i += 1) {
    const staff = await makeStaff(service, tenant.organizationId, { role: "ADMIN" });
    made.push(await heavyRequestsOf(service, tenant, await signIn(url, staff)));
  }
  return made;
}

/** Sends every kind of heavy request over and over, several of each at a time. */
export function startNoise(url: string, ofUsers: readonly HeavyRequest[][]): Noise {
  const agent = new Agent({ connections: 64, headersTimeout: 30_000, bodyTimeout: 30_000 });
  const answered: Record<string, number> = {};
  let isOver = false;

  async function send({ name, path, ...init }: HeavyRequest): Promise<void> {
    const status = await request(url + path, { ...init, dispatcher: agent })
      .then(({ statusCode, body }) => body.arrayBuffer().then(() => statusCode))
      .catch(() => 0);
    const key = `${name}: ${status}`;
    answered[key] = (answered[key] ?? 0) + 1;
    // Who is over the limit asks again later, not a thousand times.
    if (status !== 200) await new Promise((resolve) => setTimeout(resolve, 100));
  }

  const kinds = ofUsers[0]!.length;
  const loops = Array.from({ length: kinds * atOnce }, async (_, loop) => {
    for (let turn = 0; !isOver; turn += 1) {
      await send(ofUsers[(loop + turn) % ofUsers.length]![loop % kinds]!);
    }
  });
  return {
    async stop() {
      isOver = true;
      await Promise.all(loops);
      await agent.destroy();
      return answered;
    },
  };
}
