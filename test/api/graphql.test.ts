import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, startApi } from "../support/api.ts";
import { passedOn } from "../support/passed_on.ts";
import { openTeam, type Team } from "../support/staff_browser.ts";

const run = promisify(execFile);
const admin = fileURLToPath(new URL("../../gateway/command_line/admin.ts", import.meta.url));
const sessionSecret = "a secret of the tests that is long enough";

// Two processes that share nothing but the database and the secret of their tokens.
let api: Api;
let team: Team;
beforeAll(async () => {
  const environment = { SESSION_SECRET: sessionSecret, LOG_LEVEL: "debug" };
  api = await startApi({ processes: 2, environment });
  team = await openTeam(api, { timeZone: "Europe/Oslo" });
});
afterAll(() => api[Symbol.asyncDispose]());

/** Runs an operator command and parses its JSON. */
async function operate<T>(at: Api, ...command: string[]): Promise<T> {
  const { stdout } = await run(process.execPath, [admin, ...command, "--json"], {
    env: { ...passedOn, DATABASE_URL: at.databaseUrl, SESSION_SECRET: sessionSecret },
  });
  return JSON.parse(stdout) as T;
}

async function newToken(organizationId = team.tenant.organizationId, at = api) {
  const command = ["reporting-token", "create", "--organization", `${organizationId}`];
  return await operate<{ id: number; token: string }>(at, ...command, "--name", "Metabase");
}

async function ask(
  query: string,
  headers: Record<string, string>,
  { process = 0, ...init }: RequestInit & { process?: number } = {},
) {
  const response = await fetch(`${api.services[process]!.url}/graphql`, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify({ query }),
    ...init,
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) };
}

const query = "{ organization { name timeZone } }";
const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

test("a token that an operator creates reads from every process until it is revoked", async () => {
  const { id, token } = await newToken();
  for (const process of [0, 1]) {
    const { status, body, headers } = await ask(query, bearer(token), { process });
    expect([status, body]).toEqual([200, {
      data: { organization: { name: "Test", timeZone: "Europe/Oslo" } },
    }]);
    expect(headers.get("X-Organization-Time-Zone")).toBe("Europe/Oslo");
    expect(headers.get("X-RateLimit-Limit")).toBe("200000");
  }
  await operate(api, "reporting-token", "revoke", "--id", String(id));
  for (const process of [0, 1]) {
    const { status, body } = await ask(query, bearer(token), { process });
    expect([status, body.errors[0].extensions]).toEqual([401, { code: "UNAUTHENTICATED" }]);
  }
});

test("a token that staff create in the dashboard reads as well", async () => {
  const browser = team.browsers.ADMIN;
  const response = await fetch(`${api.services[0]!.url}/trpc/reportingTokens.create`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Cookie: browser.cookie },
    body: JSON.stringify({ name: "Power BI" }),
  });
  const { result } = await response.json() as { result: { data: { token: string } } };
  expect((await ask(query, bearer(result.data.token))).status).toBe(200);
});

test("a reporting token opens nothing but GraphQL", async () => {
  const { token } = await newToken();
  for (const path of ["/api/v1/departments", "/api/staff/api-keys", "/api/staff/session"]) {
    const headers = { ...bearer(token), "X-API-Key": token, Cookie: `session=${token}` };
    expect((await api.call("GET", path, { headers })).status).toBe(401);
  }
});

test("a token reads the organization that it was created for", async () => {
  const other = await api.organization({ timeZone: "Asia/Tokyo" });
  const { token } = await newToken(other.organizationId);
  const { body } = await ask(query, bearer(token));
  expect(body.data.organization.timeZone).toBe("Asia/Tokyo");
});

test("the browser of an OWNER gets the query explorer, but not in production; the cost limit of a token is the configured one", async () => {
  const headers = { Accept: "text/html", Cookie: team.browsers.OWNER.cookie };
  const open = await fetch(`${api.services[0]!.url}/graphql`, { headers });
  expect([open.status, open.headers.get("content-type")])
    .toEqual([200, "text/html; charset=utf-8"]);
  expect(await open.text()).toContain("<title>Reporting</title>");
  await using production = await startApi({
    environment: {
      NODE_ENV: "production",
      REPORTING_COST_PER_HOUR: "3",
      SESSION_SECRET: sessionSecret,
      SECRETS_KEY: "0f".repeat(32),
    },
  });
  const url = `${production.services[0]!.url}/graphql`;
  const closed = await fetch(url, { headers: { Accept: "text/html" } });
  expect([closed.status, closed.headers.get("content-type")])
    .toEqual([401, "application/json; charset=utf-8"]);
  const { organizationId } = await production.organization();
  const { token } = await newToken(organizationId, production);
  const ask = () => fetch(`${url}?query={organization{name}}`, { headers: bearer(token) });
  const answers = [await ask(), await ask()];
  expect(answers.map(({ status }) => status)).toEqual([200, 429]);
  expect(answers.map(({ headers }) => headers.get("X-RateLimit-Limit"))).toEqual(["3", "3"]);
  expect(Number(answers[1]!.headers.get("Retry-After"))).toBeGreaterThan(3500);
});

test("no line of the log contains a token or a query", async () => {
  const { token } = await newToken();
  await ask(query, bearer(token));
  await fetch(`${api.services[0]!.url}/graphql?query={organization{name}}`, {
    headers: bearer(token),
  });
  const { errors } = await api.services[0]!.stop();
  const lines = errors.split("\n").filter((line) => line.includes('"path":"/graphql"'));
  expect(lines.length).toBeGreaterThan(1);
  for (const part of [token, token.split(".")[2]!, "organization", "Bearer"]) {
    expect(lines.filter((line) => line.includes(part))).toEqual([]);
  }
  expect(errors).not.toContain(token);
});
