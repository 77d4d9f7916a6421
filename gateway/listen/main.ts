import { complain, isSaid, say } from "../process/output.ts";
import { answerVersion } from "../process/version.ts";
import { runListen } from "./run_listen.ts";

// `npm run listen`. Ctrl-C ends it after the event that is being forwarded.
answerVersion();
const stop = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => stop.abort());
const exitCode = await runListen(process.argv.slice(2), { say, complain, signal: stop.signal });
await isSaid();
process.exit(exitCode);
