// Loaded before the service with `--import`. At its end, prints the packages that the process has loaded.
import { writeSync } from "node:fs";
import { registerHooks } from "node:module";

const loaded = new Set<string>();
registerHooks({
  load(url, context, next) {
    const found = /\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url);
    if (found) loaded.add(found[1]!);
    return next(url, context);
  },
});
process.once("exit", () => writeSync(2, `loaded packages: ${[...loaded].join(" ")}\n`));
