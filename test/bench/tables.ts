import type { Row } from "./figures.ts";
import { serverNames } from "./stage.ts";

/** The rows as Markdown: what is compared, and then what it cost and what went wrong. */
export function tablesOf(rows: readonly Row[]): string {
  return `${comparison(rows)}\n\n${costs(rows)}\n${faults(rows)}`;
}

function comparison(rows: readonly Row[]): string {
  return table(
    ["requests/s (p50, p99 ms)", ...serverNames, "÷ hand-written", "÷ bare"],
    rows.map(({ measurement, servers, ratios }) => [
      measurement,
      ...serverNames.map((name) => {
        const { requestsPerSecond, p50Ms, p99Ms, errors } = servers[name];
        const times = `${short(p50Ms)}, ${short(p99Ms)}`;
        return `${whole(requestsPerSecond)} (${times})${errors > 0 ? ` **${errors} errors**` : ""}`;
      }),
      `**${short(ratios.handWritten)}**`,
      short(ratios.bare),
    ]),
  );
}

function costs(rows: readonly Row[]): string {
  return table(
    ["CPU ms a request: server + Postgres (+ load)", ...serverNames],
    rows.map(({ measurement, servers }) => [
      measurement,
      ...serverNames.map((name) => {
        const { serverCpuMs, postgresCpuMs, loadCpuMs } = servers[name];
        return `${small(serverCpuMs)} + ${small(postgresCpuMs)} (+ ${small(loadCpuMs)})`;
      }),
    ]),
  );
}

/** A line for each server that answered anything but 2xx; "" when all is well. */
function faults(rows: readonly Row[]): string {
  return rows.flatMap(({ measurement, servers }) =>
    serverNames
      .filter((name) => servers[name].errors > 0)
      .map((name) => {
        const { errors, firstError } = servers[name];
        return `\n${measurement}, ${name}: ${errors} errors, the first: ${firstError}`;
      })
  ).join("");
}

/** A table in Markdown; the columns after the first are numbers. */
export function table(head: string[], body: string[][]): string {
  const rule = head.map((_, column) => column === 0 ? "---" : "--:");
  return [head, rule, ...body].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function whole(number: number): string {
  return Math.round(number).toLocaleString("en-US");
}

function short(number: number): string {
  return number.toFixed(number < 10 ? 2 : number < 100 ? 1 : 0);
}

function small(number: number | undefined): string {
  return number === undefined ? "?" : number.toFixed(3);
}
