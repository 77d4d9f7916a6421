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

/** Returns the packages that each process of the service has loaded at its end. */
async function packagesLoadedBy(
  request: (url: string) => Promise<unknown>,
  environment: Record<string, string> = {},
): Promise<string[][]> {
  const service = await startService(await freshDatabase(), {
    NODE_OPTIONS: `--import=${hook}`,
    ...environment,
  });
  await request(service.url);
  const { errors } = await service.stop();
  return [...errors.matchAll(/^loaded packages: (.*)$/gm)].map(([, names]) => names!.split(" "));
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

test.each<[string, Record<string, string>, { processes: number; loaded: number }]>([
  ["one of several HTTP processes", { HTTP_PROCESSES: "2" }, { processes: 3, loaded: 2 }],
  ["a process in production", inProduction, { processes: 1, loaded: 1 }],
])("%s loads them before it serves, so that no request waits", async (_, environment, expected) => {
  const processes = await packagesLoadedBy((url) => fetch(`${url}/readyz`), environment);
  const ofSurfaces = ["@mikro-orm/core", "@trpc/server", "graphql"];
  const loaded = processes.filter((names) => ofSurfaces.every((name) => names.includes(name)));
  expect({ processes: processes.length, loaded: loaded.length }).toEqual(expected);
});
