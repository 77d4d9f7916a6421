import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { documentedQueries } from "../../../support/reporting_tools/documented_queries.ts";
import { npmFolder } from "./install.ts";
import { run } from "./stage.ts";

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const packages = [
  "@graphql-codegen/cli@7.4.3",
  "@graphql-codegen/typescript-operations@6.1.9",
  "graphql@16",
];

/** Generates TypeScript for every query of a README, a guide or the dashboard for Grafana, and checks its types. */
export async function generateTypes(folder: string): Promise<number> {
  const queries = await documentedQueries();
  const cwd = join(folder, "codegen");
  await mkdir(cwd);
  // Operations of one project need names.
  await Promise.all(
    queries.map(({ query }, i) =>
      writeFile(join(cwd, `${i}.graphql`), query.replace(/^(?:query\b)?/, `query Example${i} `))
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
