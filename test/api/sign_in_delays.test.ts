import { describe, expect, test } from "vitest";
import { startApi } from "../support/api.ts";
import { hasRedisServer, startRedis } from "../support/redis_server.ts";
import { openBrowser, openTeam, signedIn } from "../support/staff_browser.ts";
import { timed } from "../support/time_bounds.ts";

describe.skipIf(!hasRedisServer)("guesses from many addresses through two processes", () => {
  test(
    "delay everybody but a browser with which the user has signed in before",
    timed,
    async () => {
      await using redis = await startRedis();
      const environment = { REDIS_URL: redis.url, TRUST_PROXY: "1" };
      await using api = await startApi({ processes: 2, environment });
      const { staff: { ADMIN, STAFF } } = await openTeam(api);
      const own = await signedIn(api, ADMIN);
      await own.call("DELETE", "/session");
      const from = (address: string, process = 0) => ({
        process,
        headers: { "X-Forwarded-For": address },
      });
      const statuses: number[] = [];
      for (let i = 0; i < 26; i += 1) {
        const guess = { email: ADMIN.email, password: "a wrong password" };
        const { status } = await openBrowser(api).signIn(guess, from(`203.0.113.${i}`, i % 2));
        statuses.push(status);
      }
      expect(statuses).toEqual([...Array(25).fill(401), 429]);
      for (const process of [0, 1]) {
        const elsewhere = await openBrowser(api).signIn(ADMIN, from("198.51.100.7", process));
        expect(elsewhere.status).toBe(429);
        expect(Number(elsewhere.headers.get("Retry-After"))).toBeGreaterThan(0);
        expect((await own.signIn(ADMIN, from("198.51.100.8", process))).status).toBe(200);
      }
      expect((await openBrowser(api).signIn(STAFF, from("198.51.100.7"))).status).toBe(200);
    },
  );
});
