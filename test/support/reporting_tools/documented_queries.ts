import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { schema } from "../../../gateway/graphql/schema.ts";
import { bodyOf, type Choice, readGrafanaReports, targetsOf } from "./infinity.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const folders = ["core", "rest-adapter", "gateway"];

const month: Choice = {
  from: Temporal.Instant.from("2027-03-01T00:00:00Z"),
  to: Temporal.Instant.from("2027-03-31T00:00:00Z"),
  environment: "LIVE",
};

/** A query that a reader may copy, and the file that has it. */
export interface DocumentedQuery {
  source: string;
  query: string;
}

/** Returns every query of GraphQL in the READMEs, the guides, the explorer and the dashboard for Grafana. */
export async function documentedQueries(): Promise<DocumentedQuery[]> {
  const markdown = (await Promise.all(folders.map(async (folder) => {
    const files = await readdir(root + folder, { recursive: true });
    return files.filter((file) => file.endsWith(".md")).map((file) => `${folder}/${file}`);
  }))).flat();
  const sources = ["README.md", ...markdown, "gateway/graphql/render_explorer.ts"];
  const texts = await Promise.all(
    sources.map(async (source) => ({ source, text: await readFile(root + source, "utf8") })),
  );
  const ofTexts = texts.flatMap(({ source, text }) =>
    queriesIn(decoded(text)).map((query) => ({ source, query }))
  );
  const ofGrafana = targetsOf(await readGrafanaReports()).map(({ target }) => ({
    source: "gateway/graphql/grafana_reports.json",
    query: bodyOf(target, month).query,
  }));
  return [...ofTexts, ...ofGrafana];
}

/** Decodes the queries of URLs. */
function decoded(text: string): string {
  return text.replaceAll(/query=%7B\S+/g, (part) => decodeURIComponent(part));
}

/** Returns the queries in a text: everything from a brace before a field of the query to its closing brace. */
export function queriesIn(text: string): string[] {
  const rootFields = Object.keys(schema.getQueryType()!.getFields());
  const start = new RegExp(
    `(?:query\\s*(?:\\w+\\s*)?(?:\\([^)]*\\)\\s*)?)?\\{\\s*(?:\\w+:\\s*)?(?:${
      rootFields.join("|")
    })\\b(?=\\s*[({])`,
    "g",
  );
  const found: string[] = [];
  for (let match = start.exec(text); match; match = start.exec(text)) {
    const end = closingBrace(text, text.indexOf("{", match.index));
    found.push(text.slice(match.index, end));
    start.lastIndex = end;
  }
  return found;
}

/** Returns the position after the brace that closes the one at `open`. */
function closingBrace(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at += 1) {
    if (text[at] === "{") depth += 1;
    if (text[at] === "}") depth -= 1;
    if (depth === 0) return at + 1;
  }
  throw new Error(`A query does not end: ${text.slice(open, open + 60)}`);
}
