import { glob, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import {
  bodyOf,
  readGrafanaReports,
  targetsOf,
} from "../../../support/reporting_tools/infinity.ts";
import { npmFolder } from "./install.ts";
import { run } from "./stage.ts";

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const packages = [
  "@graphql-codegen/cli@7.4.3",
  "@graphql-codegen/typescript-operations@6.1.9",
  "graphql@16",
];

/** The ways in which a document writes a query. */
const forms = [
  // curl
  /query=\s*((?:query\s*\(|\{)[^']*)'/g,
  // Power Query
  /Query = "([^"]*)"/g,
  // JavaScript
  /query = `([^`]*)`/g,
  // Python
  /query = """([^]*?)"""/g,
];

/** Generates TypeScript for every query of a README, a guide or the dashboard for Grafana, and checks its types. */
export async function generateTypes(folder: string): Promise<number> {
  const queries = [...await queriesOfDocuments(), ...await queriesOfGrafana()];
  const cwd = join(folder, "codegen");
  await mkdir(cwd);
  // Operations of one project need names.
  await Promise.all(
    queries.map((query, i) =>
      writeFile(
        join(cwd, `${i}.graphql`),
        query.trim().replace(/^(?:query\b)?/, `query Example${i} `),
      )
    ),
  );
  const tools = npmFolder("codegen", packages);
  const config = {
    schema: join(root, "gateway/graphql/schema.graphql"),
    documents: [join(cwd, "*.graphql")],
    generates: {
      [join(cwd, "types.ts")]: { plugins: ["typescript-operations"] },
    },
  };
  await writeFile(join(tools, "codegen.json"), JSON.stringify(config));
  await run(join(tools, "node_modules/.bin/graphql-codegen"), ["--config", "codegen.json"], {
    cwd: tools,
  });
  const types = await readFile(join(cwd, "types.ts"), "utf8");
  expect(types.match(/^export type Example\d+Query = /gm)).toHaveLength(queries.length);
  await run("tsc", [
    "--noEmit",
    "--strict",
    "--skipLibCheck",
    "--ignoreConfig",
    join(cwd, "types.ts"),
  ]);
  return queries.length;
}

async function queriesOfDocuments(): Promise<string[]> {
  const files = await Array.fromAsync(
    glob(["README.md", "{core,gateway,rest-adapter}/**/*.md"], {
      cwd: root,
      exclude: ["**/node_modules/**"],
    }),
  );
  const texts = await Promise.all(files.map((file) => readFile(join(root, file), "utf8")));
  const found = texts.flatMap((text) =>
    forms.flatMap((form) => [...text.matchAll(form)].map(([, query]) => query!))
  );
  const ofUrls = texts.flatMap((text) =>
    [...text.matchAll(/^http\S*\/graphql\?\S*$/gm)]
      .map(([url]) => new URL(url).searchParams.get("query")!)
  );
  expect(found.length).toBeGreaterThan(6);
  expect(ofUrls.length).toBeGreaterThan(0);
  return [...found, ...ofUrls];
}

async function queriesOfGrafana(): Promise<string[]> {
  const choice = {
    from: Temporal.Instant.from("2027-03-01T00:00:00Z"),
    to: Temporal.Instant.from("2027-03-31T00:00:00Z"),
    environment: "LIVE",
  } as const;
  return targetsOf(await readGrafanaReports()).map(({ target }) => bodyOf(target, choice).query);
}
