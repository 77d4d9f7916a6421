import { readFile } from "node:fs/promises";

/** A query of a panel or a variable, as Grafana stores it. */
export interface Target {
  type: "graphql";
  source: "url";
  parser: "backend";
  format: "table" | "timeseries";
  url: string;
  url_options: {
    method: "POST";
    body_type: "graphql";
    body_graphql_query: string;
    body_graphql_variables: string;
  };
  root_selector: string;
  columns: { selector: string; text: string; type: "string" | "number" | "timestamp" }[];
  filterExpression: string;
}

/** What a reader has chosen in Grafana: the range, and the values of the dashboard's variables. */
export interface Choice {
  from: Temporal.Instant;
  to: Temporal.Instant;
  environment: "LIVE" | "TEST";
  /** REST ids. Undefined for "All". */
  departments?: readonly string[];
}

interface Panel {
  title: string;
  type: string;
  targets?: ({ panelId?: number } | Target)[];
}

/** The file of the dashboard. */
export interface Dashboard {
  timezone: string;
  panels: Panel[];
  templating: { list: { name: string; allValue?: string; query: unknown }[] };
}

/** Reads the dashboard for Grafana. */
export async function readGrafanaReports(): Promise<Dashboard> {
  const file = new URL("../../../gateway/graphql/grafana_reports.json", import.meta.url);
  return JSON.parse(await readFile(file, "utf8")) as Dashboard;
}

/** Returns the queries of a dashboard with their names. Panels that show the data of another panel have none. */
export function targetsOf({ panels, templating }: Dashboard): { name: string; target: Target }[] {
  const ofPanels = panels.flatMap(({ title, targets = [] }) =>
    targets.flatMap((target) => "type" in target ? [{ name: title, target }] : [])
  );
  const ofVariables = templating.list.flatMap(({ name, query }) =>
    typeof query === "object"
      ? [{ name, target: (query as { infinityQuery: Target }).infinityQuery }]
      : []
  );
  return [...ofPanels, ...ofVariables];
}

/** Returns the body that Infinity 3.11 sends for a target. */
export function bodyOf(target: Target, choice: Choice): { query: string; variables: unknown } {
  const { body_graphql_query, body_graphql_variables } = target.url_options;
  return {
    query: withMacros(withVariables(body_graphql_query, choice), choice),
    // Infinity replaces its macros in the query, but not in the variables.
    variables: JSON.parse(withVariables(body_graphql_variables, choice)),
  };
}

/** Returns the request that Infinity 3.11 sends for a target, with a token as its bearer token. */
export function requestOf(
  target: Target,
  { baseUrl, token, choice }: { baseUrl: string; token: string; choice: Choice },
): Request {
  return new Request(baseUrl + target.url, {
    method: target.url_options.method,
    headers: {
      "Accept": "application/json;q=0.9,text/plain",
      "Content-Type": "application/json",
      "Accept-Encoding": "gzip",
      "User-Agent": "Go-http-client/1.1",
      "Authorization": `Bearer ${token}`,
    },
    body: JSON.stringify(bodyOf(target, choice)),
  });
}

/** Returns the rows that Infinity makes of an answer: by root selector, columns and filter. */
export function rowsOf(target: Target, answer: unknown, choice: Choice): Record<string, unknown>[] {
  const rows = valueAt(answer, target.root_selector);
  if (!Array.isArray(rows)) throw new Error(`No list at ${target.root_selector}`);
  const isShown = filterOf(withVariables(target.filterExpression, choice));
  return rows.map((row) =>
    Object.fromEntries(
      target.columns.map(({ selector, text, type }) => [text, typed(valueAt(row, selector), type)]),
    )
  ).filter(isShown);
}

/** Replaces `$name`, `${name}` and `${name:format}` of the dashboard's variables. Grafana leaves others as they are. */
function withVariables(text: string, { environment, departments }: Choice): string {
  const quoted = departments?.map((id) => `'${id}'`).join(",");
  const values: Record<string, string> = {
    environment,
    // Grafana does not format the value for "All".
    department: quoted ?? "departmentId",
  };
  return text.replaceAll(
    /\$(\w+)|\$\{(\w+)(?::\w+)?\}/g,
    (match, plain?: string, inBraces?: string) => values[plain ?? inBraces ?? ""] ?? match,
  );
}

/** Replaces the macros of Infinity. Its times are in UTC. */
function withMacros(text: string, { from, to }: Choice): string {
  const dates: Record<string, string> = {
    "${__timeFrom:date:YYYY-MM-DD}": from.toString().slice(0, 10),
    "${__timeTo:date:YYYY-MM-DD}": to.toString().slice(0, 10),
  };
  const days = from.until(to).total({ unit: "hours" }) / 24;
  return text
    .replaceAll(/\$\{__time\w+:[^}]*\}/g, (macro) => dates[macro]!)
    .replaceAll(/\$__customInterval\((.*?)\)/g, (_, list: string) => {
      const words = list.split(",");
      const at = words.findIndex((word, i) => i % 2 === 0 && days <= Number.parseInt(word));
      return at === -1 ? words.at(-1)! : words[at + 1]!;
    });
}

/** Returns the value at a path of names with dots, the only selectors that the dashboard uses. */
function valueAt(value: unknown, path: string): unknown {
  if (!/^\w+(\.\w+)*$/.test(path)) throw new Error(`${path} is not a path of names`);
  return path.split(".").reduce(
    (at, key) => (at as Record<string, unknown> | null | undefined)?.[key],
    value,
  );
}

function typed(value: unknown, type: Target["columns"][number]["type"]): unknown {
  if (value === null) return null;
  if (value === undefined) throw new Error("The answer lacks the value of a column");
  if (type === "timestamp") return Temporal.PlainDate.from(value as string).toString();
  if (typeof value !== type) throw new Error(`${JSON.stringify(value)} is not a ${type}`);
  return value;
}

/** Evaluates `column IN ('0', ...)`, the only filter that the dashboard uses. */
function filterOf(expression: string): (row: Record<string, unknown>) => boolean {
  if (expression === "") return () => true;
  const [, column = "", list = ""] = /^(\w+) IN \((.*)\)$/.exec(expression) ?? [];
  const words = list.split(",").map((word) => word.trim());
  // With one word, the library of Infinity sees no list and fails.
  if (words.length < 2) throw new Error(`${expression} has no list`);
  return (row) =>
    words.some((word) => row[column] === (word.startsWith("'") ? word.slice(1, -1) : row[word]));
}
