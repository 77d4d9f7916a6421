import { execFile, execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { runInNewContext } from "node:vm";
import { buildSchema } from "graphql";
import { Client } from "pg";
import { expect, onTestFinished, test } from "vitest";
import { limits } from "../gateway/graphql/limits.ts";
import { readCsv } from "./rest-adapter/read_csv.ts";
import { startApi } from "./support/api.ts";
import { codeOf } from "./support/guide_code.ts";
import { folderPerFile, perFile } from "./support/per_file.ts";
import { writeAnalystTenant } from "./support/reporting_tools/analyst_tenant.ts";
import { countByRest, countRows, type Counts } from "./support/reporting_tools/recount.ts";

const run = promisify(execFile);
const api = await perFile(startApi({ environment: { SESSION_SECRET: "s".repeat(32) } }));
const url = api.services[0]!.url;
const tenant = await writeAnalystTenant(api.databaseUrl, { appointments: 300, seed: 2 });
const { application } = api.seeding;
const { token } = await application.createReportingToken(tenant.organizationId, { name: "Guide" });
const expected = await countByRest(url, tenant.key);

const written = await readFile(
  new URL("../rest-adapter/guides/reports.md", import.meta.url),
  "utf8",
);
const guide = written.replaceAll("http://127.0.0.1:3000", url);
const cwd = await folderPerFile("appointments-guide-");

/** Returns the only block of code in a language, or the first one. */
const block = (language: string, at = 0) => codeOf(guide, language)[at]!;

/** Returns the counts of a file, by the columns that the examples name. */
function countsOf(csv: string): Counts {
  const [header, ...rows] = readCsv(csv);
  expect(header).toEqual(["day", "department.name", "booked", "missed", "noShowRate"]);
  return countRows(rows.map((row) => Object.fromEntries(row.map((cell, i) => [header![i], cell]))));
}

/** Loads a URL as a tool does that keeps a user name and a password. */
async function loadByPassword(address: string | URL): Promise<string> {
  const answer = await fetch(address, {
    headers: { Authorization: `Basic ${btoa(`any:${token}`)}` },
  });
  expect(answer.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
  return await answer.text();
}

test("the counts have something to compare", () => {
  expect(Object.keys(expected)).toHaveLength(2);
  for (const { booked, missed } of Object.values(expected)) {
    expect(missed).toBeGreaterThan(0);
    expect(booked).toBeGreaterThan(missed);
  }
});

test("the commands of curl work as printed", async () => {
  const { stdout } = await run("sh", [
    "-e",
    "-c",
    block("sh").replace("TOKEN=...", `TOKEN=${token}`),
  ], {
    cwd,
  });
  expect(countsOf(stdout)).toEqual(expected);
});

test("the request of Power Query loads the columns whose types it sets", async () => {
  const code = block("powerquery");
  const query = /Query = "([^"]*)"/.exec(code)![1]!;
  const period = /Period = \[(.*)\]/.exec(code)![1]!;
  const variables = JSON.stringify(
    Object.fromEntries(
      [...period.matchAll(/(\w+) = "([^"]*)"/g)].map(([, name, text]) => [name, text]),
    ),
  );
  const address = new URL(/Web\.Contents\("([^"]*)"/.exec(code)![1]!);
  const form = /Parameters = \[format = "(\w+)", query = Query, variables = Variables\]/.exec(
    code,
  )![1]!;
  address.search = new URLSearchParams({ format: form, query, variables }).toString();
  const csv = await loadByPassword(address);
  expect(countsOf(csv)).toEqual(expected);
  const [header] = readCsv(csv);
  const typed = [...code.matchAll(/\{"([\w.]+)", /g)].map(([, name]) => name);
  expect(typed).toEqual(header!.filter((name) => name !== "department.name"));
});

/** What a script of Google Sheets sends. */
interface ScriptRequest {
  method: string;
  contentType: string;
  headers: Record<string, string>;
  payload: string;
}

test("the script for Google Sheets writes the rows into a sheet", () => {
  const sheets: Record<string, string[][]> = { Report: [] };
  const sheetOf = (name: string) => ({
    clearContents: () => sheets[name] = [],
    getRange: (row: number, column: number, rows: number, columns: number) => ({
      setValues(values: string[][]) {
        expect([row, column, rows, columns]).toEqual([1, 1, values.length, values[0]!.length]);
        sheets[name] = values;
      },
    }),
  });
  // The interfaces of Google, on the tools of this machine.
  const google = {
    PropertiesService: { getScriptProperties: () => ({ getProperty: () => token }) },
    UrlFetchApp: {
      fetch: (address: string, { method, contentType, headers, payload }: ScriptRequest) => ({
        getContentText: () =>
          execFileSync("curl", [
            "-sSf",
            `-X${method.toUpperCase()}`,
            `-HContent-Type: ${contentType}`,
            `-d${payload}`,
            ...Object.entries(headers).map(([name, value]) => `-H${name}: ${value}`),
            address,
          ], { encoding: "utf8" }),
      }),
    },
    Utilities: { parseCsv: readCsv },
    SpreadsheetApp: { getActive: () => ({ getSheetByName: sheetOf }) },
  };
  runInNewContext(`${block("js")}\nloadReport();`, google);
  const [header, ...rows] = sheets["Report"]!;
  expect(countRows(rows.map((row) => Object.fromEntries(row.map((cell, i) => [header![i], cell])))))
    .toEqual(expected);
});

test("the URL for LibreOffice is a table", async () => {
  expect(countsOf(await loadByPassword(block("text").trim()))).toEqual(expected);
});

test("the SQL for Metabase works with a role of an operator", async () => {
  const name = `guide_${randomUUID().replaceAll("-", "")}`;
  const { organizationId } = tenant;
  const role = await application.createReportingRole(organizationId, { name });
  onTestFinished(() => application.removeReportingRole(organizationId, { name }).then(() => {}));
  const client = new Client({ ...role, user: role.name });
  await client.connect();
  onTestFinished(() => client.end());
  const { rows } = await client.query<{ department: string; booked: string; missed: string }>(
    block("sql"),
  );
  const counts = rows.map(({ department, booked, missed }) => ({
    "department.name": department,
    booked,
    missed,
  }));
  expect(countRows(counts)).toEqual(expected);
});

const python = (code: string) =>
  run("python3", ["-c", code], { env: { ...process.env, TOKEN: token } });
const [hasPython, hasPandas] = await Promise.all(
  ["", "import pandas"].map((code) => python(code).then(() => true, () => false)),
);

test.skipIf(!hasPython)("the code for pandas is valid Python", async () => {
  const code = `import ast; print(type(ast.parse(${JSON.stringify(block("python"))})))`;
  expect((await python(code)).stdout).toContain("Module");
});

// `npm run prove -- reporting-tools` runs it where pandas is not installed.
test.skipIf(!hasPandas)("the code for pandas prints the sums of the departments", async () => {
  const { stdout } = await python(block("python"));
  for (const [name, { booked }] of Object.entries(expected)) {
    expect(stdout).toMatch(new RegExp(`^${name} +${booked}$`, "m"));
  }
});

test("the SQL for DuckDB names columns of the file that curl loads", async () => {
  const [header] = readCsv(await loadByPassword(block("text").trim()));
  const code = block("sql", 1);
  expect(code).toContain("read_csv('report.csv')");
  expect(block("sh")).toContain("> report.csv");
  for (const [, quoted, summed] of code.matchAll(/"([\w.]+)"|sum\((\w+)\)/g)) {
    expect(header).toContain(quoted ?? summed);
  }
});

test("the dashboard for Grafana can be loaded from the guide", async () => {
  const [, path] = /\[grafana_reports\.json\]\(([^)]+)\)/.exec(guide)!;
  const answer = await fetch(url + path!);
  expect([answer.status, answer.headers.get("Content-Type")]).toEqual([200, "application/json"]);
  const file = new URL("../gateway/graphql/grafana_reports.json", import.meta.url);
  expect(await answer.text()).toBe(await readFile(file, "utf8"));
});

test("queries cost the points that the guide names", async () => {
  const cost = async (query: string) => {
    const answer = await fetch(`${url}/graphql?${new URLSearchParams({ query })}`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    return Number(answer.headers.get("X-Query-Cost"));
  };
  const report = await cost(new URL(block("text").trim()).searchParams.get("query")!);
  const page = await cost(
    "{ appointments(first: 100) { edges { node { restId dateTime status name } } } }",
  );
  const prose = guide.replaceAll(/\s+/g, " ");
  expect(prose).toContain("a report costs from 500, a list about 5");
  expect(report).toBeGreaterThan(500);
  expect(Math.round(page / 100)).toBe(5);
  // The limit of a token, as the guide names it.
  expect(prose).toContain("some 300 reports an hour, or lists of 39,000 rows");
  expect(report).toBeLessThan(200_000 / 300);
  expect(page * 390).toBeLessThanOrEqual(200_000);
  expect(prose).toContain(
    `A query costs at most ${limits.QUERY_TOO_COSTLY.max.toLocaleString("en-US")} points`,
  );
});

test("the guide names every report and list of the schema", async () => {
  const file = new URL("../gateway/graphql/schema.graphql", import.meta.url);
  const queries = buildSchema(await readFile(file, "utf8")).getQueryType()!.getFields();
  const names = Object.values(queries)
    .filter(({ type }) => /^\[\w+Row!\]!$|Connection!$/.test(String(type)))
    .map(({ name }) => name);
  expect(names.length).toBeGreaterThan(10);
  for (const name of names) expect(guide).toContain(`\`${name}\``);
});
