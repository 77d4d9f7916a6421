import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath, pathToFileURL } from "node:url";
import { expect } from "vitest";
import { operator } from "../../../../core/mod.ts";
import { countRows, type Counts } from "../../../support/reporting_tools/recount.ts";
import { needDebian, npmFolder } from "./install.ts";
import { type Judge, listUrl, run } from "./stage.ts";

// Debian's own: another Python on the PATH does not see Debian's packages.
const python = "/usr/bin/python3";

/** Links the URL of the guide into a sheet with a pivot table. A refresh shows a booking that was made meanwhile. */
export const libreOffice: Judge = async ({ own, application, token, example, recount }) => {
  needDebian(["soffice", "--version"], "libreoffice-calc");
  needDebian([python, "-c", "import uno"], "python3-uno");
  const script = fileURLToPath(new URL("libreoffice.py", import.meta.url));
  const office = spawn(python, [script, example("text").trim(), token]);
  let errors = "";
  office.stderr.setEncoding("utf8").on("data", (text: string) => errors += text);
  const ended = once(office, "close");
  const lines = createInterface({ input: office.stdout })[Symbol.asyncIterator]();
  const next = async () => {
    const { value, done } = await lines.next();
    if (done) {
      await ended;
      throw new Error(`LibreOffice ended: ${errors}`);
    }
    return JSON.parse(value) as { rows: number; days: string[]; pivot: (string | number)[][] };
  };
  const before = await next();
  // LibreOffice keeps dates as numbers.
  expect([before.days, countsOfPivot(before.pivot)]).toEqual([["float"], await recount()]);
  const { organizationId, departmentIds: [departmentId] } = own;
  const booking = { departmentId: departmentId!, dateTime: "2027-03-30T10:00", name: "Ada" };
  await application.bookAppointment(
    { organizationId, environment: "LIVE", actor: operator },
    booking,
  );
  office.stdin.end("refresh\n");
  const after = await next();
  await ended;
  expect(after.rows).toBe(before.rows + 1);
  return {
    loaded: "the URL of the guide as a link, and a pivot table that follows a booking",
    rows: after.rows,
    counts: countsOfPivot(after.pivot),
  };
};

/** Runs the code of the guide, and loads a list by its URL. */
export const pandas: Judge = async ({ url, token, example }) => {
  needDebian([python, "-c", "import pandas"], "python3-pandas");
  const code = `${example("python")}
rows = pandas.read_csv(${
    JSON.stringify(listUrl(url))
  }, storage_options=headers, parse_dates=["dateTime"])
rows["missed"] = rows["status"] == "MISSED"
of_list = rows.groupby("department.name").agg(booked=("restId", "nunique"), missed=("missed", "sum"))
of_report = report.groupby("department.name")[["booked", "missed"]].sum()
assert of_list.astype(int).equals(of_report.astype(int))
assert str(report["day"].dtype) == str(rows["dateTime"].dtype) == "datetime64[ns]"
print(len(rows), of_list.astype(int).to_json(orient="index", force_ascii=False))`;
  const { stdout } = await run(python, ["-c", code], { env: { ...process.env, TOKEN: token } });
  const [, rows, counts] = /^(\d+) (.*)$/.exec(stdout.trim().split("\n").at(-1)!)!;
  return {
    loaded: "the code of the guide, and the list of appointments by read_csv",
    rows: Number(rows),
    counts: JSON.parse(counts!) as Counts,
  };
};

/** Loads a file with curl and reads it, as the guide says. DuckDB finds the types. */
export const duckdb: Judge = async ({ url, token, folder, example }) => {
  const packages = npmFolder("duckdb", ["@duckdb/node-api@1.5.6-r.1"]);
  const entry = join(packages, "node_modules/@duckdb/node-api/lib/index.js");
  const { DuckDBInstance } = (await import(pathToFileURL(entry).href)).default;
  await run("sh", ["-e", "-c", example("sh").replace("TOKEN=...", `TOKEN=${token}`)], {
    cwd: folder,
  });
  const list = join(folder, "list.csv");
  const authorization = `Authorization: Bearer ${token}`;
  await run("curl", ["-sSf", "-H", authorization, "-o", list, listUrl(url)]);
  const connection = await (await DuckDBInstance.create(":memory:")).connect();
  const read = async (sql: string) =>
    (await connection.runAndReadAll(sql)).getRowObjectsJson() as Record<string, string>[];
  await connection.run(`set file_search_path = '${folder}'`);
  const types = async (file: string) =>
    Object.fromEntries(
      (await read(`describe from read_csv('${file}')`))
        .map(({ column_name, column_type }) => [column_name, column_type]),
    );
  expect(await types("report.csv")).toEqual({
    "day": "DATE",
    "department.name": "VARCHAR",
    "booked": "BIGINT",
    "missed": "BIGINT",
    "noShowRate": "DOUBLE",
  });
  expect(await types("list.csv")).toEqual({
    "restId": "BIGINT",
    "dateTime": "TIMESTAMP",
    "status": "VARCHAR",
    "department.name": "VARCHAR",
  });
  const [{ rows } = {}] = await read("select count(distinct restId) as rows from 'list.csv'");
  const named = (found: Record<string, string>[]) =>
    countRows(found.map(({ department, ...sums }) => ({ ...sums, "department.name": department })));
  const ofList = named(
    await read(`select "department.name" as department, count(*) as booked,
      count(*) filter (where status = 'MISSED') as missed from 'list.csv' group by all`),
  );
  const counts = named(await read(example("sql", 1)));
  expect(ofList).toEqual(counts);
  connection.closeSync();
  return { loaded: "the files of curl, with types found by itself", rows: Number(rows), counts };
};

function countsOfPivot(cells: (string | number)[][]): Counts {
  const counts: Counts = {};
  let name = "";
  for (const [department, field, value] of cells) {
    if (typeof value !== "number" || String(department).startsWith("Total")) continue;
    name = String(department) || name;
    const sums = counts[name] ??= { booked: 0, missed: 0 };
    sums[field === "Sum - booked" ? "booked" : "missed"] = value;
  }
  return counts;
}
