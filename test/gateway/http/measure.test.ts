import { expect, test } from "vitest";
import { serve } from "./support.ts";

test("each answer is measured with the template that its surface reports, and overloads are counted apart", async () => {
  const answered: string[] = [];
  let overloads = 0;
  await using server = await serve({
    rest(request, { onRoute }) {
      if (!request.url.includes("/things/")) return new Response("{}", { status: 404 });
      onRoute?.("/things/{id}");
      return new Response("{}", { status: 201 });
    },
    trpc(_request, { onRoute }) {
      onRoute?.("/trpc/{procedure}");
      return new Response("{}");
    },
    measure: {
      onAnswered({ method, route, status, seconds }) {
        expect(seconds).toBeGreaterThanOrEqual(0);
        answered.push(`${method} ${route} ${status}`);
      },
      onOverload: () => overloads += 1,
    },
  });
  const ask = (path: string, method = "GET") => fetch(`${server.url}${path}`, { method });
  await ask("/things/7?secret=x", "PUT");
  await ask("/elsewhere/7");
  await ask("/trpc/appointments.byId?input=7");
  await ask("/graphql");
  await ask("/events/stream");
  await ask("/healthz");
  await ask("/readyz");
  expect(answered).toEqual([
    "PUT /things/{id} 201",
    "GET undefined 404",
    "GET /trpc/{procedure} 200",
    "GET /graphql 404",
    "GET /events/stream 404",
    "GET /healthz 200",
    "GET /readyz 200",
  ]);
  expect(overloads).toBe(0);
});

test("a request without a place counts as an overload and is not measured", async () => {
  let overloads = 0;
  const answered: unknown[] = [];
  await using full = await serve({
    maxInFlight: 0,
    measure: {
      onAnswered: (request) => void answered.push(request),
      onOverload: () => overloads += 1,
    },
  });
  expect((await fetch(`${full.url}/api/v1/departments`)).status).toBe(503);
  expect([overloads, answered]).toEqual([1, []]);
});
