import type { Rates, Row, Summary } from "./figures.ts";

/** Returns the rows as Markdown: tables for each pair of servers, then the first error of each that had any. */
export function tablesOf(rows: readonly Row[]): string {
  const pairs = Map.groupBy(rows, ({ servers }) => servers.join());
  const tables = [...pairs.values()].map((same) => {
    const withHalf = same.filter(({ summaries }) => summaries.every(({ half }) => half));
    const latencies = withHalf.length > 0 ? `${halves(withHalf)}\n\n` : "";
    return `${comparison(same)}\n\n${latencies}${costs(same)}`;
  });
  return [...tables, ...faults(rows)].join("\n\n");
}

function comparison(rows: readonly Row[]): string {
  return table(
    ["requests/s (p50, p99 ms)", ...rows[0]!.servers, "ratio (range)", "aim"],
    rows.map(({ measurement, summaries, ratio, ratios, aim }) => [
      measurement,
      ...summaries.map((summary) => rates(summary) + errorsOf(summary)),
      `**${ratio.toFixed(2)}** (${Math.min(...ratios).toFixed(2)}–${
        Math.max(...ratios).toFixed(2)
      })`,
      aim === null ? "" : `≥ ${aim.toFixed(1)} ${ratio >= aim ? "met" : "missed"}`,
    ]),
  );
}

/** Latencies at half of each server's own rate. */
function halves(rows: readonly Row[]): string {
  return table(
    ["at half of that rate (p50, p99 ms)", ...rows[0]!.servers],
    rows.map(({ measurement, summaries: [one, other] }) => [
      measurement,
      rates(one.half!),
      rates(other.half!),
    ]),
  );
}

function costs(rows: readonly Row[]): string {
  return table(
    ["CPU ms per request: Node + Postgres (+ load)", ...rows[0]!.servers],
    rows.map(({ measurement, summaries }) => [
      measurement,
      ...summaries.map(({ serverCpuMs, postgresCpuMs, loadCpuMs }) =>
        `${small(serverCpuMs)} + ${small(postgresCpuMs)} (+ ${small(loadCpuMs)})`
      ),
    ]),
  );
}

function faults(rows: readonly Row[]): string[] {
  return rows.flatMap(({ measurement, servers, summaries }) =>
    summaries.flatMap(({ errors, firstError }, i) =>
      errors === 0
        ? []
        : [`${measurement}, ${servers[i]}: ${errors} errors, the first: ${firstError}`]
    )
  );
}

/** Returns a table in Markdown. The columns after the first are numbers. */
export function table(head: string[], body: string[][]): string {
  const rule = head.map((_, column) => column === 0 ? "---" : "--:");
  return [head, rule, ...body].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function rates({ requestsPerSecond, p50Ms, p99Ms }: Rates): string {
  const perSecond = Math.round(requestsPerSecond).toLocaleString("en-US");
  return `${perSecond} (${short(p50Ms)}, ${short(p99Ms)})`;
}

function errorsOf({ errors }: Summary): string {
  return errors === 0 ? "" : ` **${errors} errors**`;
}

function short(number: number): string {
  return number.toFixed(number < 10 ? 2 : number < 100 ? 1 : 0);
}

function small(number: number | undefined): string {
  return number === undefined ? "?" : number.toFixed(3);
}
