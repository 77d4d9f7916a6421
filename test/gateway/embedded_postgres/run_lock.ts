// Takes the lock of a data folder when its input says so, prints the outcome, and holds the lock until it is killed.
import { once } from "node:events";
import {
  DataDirInUseError,
  takeServiceLock,
} from "../../../gateway/embedded_postgres/service_lock.ts";

process.stdout.write("ready\n");
await once(process.stdin, "data");
try {
  takeServiceLock(process.argv[2]!);
  process.stdout.write("taken\n");
} catch (error) {
  if (!(error instanceof DataDirInUseError)) throw error;
  process.stdout.write(`refused for ${error.pid}\n`);
}
process.stdin.resume();
