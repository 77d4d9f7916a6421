import { globSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Plugin } from "vite";
import { sourcesFolder } from "./sources.ts";

/** The file of a build with the patterns of the pages' paths. The server reads it, and serves it to nobody. */
export const pathsFile = "/pages.json";

/** Adds the patterns of the pages' paths to the build, so that the server knows them. */
export function pagePathsPlugin(): Plugin {
  return {
    name: "page-paths",
    async generateBundle() {
      const source = JSON.stringify(await declaredPaths());
      this.emitFile({ type: "asset", fileName: pathsFile.slice(1), source });
    },
  };
}

/** Returns the patterns that the pages declare, such as `/departments/:id`. */
export async function declaredPaths(): Promise<string[]> {
  const files = globSync("pages/*/page.ts", { cwd: sourcesFolder });
  const modules = await Promise.all(
    files.map((file) => import(pathToFileURL(join(sourcesFolder, file)).href)),
  ) as { pages: { path: string }[] }[];
  return modules.flatMap(({ pages }) => pages.map(({ path }) => path)).toSorted();
}

/** Returns the form of the paths that match one of the patterns. Ids are whole numbers. */
export function formOfPaths(patterns: readonly string[]): RegExp {
  const forms = patterns.map((path) => path.replace("/:id?", "(?:/\\d+)?").replace(":id", "\\d+"));
  return new RegExp(`^(?:${forms.join("|")})$`);
}
