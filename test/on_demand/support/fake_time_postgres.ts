import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import { pino } from "pino";
import { findBinaries } from "../../../gateway/embedded_postgres/binaries.ts";
import { freePort } from "../../../gateway/embedded_postgres/free_port.ts";
import { startEmbeddedPostgres } from "../../../gateway/embedded_postgres/mod.ts";
import {
  changesUser,
  pathFromInside,
  serverUserId,
} from "../../../gateway/embedded_postgres/run_as.ts";
import { createFakeClock, type FakeClock } from "../../support/fake_clock.ts";

/** A Postgres of the test's own, whose clock the test sets while it runs. */
export interface FakeTimePostgres extends AsyncDisposable {
  url: string;
  clock: FakeClock;
}

/** Makes a cluster as the service does, and starts it again under libfaketime. */
export async function startFakeTimePostgres(): Promise<FakeTimePostgres> {
  await using opened = new AsyncDisposableStack();
  const clock = opened.use(createFakeClock());
  const dataDir = await mkdtemp(join(tmpdir(), "appointments-fake-time-"));
  opened.defer(() => rm(dataDir, { recursive: true, force: true }));
  const settings = { fsync: "off" };
  const real = await startEmbeddedPostgres({ dataDir, log: pino({ level: "warn" }), settings });
  const made = new URL(real.connectionString);
  await real.stop();
  const port = await freePort();
  const url = Object.assign(made, { port: String(port) }).href;
  // The server runs as another user, which must be able to read the file of the clock.
  await chmod(clock.folder, 0o755);
  const { postgres } = await findBinaries();
  const flags = [
    "fsync=off",
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
    `port=${port}`,
  ]
    .flatMap((setting) => ["-c", setting]);
  const folder = join(dataDir, "postgres");
  const child = spawn(postgres, ["-D", pathFromInside(folder), ...flags], {
    cwd: folder,
    env: { PATH: process.env["PATH"], LC_ALL: "C", TZ: "UTC", ...clock.environment },
    stdio: ["ignore", "ignore", "pipe"],
    ...(changesUser() && { uid: serverUserId, gid: serverUserId }),
  });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => said += text);
  opened.defer(async () => {
    if (child.exitCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGQUIT");
    await ended;
  });
  await untilServing(url, () => child.exitCode === null ? undefined : said);
  const everything = opened.move();
  return { url, clock, [Symbol.asyncDispose]: () => everything.disposeAsync() };
}

async function untilServing(url: string, fault: () => string | undefined): Promise<void> {
  for (;;) {
    const client = new Client({ connectionString: url });
    client.on("error", () => {});
    try {
      await client.connect();
      return await client.end();
    } catch (error) {
      const said = fault();
      if (said !== undefined) throw new Error(`Postgres did not start: ${said}`, { cause: error });
    }
    await delay(50);
  }
}
