import { expect, test, vi } from "vitest";
import type { Handler } from "../../../gateway/http/routes.ts";
import type { Refused } from "../../../rest-adapter/http/mod.ts";
import { serve } from "./support.ts";

/** A surface that refuses every request, as an appointment that does not exist. */
function refusing(refused: Refused, status = 404): Handler {
  return (_, { onRoute, onRefused }) => {
    onRoute?.("/api/v1/appointments/{id}");
    onRefused?.(refused);
    onRefused?.({ code: "SECOND" });
    return new Response("{}", { status, headers: { "X-Request-Id": "id-1" } });
  };
}

const refused = { code: "APPOINTMENT_NOT_FOUND", apiKeyId: 7 };
const linesOf = (logged: Record<string, unknown>[]) => logged.filter(({ level }) => level === 30);

test("a refusal is logged at info with its code, its route and the id of its caller", async () => {
  await using server = await serve({ rest: refusing(refused) });
  await fetch(`${server.url}/api/v1/appointments/9?name=Ada`);
  await server.stop();
  expect(server.logged).toEqual([
    expect.objectContaining({
      level: 30,
      msg: "request refused",
      requestId: "id-1",
      method: "GET",
      path: "/api/v1/appointments/9",
      route: "/api/v1/appointments/{id}",
      status: 404,
      ...refused,
    }),
  ]);
});

test("so is a refused call in a batch of tRPC, whose status is 207", async () => {
  await using server = await serve({ rest: refusing({ code: "CONFLICT", staffUserId: 3 }, 207) });
  await fetch(`${server.url}/trpc/a,b?batch=1`);
  await server.stop();
  expect(linesOf(server.logged)).toEqual([
    expect.objectContaining({ status: 207, code: "CONFLICT", staffUserId: 3 }),
  ]);
});

test("of many refusals in a second, 20 have a line, and one line says how many more there were", async () => {
  // All of them are in one second of this clock.
  const clock = vi.spyOn(performance, "now").mockReturnValue(performance.now());
  try {
    await using server = await serve({ rest: refusing(refused) });
    await Promise.all(Array.from({ length: 50 }, () => fetch(`${server.url}/api/v1/x`)));
    const lines = () => linesOf(server.logged).map(({ msg, count }) => `${msg} ${count ?? ""}`);
    await expect.poll(lines, { timeout: 5000 }).toContain("more requests were refused 30");
    expect(lines().filter((line) => line.startsWith("request refused"))).toHaveLength(20);
  } finally {
    clock.mockRestore();
  }
});
