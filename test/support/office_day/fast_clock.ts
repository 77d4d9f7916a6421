// Loaded before a service by `--import`. Gives the one clock of the process (gateway/README.md 4) the time of the office.
// Timers, deadlines, leases, limits and measured durations keep the machine's clocks.
import { readFileSync } from "node:fs";
import { type IncomingMessage, Server, type ServerResponse } from "node:http";
import { registerHooks } from "node:module";
import { type OfficeTime, officeTimeAt } from "./office_time.ts";

const file = process.env["OFFICE_CLOCK"]!;
const pollMs = 10;

let time = readTime();
if (time.startedAtMs === null) {
  const timer = setInterval(() => {
    time = readTime();
    if (time.startedAtMs !== null) clearInterval(timer);
  }, pollMs).unref();
}
Object.assign(globalThis, { officeMs: () => officeTimeAt(time, Date.now()) });

/** What the modules of the clock read instead. One that does not have these texts any more is an error. */
const replaced: Record<string, Record<string, string>> = {
  "gateway/process/jump_watch.ts": {
    "Date.now()": "officeMs()",
    "performance.now()": "officeMs()",
  },
  "gateway/persistence/database/clock_sample.ts": {
    "performance.now()": "officeMs()",
    "rows[0]!.ms": "officeMs()",
  },
};

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    const texts = Object.entries(replaced).find(([path]) => url.endsWith(`/${path}`))?.[1];
    if (!texts) return loaded;
    let source = String(loaded.source);
    for (const [text, replacement] of Object.entries(texts)) {
      if (!source.includes(text)) throw new Error(`${url} does not contain ${text}`);
      source = source.replaceAll(text, `(globalThis as any).${replacement}`);
    }
    return { ...loaded, source };
  },
});

// The dashboard follows the header `Date`, which Node takes from the machine's clock.
const { emit } = Server.prototype;
Server.prototype.emit = function (name: string, ...values: unknown[]) {
  if (name === "request") {
    const [, response] = values as [IncomingMessage, ServerResponse];
    response.setHeader("Date", new Date(officeTimeAt(time, Date.now())).toUTCString());
  }
  return emit.call(this, name, ...values);
};

function readTime(): OfficeTime {
  return JSON.parse(readFileSync(file, "utf8")) as OfficeTime;
}
