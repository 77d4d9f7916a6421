import { expect, test } from "vitest";
import { freshDatabase } from "../../support/fresh_database.ts";
import { startService } from "../../support/running_service.ts";
import { secretsEnvironment } from "../../support/webhooks.ts";

const hook = new URL("run_loaded_packages.ts", import.meta.url).href;

const onDemand = new Set([
  "@mikro-orm/core",
  "@opentelemetry/api",
  "@opentelemetry/sdk-trace",
  "@trpc/server",
  "graphql",
  "ioredis",
  "prom-client",
  "rate-limiter-flexible",
  "undici",
]);

/** Returns the packages that each process of the service has loaded at its end, or when it opened its port. */
async function packagesLoadedBy(
  request: (url: string) => Promise<unknown>,
  environment: Record<string, string> = {},
  at = "loaded packages",
): Promise<string[][]> {
  const service = await startService(await freshDatabase(), {
    NODE_OPTIONS: `--import=${hook}`,
    ...environment,
  });
  await request(service.url);
  const { errors } = await service.stop();
  const lines = errors.matchAll(new RegExp(`^${at}: (.*)$`, "gm"));
  return [...lines].map(([, names]) => names!.split(" "));
}

test("a start loads no package that only some requests need", async () => {
  const [loaded] = await packagesLoadedBy((url) => fetch(`${url}/api/v1/departments`));
  expect(loaded).toContain("pg");
  expect(loaded!.filter((name) => onDemand.has(name))).toEqual([]);
});

test("the first request of a surface loads its packages", async () => {
  const [loaded] = await packagesLoadedBy(async (url) => {
    const answer = await fetch(`${url}/graphql`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ query: "{ __typename }" }),
    });
    expect(answer.status).toBe(401);
    expect((await fetch(`${url}/trpc/session.current`)).status).toBe(401);
  });
  expect(loaded).toEqual(expect.arrayContaining(["graphql", "@trpc/server"]));
});

const inProduction = {
  NODE_ENV: "production",
  PUBLIC_URL: "https://book.example",
  SESSION_SECRET: "x8Kq2mVb0ZrT5wYc7HnJ4dLf9GsP1aEu",
  ...secretsEnvironment,
};

const ofSurfaces = ["@mikro-orm/core", "@trpc/server", "graphql"];
const hasLoadedAll = (names: string[]) => ofSurfaces.every((name) => names.includes(name));

test.each<[string, Record<string, string>, boolean[]]>([
  ["a process in production", inProduction, [true]],
  // The first process serves nothing.
  ["one of several HTTP processes", { HTTP_PROCESSES: "2" }, [false, true, true]],
])("%s loads them before it opens its port, so that nothing waits", async (_, given, expected) => {
  const processes = await packagesLoadedBy(fetch, given, "at its port");
  expect(processes.map(hasLoadedAll).toSorted()).toEqual(expected);
});
