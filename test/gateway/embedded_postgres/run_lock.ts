// Takes the lock of a data folder when told to, says how that went, and holds on until killed.
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
