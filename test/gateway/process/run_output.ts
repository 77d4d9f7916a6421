import { createLog } from "../../../gateway/process/log.ts";
import { isSaid, say } from "../../../gateway/process/output.ts";

// For output.test.ts: `log N` logs N lines of about 1 KB, says how long that took, and ends when its
// standard input does, with a last line. `say N` says one line of N characters.
const [what, size] = process.argv.slice(2);
if (what === "log") {
  const log = createLog({ level: "info" });
  const began = performance.now();
  for (let number = 1; number <= Number(size); number += 1) {
    log.info({ number, text: "x".repeat(1000) }, "numbered");
  }
  say(`${Math.round(performance.now() - began)}`);
  for await (const _ of process.stdin);
  log.info("the last line");
  process.exit(0);
}
say("x".repeat(Number(size)));
process.exit(await isSaid() ? 0 : 1);
