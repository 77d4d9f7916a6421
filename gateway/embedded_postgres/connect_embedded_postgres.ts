import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isServing } from "./database.ts";
import { findPostmaster } from "./postmaster.ts";
import { connectionString, readRecord } from "./server_record.ts";
import { DataDirInUseError } from "./service_lock.ts";
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
  type StartOptions,
} from "./start_embedded_postgres.ts";

const maxWaitMs = 60_000;

/**
 * Connects a command: to the server of the service that runs on this folder (`stop` does not stop it), or to a server
 * that is started for this command (`stop` stops it).
 */
export async function connectEmbeddedPostgres(options: StartOptions): Promise<EmbeddedPostgres> {
  const deadline = performance.now() + maxWaitMs;
  for (;;) {
    try {
      return await startEmbeddedPostgres(options);
    } catch (error) {
      if (!(error instanceof DataDirInUseError)) throw error;
      const found = await findServing(error.dataDir);
      if (found !== undefined) {
        return {
          connectionString: found,
          localConnectionString: found,
          stop: async () => {},
        };
      }
      // The service is starting, stopping or restarting its server. Each of these ends soon.
      if (performance.now() > deadline) throw silentServerError(error);
    }
    await sleep(100, undefined, options.signal ? { signal: options.signal } : {});
  }
}

async function findServing(dataDir: string): Promise<string | undefined> {
  // The port in postgres.json may be of a killed server, and another program may use it now. So the live server counts.
  const server = findPostmaster(join(dataDir, "postgres"));
  const password = readRecord(dataDir)?.password;
  if (!server?.ready || password === undefined) return undefined;
  const serves = await isServing(password, server.port);
  return serves ? connectionString(password, server.port) : undefined;
}

function silentServerError(cause: DataDirInUseError): Error {
  return new Error(
    `Cannot connect: the service on ${cause.dataDir} (process ${cause.pid}) runs, but its ` +
      "Postgres does not answer. See postgres.log in this folder, or stop that service",
    { cause },
  );
}
