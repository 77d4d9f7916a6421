// A service as small as can be: it starts its Postgres, says where, and waits to be ended.
import { pino } from "pino";
import { startEmbeddedPostgres } from "../../../gateway/embedded_postgres/mod.ts";

const log = pino({ level: "warn" }, pino.destination(2));
const dataDir = process.argv[2]!;
const postgres = await startEmbeddedPostgres({ dataDir, log, settings: { fsync: "off" } });
process.stdout.write(`${postgres.connectionString}\n`);
process.once("SIGTERM", () => void postgres.stop());
