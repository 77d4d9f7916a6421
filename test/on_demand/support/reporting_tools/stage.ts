import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { startApi } from "../../../support/api.ts";
import { codeOf } from "../../../support/guide_code.ts";
import { writeAnalystTenant } from "../../../support/reporting_tools/analyst_tenant.ts";
import { countByRest, type Counts } from "../../../support/reporting_tools/recount.ts";

const execute = promisify(execFile);

/** Runs a program. If it fails, the error has everything that it has written. */
export async function run(...call: [string, string[], { cwd?: string; env?: NodeJS.ProcessEnv }?]) {
  return await execute(...call as [string, string[], object]).catch((error) => {
    throw new Error(`${error.message}\n${error.stdout}\n${error.stderr}`);
  }) as { stdout: string; stderr: string };
}

/** What a tool has loaded. */
export interface Loaded {
  loaded: string;
  rows: number;
  /** By department, from what the tool itself has added up. */
  counts: Counts;
}

/** Runs a tool on the data of a stage. */
export type Judge = (stage: Stage) => Promise<Loaded>;

/** A service with two organizations that analysts read. */
export type Stage = Awaited<ReturnType<typeof openStage>>;

/** Starts the service, with a token and a database role of the organization that the tools read. */
export async function openStage({ appointments }: { appointments: number }) {
  const api = await startApi({
    environment: {
      // That of the use cases that make the token.
      SESSION_SECRET: "s".repeat(32),
      REPORTING_COST_PER_HOUR: "100000000",
    },
  });
  const url = api.services[0]!.url;
  const own = await writeAnalystTenant(api.databaseUrl, { appointments, seed: 3 });
  const other = await writeAnalystTenant(api.databaseUrl, { appointments: 50, seed: 4 });
  const { application } = api.seeding;
  const newToken = (organizationId: number) =>
    application.createReportingToken(organizationId, { name: "Tool" });
  const roles = new Map<string, number>();
  async function newRole(organizationId: number) {
    const name = `tool_${randomUUID().replaceAll("-", "")}`;
    const role = await application.createReportingRole(organizationId, { name });
    roles.set(name, organizationId);
    return role;
  }
  async function removeRole(name: string) {
    await application.removeReportingRole(roles.get(name)!, { name });
    roles.delete(name);
  }
  const file = new URL("../../../../rest-adapter/guides/reports.md", import.meta.url);
  const guide = (await readFile(file, "utf8")).replaceAll("http://127.0.0.1:3000", url);
  const folder = await mkdtemp(join(tmpdir(), "reporting-tools-"));
  return {
    url,
    own,
    other,
    application,
    token: (await newToken(own.organizationId)).token,
    role: await newRole(own.organizationId),
    newToken,
    newRole,
    removeRole,
    /** An empty folder, in which the tools run. */
    folder,
    /** The example of the guide in a language. */
    example: (language: string, at = 0) => codeOf(guide, language)[at]!,
    recount: () => countByRest(url, own.key),
    async [Symbol.asyncDispose]() {
      for (const name of roles.keys()) await removeRole(name);
      await api[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The URL of a list of all LIVE appointments of March 2027 as CSV. */
export function listUrl(url: string): string {
  const query = `{
    appointments(
      from: "2027-03-01", to: "2027-03-31", filter: {environment: LIVE, archived: false}
    ) { edges { node { restId dateTime status department { name } } } }
  }`;
  return `${url}/graphql?${new URLSearchParams({ format: "csv", query })}`;
}
