import { spawn } from "node:child_process";
import { once } from "node:events";
import { countRows } from "../../../support/reporting_tools/recount.ts";
import { needDebian } from "./install.ts";
import type { Judge, Stage } from "./stage.ts";

/** Runs the SQL of the guide on the views, by psqlODBC. */
export const odbc: Judge = async ({ role, example }) => {
  needOdbc();
  const sum = await isql(role, example("sql"));
  const [[rows = ""] = []] = await isql(
    role,
    "select count(*) from appointments where environment = 'LIVE'",
  );
  const counts = countRows(
    sum.map(([name, booked, missed]) => ({ "department.name": name, booked, missed })),
  );
  return { loaded: "the SQL of the guide on the views, by isql", rows: Number(rows), counts };
};

/** Installs unixODBC and the driver of Postgres. */
function needOdbc(): void {
  needDebian(["isql", "--version"], "unixodbc");
  needDebian(["sh", "-c", "odbcinst -q -d | grep -q PostgreSQL"], "odbc-postgresql");
}

/** Returns the rows of a statement. Throws if the server refuses it. */
export async function isql(role: Stage["role"], statement: string): Promise<string[][]> {
  const { host, port, database, name, password } = role;
  const connection =
    `DRIVER={PostgreSQL Unicode};SERVER=${host};PORT=${port};DATABASE=${database};` +
    `UID=${name};PWD=${password}`;
  const client = spawn("isql", ["-k", connection, "-b", "-v", "-x0x09"], {
    env: { ...process.env, LC_ALL: "C.UTF-8" },
  });
  const ended = once(client, "close");
  let output = "";
  for (const stream of [client.stdout, client.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => output += text);
  }
  // A line is a statement.
  client.stdin.end(`${statement.replaceAll(/\s+/g, " ").trim()}\n\n`);
  const [code] = await ended;
  if (code !== 0 || /\[ISQL\]ERROR|^\[\w+\]/m.test(output)) throw new Error(output);
  return output.trim().split("\n").map((line) => line.split("\t"));
}
