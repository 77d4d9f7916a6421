import { pino } from "pino";

/** A log, and the lines that have been written to it. */
export function linesOf() {
  const lines: { level: number; msg: string; reason?: string }[] = [];
  const log = pino({ level: "info" }, { write: (line) => void lines.push(JSON.parse(line)) });
  return { lines, log };
}
