import { Client } from "pg";
import { pino } from "pino";
import { expect, inject, test } from "vitest";
import { readConfiguration } from "../../../gateway/process/configuration.ts";
import { databaseName, openDatabase } from "../../../gateway/process/database.ts";
import { startFaultMessage } from "../../../gateway/process/start_fault.ts";
import { emptyDatabase } from "../../support/fresh_database.ts";
import { run } from "./spawned.ts";
import { folderPerFile } from "../../support/per_file.ts";

const dataDir = await folderPerFile("faults-");

/** Starts the service as a process, which must end with exit code 1. Returns its standard error. */
async function failedStart(environment: Record<string, string>): Promise<string> {
  const { ended, err } = run("main.ts", {
    environment: { PORT: "0", DATA_DIR: dataDir, ...environment },
  });
  expect(await ended).toBe(1);
  return err();
}

/** Opens the database of a start in this process, which must fail. Returns what the start would say. */
async function failedOpening(environment: Record<string, string>): Promise<string> {
  const configuration = readConfiguration({ DATA_DIR: dataDir, ...environment }, {
    needsSecrets: false,
  });
  const opened = openDatabase({
    configuration,
    log: pino({ level: "silent" }),
    progress: () => {},
    signal: new AbortController().signal,
    mode: "start",
  });
  const error = await opened.then(() => new Error("It was opened"), (fault: unknown) => fault);
  return startFaultMessage(error, {
    databaseName: databaseName(configuration),
    dataDir: configuration.dataDir,
  });
}

test("all faults of configuration are reported at once, with exit code 1", async () => {
  const message = await failedStart({ PORT: "x", DEMO_DATA: "maybe" });
  expect(message).toMatch(
    /^Cannot start: the configuration is invalid:\n {2}PORT .*\n {2}DEMO_DATA .*\n$/,
  );
});

test("an unreachable database is reported in one line without its password, with exit code 1", async () => {
  const message = await failedStart({ DATABASE_URL: "postgres://me:geheim@127.0.0.1:1/booking" });
  expect(message).toMatch(
    /^Cannot use postgres:\/\/me:\*{4}@127.0.0.1:1\/booking: the connection was refused.*\n$/,
  );
});

test("a wrong password is one line that says what to do", async () => {
  const url = Object.assign(new URL(inject("templateUrl")), { password: "geheim" });
  const message = await failedOpening({ DATABASE_URL: url.href });
  expect(message).toMatch(/^Cannot use postgres.*the password is wrong.*$/);
  expect(message).not.toContain("geheim");
});

test("a database that does not exist is reported and not created", async () => {
  const url = Object.assign(new URL(inject("templateUrl")), { pathname: "/misspelt" });
  expect(await failedOpening({ DATABASE_URL: url.href })).toMatch(
    /^Cannot use postgres.*\/misspelt: the database does not exist.*$/,
  );
  const client = new Client({ connectionString: url.href });
  await expect(client.connect()).rejects.toThrow("does not exist");
});

test("a database that already has a table of the service is refused in one line", async () => {
  const url = await emptyDatabase();
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query("create table organizations (id int)");
  await client.end();
  expect(await failedOpening({ DATABASE_URL: url })).toMatch(
    /^Cannot use postgres.*: a table of the service already exists.*$/,
  );
});

test("a data folder that cannot be created is reported in one line that says what to do", async () => {
  const message = await failedOpening({ DATA_DIR: "/dev/null/data" });
  expect(message).toMatch(/^Cannot use \/dev\/null\/data: .* is not a folder. .*DATA_DIR.*$/);
});

test.each(["main.ts", "worker.ts"])(
  "%s warns of a misspelled variable before it needs the database",
  async (entry) => {
    const started = run(entry, {
      environment: {
        DATA_DIR: dataDir,
        PORT: "0",
        DATABASE_URL: "postgres://me@127.0.0.1:1/booking",
        DATABSE_POOL_SIZE: "7",
      },
    });
    expect(await started.ended).toBe(1);
    const [line] = started.err().split("\n");
    expect(JSON.parse(line!)).toMatchObject({
      variable: "DATABSE_POOL_SIZE",
      nearest: "DATABASE_POOL_SIZE",
    });
  },
);
