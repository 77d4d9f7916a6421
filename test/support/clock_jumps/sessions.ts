import { setTimeout as delay } from "node:timers/promises";
import { expect } from "vitest";
import type { Api, Tenant } from "../api.ts";
import { makeStaff, signIn } from "../staff_session.ts";
import type { LookedUp } from "./look_up.ts";

/** Before and after the end of a session nothing is expected of it for so long. */
const edgeMs = 1500;

/** Looks twice a second whether one session lives, and whether one that is made older ends in its time. */
export async function watchSessions(
  api: Api,
  { tenant, database }: { tenant: Tenant; database: LookedUp },
) {
  const url = api.services[0]!.url;
  const staff = await makeStaff(api.seeding, tenant.organizationId);
  const long = await signIn(url, staff);
  let checks = 0;
  let isOver = false;
  const faults: string[] = [];

  async function statusOf(cookie: string): Promise<number> {
    const response = await fetch(`${url}/api/staff/session`, { headers: { Cookie: cookie } });
    await response.arrayBuffer();
    checks += 1;
    return response.status;
  }

  async function watch(): Promise<void> {
    let short = await signIn(url, staff);
    let endsAt = await database.endNewestSession(3000);
    while (!isOver) {
      const status = await statusOf(long);
      if (status !== 200 && status !== 503) faults.push(`a live session was answered ${status}`);
      const askedAt = await database.now();
      const shortStatus = await statusOf(short);
      const answeredAt = await database.now();
      if (answeredAt < endsAt - edgeMs && shortStatus === 401) faults.push("a session ended early");
      if (askedAt > endsAt + edgeMs) {
        if (shortStatus === 200) faults.push("a session lived too long");
        short = await signIn(url, staff);
        endsAt = await database.endNewestSession(3000);
      }
      await delay(250);
    }
  }

  const watching = watch().catch((error: unknown) => void faults.push(String(error)));
  async function stop(): Promise<void> {
    isOver = true;
    await watching;
    expect(faults).toEqual([]);
  }
  return {
    checks: () => checks,
    stop,
    async [Symbol.asyncDispose]() {
      isOver = true;
      await watching;
    },
  };
}
