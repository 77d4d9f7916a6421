import { expect } from "vitest";
import { generateTypes } from "../support/reporting_tools/codegen.ts";
import { duckdb, libreOffice, pandas } from "../support/reporting_tools/judges.ts";
import { odbc } from "../support/reporting_tools/odbc.ts";
import { checkDashboardTypes, parsePowerQuery } from "../support/reporting_tools/own_checkers.ts";
import { checkRefusals } from "../support/reporting_tools/refusals.ts";
import { type Judge, openStage } from "../support/reporting_tools/stage.ts";
import { type Figures, proof } from "./proof.ts";

const appointments = 4000;

const judges: Record<string, Judge> = {
  "LibreOffice Calc": libreOffice,
  "pandas": pandas,
  "DuckDB": duckdb,
  "psqlODBC": odbc,
};

proof("reporting-tools", async (progress, part) => {
  await using stage = await openStage({ appointments });
  progress("written");
  const table: string[] = [];
  const figures: Figures = {};
  for (const [tool, judge] of Object.entries(judges)) {
    const { loaded, rows } = await part(tool, async () => {
      const { counts, ...result } = await judge(stage);
      expect(counts).toEqual(await stage.recount());
      return result;
    });
    table.push(`| ${tool} | ${loaded} | ${rows} | yes |`);
    figures[`rows in ${tool} that equal the recount`] = rows;
  }
  await parsePowerQuery(stage);
  table.push("| Power Query's parser | the query of the guide | | |");
  const panels = await checkDashboardTypes();
  table.push(`| Grafana's types of a dashboard | the panels of the file | ${panels} | |`);
  const queries = await part("codegen", () => generateTypes(stage.folder));
  table.push(`| graphql-codegen | each query of READMEs, guides and Grafana | ${queries} | |`);
  figures["queries with types of graphql-codegen"] = queries;
  figures["attempts of others, all refused or empty"] = await part(
    "refusals",
    () => checkRefusals(stage),
  );
  progress(["", "| tool | what it loaded | rows | equals the recount |", ...table].join("\n"));
  return figures;
});
