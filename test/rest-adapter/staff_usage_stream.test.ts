import { describe, expect, test, vi } from "vitest";
import { type HeavyWork, type ReadUsageEntry, unpaced } from "../../core/mod.ts";
import { serve } from "../gateway/http/support.ts";
import { openStaffApi } from "./staff_support.ts";

const path = "/api-usage/export/csv?startDate=2026-03-01&endDate=2026-03-01";

const call: ReadUsageEntry = {
  id: 7,
  apiKeyName: "Website",
  endpoint: "/api/v1/departments",
  method: "GET",
  statusCode: 200,
  creditsConsumed: 0,
  responseTimeMs: 12,
  timestampMs: Date.parse("2026-03-01T07:30:00Z"),
  ipAddress: "203.0.113.7",
  userAgent: "booking-client/1.2",
  requestId: "r-7",
  error: null,
};

// Much more than sockets buffer.
const maxBatches = 1000;

/** Opens an export and records which batches it requests. */
async function watched(batchAt: (i: number) => ReadUsageEntry[] | undefined) {
  const api = await openStaffApi();
  const { cookie } = await api.signedInAs("ADMIN");
  const seen = { requested: 0, hasEnded: false };
  api.ports.usageReports.batches = async function* () {
    try {
      for (let batch = batchAt(0); batch; batch = batchAt(seen.requested)) {
        seen.requested += 1;
        if (seen.requested === maxBatches) throw new Error("The export reads ahead without end");
        yield batch;
      }
    } finally {
      seen.hasEnded = true;
    }
  };
  const request = (origin: string) =>
    new Request(`${origin}/api/staff${path}`, { headers: { Cookie: cookie } });
  return { api, seen, request, cookie };
}

/** Gives turns without limit until `count`; `waits` resolves when the next one begins to wait until it is aborted. */
function turnsUpTo(count: number): { heavyWork: HeavyWork; waits: Promise<void> } {
  const { promise: waits, resolve } = Promise.withResolvers<void>();
  const turn = { ...unpaced, hasWaited: false, [Symbol.dispose]() {} };
  let given = 0;
  const heavyWork: HeavyWork = {
    enter({ signal }) {
      given += 1;
      if (given <= count) return Promise.resolve(turn);
      resolve();
      return new Promise((_resolve, reject) => {
        signal!.addEventListener("abort", () => reject(signal!.reason));
      });
    },
    nextTurn: () => Promise.resolve(),
  };
  return { heavyWork, waits };
}

/** Waits until everything has run that needs no input from outside. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe("a CSV export", () => {
  test("requests a batch when the reader has taken the previous one", async () => {
    const { api, seen, request } = await watched(() => [call]);
    const response = await api.handle(request("http://api.test"), { ipAddress: "" });
    const reader = response.body!.getReader();
    await settled();
    expect(seen.requested).toBe(0);
    for (let taken = 0; taken < 20; taken += 1) {
      expect((await reader.read()).done).toBe(false);
      await settled();
      expect(seen.requested).toBeLessThanOrEqual(taken + 1);
    }
    await reader.cancel();
    expect(seen.hasEnded).toBe(true);
  });

  test.each<[string, (api: Awaited<ReturnType<typeof watched>>["api"]) => void]>([
    ["session has ended", ({ ports }) => void (ports.memory.sessions = [])],
    ["role is another one", ({ ports }) => {
      for (const user of ports.memory.staffUsers) user.role = "STAFF";
    }],
  ])("sends no further batch to a user whose %s meanwhile", async (_, change) => {
    const { api, seen, request } = await watched(() => [call]);
    const breakOff = vi.fn();
    const response = await api.handle(request("http://api.test"), { ipAddress: "", breakOff });
    const reader = response.body!.getReader();
    expect((await reader.read()).done).toBe(false);
    expect((await reader.read()).done).toBe(false);
    change(api);
    const next = reader.read();
    await vi.waitFor(() => expect(breakOff).toHaveBeenCalledOnce());
    expect(seen.requested).toBeLessThan(4);
    await reader.cancel();
    expect((await next).done).toBe(true);
    expect(api.defects).toEqual([]);
  });

  test("requests no batch if it is refused", async () => {
    const { api, seen, request } = await watched(() => [call]);
    const [url] = request("http://api.test").url.split("?");
    const headers = { Cookie: request(url!).headers.get("Cookie")! };
    const response = await api.handle(new Request(url!, { headers }), { ipAddress: "" });
    expect([response.status, seen.requested]).toEqual([400, 0]);
  });

  test("fails its stream after an error, which goes to onDefect and not to the reader", async () => {
    const error = new Error("relation usage_entries does not exist");
    const { api, seen, request } = await watched((i) => {
      if (i === 2) throw error;
      return [call];
    });
    const response = await api.handle(request("http://api.test"), { ipAddress: "" });
    expect(response.status).toBe(200);
    const failure = await response.text().catch((failure: Error) => failure);
    expect(failure).toBeInstanceOf(Error);
    expect(String(failure)).not.toContain("relation");
    expect(api.defects).toEqual([{
      error,
      about: {
        requestId: response.headers.get("X-Request-Id"),
        method: "GET",
        path: "/api/staff/api-usage/export/csv",
      },
    }]);
    expect(seen.hasEnded).toBe(true);
  });

  test("cuts the connection once after an error if the host can do that", async () => {
    const { api, request } = await watched((i) => {
      if (i === 1) throw new Error("x");
      return [call];
    });
    let cuts = 0;
    const breakOff = () => void (cuts += 1);
    const response = await api.handle(request("http://api.test"), { ipAddress: "", breakOff });
    const reader = response.body!.getReader();
    await reader.read();
    await reader.read();
    const after = await Promise.race([reader.read(), settled().then(() => "nothing more")]);
    expect([after, cuts, api.defects.length]).toEqual(["nothing more", 1, 1]);
  });
});

describe("a CSV export over HTTP", () => {
  test("is visibly incomplete after an error", async () => {
    const { api, request } = await watched((i) => {
      if (i === 3) throw new Error("x");
      return [call];
    });
    await using server = await serve({ rest: api.handle });
    const response = await fetch(request(server.url));
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow(/terminated/);
    expect(api.defects).toHaveLength(1);
  });

  test("ends its reading when the reader goes away", async () => {
    const { api, seen, request } = await watched(() => Array.from({ length: 1000 }, () => call));
    await using server = await serve({ rest: api.handle });
    const leave = new AbortController();
    const response = await fetch(request(server.url), { signal: leave.signal });
    await response.body!.getReader().read();
    leave.abort();
    await expect.poll(() => seen.hasEnded).toBe(true);
    expect(api.defects).toEqual([]);
  });

  test("reports no defect if the reader goes away while a batch waits for its turn", async () => {
    const { api, seen, request } = await watched(() => [call]);
    const { heavyWork, waits } = turnsUpTo(3);
    api.ports.heavyWork = heavyWork;
    await using server = await serve({ rest: api.handle });
    const leave = new AbortController();
    const response = await fetch(request(server.url), { signal: leave.signal });
    await response.body!.getReader().read();
    await waits;
    leave.abort();
    await expect.poll(() => seen.hasEnded).toBe(true);
    expect(api.defects).toEqual([]);
  });

  test("does not read ahead of a reader that does not read", async () => {
    const { api, seen, request } = await watched(() => Array.from({ length: 1000 }, () => call));
    await using server = await serve({ rest: api.handle });
    const response = await fetch(request(server.url));
    let before = -1;
    // At first the sockets buffer some batches. Then the reading stops.
    await expect.poll(() => {
      const hasStopped = seen.requested === before;
      before = seen.requested;
      return hasStopped;
    }, { interval: 200, timeout: 60_000 }).toBe(true);
    expect(seen.hasEnded).toBe(false);
    expect(seen.requested).toBeLessThan(200);
    await response.body!.cancel();
    await expect.poll(() => seen.hasEnded).toBe(true);
  });
});
