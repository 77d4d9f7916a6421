// Loaded before the service with `--import`. At its end, prints the packages that the process has loaded, and those that
// it had loaded when it first opened a port.
import { writeSync } from "node:fs";
import { registerHooks } from "node:module";
import { Server } from "node:net";

const loaded = new Set<string>();
registerHooks({
  load(url, context, next) {
    const found = /\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url);
    if (found) loaded.add(found[1]!);
    return next(url, context);
  },
});
let atListen = "";
const { listen } = Server.prototype;
Server.prototype.listen = function (this: Server, ...args: unknown[]) {
  atListen ||= [...loaded].join(" ");
  return Reflect.apply(listen, this, args);
};
process.once("exit", () => writeSync(2, `at its port: ${atListen}\n`));
process.once("exit", () => writeSync(2, `loaded packages: ${[...loaded].join(" ")}\n`));
