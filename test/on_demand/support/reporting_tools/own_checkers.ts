import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { readGrafanaReports } from "../../../support/reporting_tools/infinity.ts";
import { npmFolder } from "./install.ts";
import { run, type Stage } from "./stage.ts";

// Excel and Grafana do not run here. Their makers publish what checks a query and a dashboard.

/** Parses the query of the guide for Excel with the parser of Power Query. */
export async function parsePowerQuery({ example }: Stage): Promise<void> {
  const folder = npmFolder("power_query", ["@microsoft/powerquery-parser@0.18.4"]);
  const entry = join(
    folder,
    "node_modules/@microsoft/powerquery-parser/lib/powerquery-parser/index.js",
  );
  const { TaskUtils, DefaultSettings } = (await import(pathToFileURL(entry).href)).default;
  const task = await TaskUtils.tryLexParse(DefaultSettings, example("powerquery"));
  if (!TaskUtils.isParseStageOk(task)) throw task.error;
}

/** Checks the dashboard by the types that Grafana publishes of its files. */
export async function checkDashboardTypes(): Promise<number> {
  const tools = npmFolder("grafana", ["@grafana/schema@13.2.3"]);
  const dashboard = await readGrafanaReports();
  const file = join(tools, "check.ts");
  await writeFile(
    file,
    `import type { Dashboard } from "@grafana/schema";\nexport const dashboard: Dashboard = ${
      JSON.stringify(dashboard)
    };\n`,
  );
  const options = "--noEmit --strict --skipLibCheck --ignoreConfig --module nodenext";
  await run("tsc", [...options.split(" "), "--moduleResolution", "nodenext", file]);
  return dashboard.panels.length;
}
