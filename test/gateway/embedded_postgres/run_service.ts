// A service as small as can be: it starts its Postgres, says where, and waits to be ended. If it is to die halfway, it
// kills itself while the cluster is being made.
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { pino } from "pino";
import { startEmbeddedPostgres } from "../../../gateway/embedded_postgres/mod.ts";

const log = pino({ level: "warn" }, pino.destination(2));
const [dataDir = "", dies] = process.argv.slice(2);
if (dies === "half way") {
  const isBuilding = (name: string) =>
    name.includes("building") && existsSync(join(dataDir, name, "base"));
  setInterval(() => {
    if (readdirSync(dataDir).some(isBuilding)) process.kill(process.pid, "SIGKILL");
  }, 10);
}
const postgres = await startEmbeddedPostgres({ dataDir, log, settings: { fsync: "off" } });
process.stdout.write(`${postgres.connectionString}\n`);
process.once("SIGTERM", () => void postgres.stop());
