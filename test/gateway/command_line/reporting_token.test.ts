import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { composeApplication } from "../../../gateway/process/composition.ts";
import { keepSecrets } from "../../../gateway/process/secrets.ts";
import { freshDatabase } from "../../support/fresh_database.ts";
import { openService, seedOrganization } from "../../support/seeded.ts";
import { adminHere, sayHere } from "../process/spawned.ts";
import { folderPerFile } from "../../support/per_file.ts";

const sessionSecret = "a secret of the service, long enough";
const noSecrets = { sessionSecret: undefined, secretsKey: undefined };

const root = await folderPerFile("reporting-");
const environment = {
  DATABASE_URL: await freshDatabase(),
  DATA_DIR: join(root, "empty"),
  SESSION_SECRET: sessionSecret,
};
await using service = await openService(environment["DATABASE_URL"]!);
const { organizationId } = await seedOrganization(service);

const create = (...more: string[]) => [
  ..."reporting-token create --name Metabase --organization".split(" "),
  `${organizationId}`,
  ...more,
];

// oxlint-disable-next-line typescript/no-explicit-any -- each test checks the type
async function done(words: string[], more: Record<string, string> = {}): Promise<any> {
  const { code, json } = await adminHere(words, { ...environment, ...more });
  if (code !== 0) throw new Error(JSON.stringify(json));
  return json;
}

/** Returns the caller that a service with this secret authenticates by a token, or the code of its refusal. */
async function enter(token: string, secret = sessionSecret): Promise<unknown> {
  await using service = await openService(environment["DATABASE_URL"]!);
  const application = composeApplication(service.persistence, { sessionSecret: secret });
  return await application.authenticateReportingToken(token)
    .catch((error: { code: string }) => error.code);
}

const list = async () =>
  (await done(["reporting-token", "list", "--organization", `${organizationId}`])).reportingTokens;

test("a token is created, works and is revoked while the service may run", async () => {
  const made = await done(create("--expires-days", "30"));
  expect(made).toEqual({ id: expect.any(Number), token: expect.stringMatching(/^eyJ[\w.-]+$/) });
  const caller = { organizationId, timeZone: "UTC", tokenId: made.id, name: "Metabase" };
  expect(await enter(made.token)).toEqual(caller);
  expect(await enter(made.token, "a secret of another deployment, long")).toBe("UNAUTHENTICATED");
  expect(await list()).toEqual([{
    id: made.id,
    name: "Metabase",
    createdAt: expect.any(String),
    expiresAt: expect.any(String),
    lastUsedAt: expect.any(String),
    isRevoked: false,
  }]);
  for (const _ of ["first", "again"]) {
    const words = ["reporting-token", "revoke", "--id", `${made.id}`];
    expect(await done(words)).toEqual({ id: made.id, isRevoked: true });
  }
  expect(await enter(made.token)).toBe("UNAUTHENTICATED");
});

test("a token may have no end, and the text output says to keep it", async () => {
  const { code, out } = await sayHere(create("--never-expires"), environment);
  expect(code).toBe(0);
  expect(out).toMatch(/token +eyJ[\w.-]+\n/);
  expect(out).toContain("The token is shown only this time.");
  expect((await list()).at(-1)).toMatchObject({ expiresAt: null });
});

test("without a configured secret, the secret in the service's data folder signs", async () => {
  const dataDir = join(root, "made");
  const made = keepSecrets({ ...noSecrets, dataDir });
  const { token } = await done(create(), { DATA_DIR: dataDir, SESSION_SECRET: "" });
  expect(await enter(token, made.sessionSecret as string)).toMatchObject({ organizationId });
  expect(await enter(token)).toBe("UNAUTHENTICATED");
});

describe("without the service's secret", () => {
  const advice = "Set SESSION_SECRET to the service's value";

  test("no token is created, the error says what to do, and nothing is changed", async () => {
    const before = await list();
    const { code, json } = await adminHere(create(), { ...environment, SESSION_SECRET: "" });
    expect([code, json.error.code]).toEqual([1, "FAILED"]);
    expect(json.error.message).toContain(advice);
    expect(json.error.message).toContain("DATA_DIR");
    expect(await list()).toEqual(before);
    expect(readdirSync(root)).not.toContain("empty");
  });

  test("in production the secret in the folder is not used", async () => {
    const dataDir = join(root, "production");
    keepSecrets({ ...noSecrets, dataDir });
    const production = { NODE_ENV: "production", DATA_DIR: dataDir, SESSION_SECRET: "" };
    const { code, json } = await adminHere(create(), { ...environment, ...production });
    expect([code, json.error.code]).toEqual([1, "FAILED"]);
    expect(json.error.message).toContain(advice);
  });

  test("tokens can still be listed and revoked", async () => {
    const { id } = await done(create());
    const words = ["reporting-token", "revoke", "--id", `${id}`];
    expect(await done(words, { SESSION_SECRET: "" })).toEqual({ id, isRevoked: true });
  });
});
