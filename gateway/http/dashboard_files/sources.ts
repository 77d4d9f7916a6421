import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const top = fileURLToPath(new URL("../../..", import.meta.url));

/** The folder of the dashboard's sources. */
export const sourcesFolder = join(top, "gateway/dashboard");

/** The folder of the pages of the API documentation. */
export const docsFolder = join(top, "gateway/api_docs");

/** The folder of the pages in the office: tickets, displays and kiosks. */
export const screensFolder = join(top, "gateway/screens/pages");

/** The folder of the guides for callers of the API. */
export const guidesFolder = join(top, "rest-adapter/guides");

/** The dashboard for Grafana, which a guide links to. */
export const grafanaReports = join(top, "gateway/graphql/grafana_reports.json");

/** The preferred folder for builds. */
export const cacheFolder = join(top, ".cache/dashboard");

/** The files of core that run in the browser, or have texts of its pages. They import nothing but types, and each other. */
export const coreFiles = [
  "core/audit/field_catalogue.ts",
  "core/booking/appointment_fields.ts",
  "core/csv.ts",
  "core/departments/department_fields.ts",
  "core/departments/slot_grid.ts",
  "core/search.ts",
  "core/visits/queue_rule_fields.ts",
  "core/visits/visit_fields.ts",
  "core/webhooks/event_catalogue.ts",
];

// Other inputs of a build: the versions of the libraries, and the build scripts.
const builtWith = [
  ...coreFiles.map((name) => join(top, name)),
  join(top, "package-lock.json"),
  grafanaReports,
  join(import.meta.dirname, "run_build.ts"),
  join(import.meta.dirname, "build.ts"),
  join(import.meta.dirname, "compile_texts.ts"),
  join(import.meta.dirname, "page_paths.ts"),
  join(import.meta.dirname, "guides.ts"),
  join(import.meta.dirname, "guide_address.ts"),
];

/** Returns a hash of the sources' content, independent of file times. */
export async function hashOfSources(): Promise<string> {
  const folders = [sourcesFolder, docsFolder, screensFolder, guidesFolder].map((folder) =>
    readdir(folder, { recursive: true, withFileTypes: true })
  );
  const names = (await Promise.all(folders)).flat()
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
  const hash = createHash("sha256");
  for (const name of [...names, ...builtWith]) {
    const content = await readFile(name);
    hash.update(`${name.slice(top.length)}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex").slice(0, 20);
}
