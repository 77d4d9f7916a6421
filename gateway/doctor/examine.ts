import { databaseFault } from "../process/start_fault.ts";
import { checkArchive } from "./checks/archive.ts";
import { checkCertificates } from "./checks/certificates.ts";
import { checkClocks } from "./checks/clocks.ts";
import { checkConfiguration } from "./checks/configuration.ts";
import { checkDeliveries } from "./checks/deliveries.ts";
import { checkDisk } from "./checks/disk.ts";
import { checkEmail } from "./checks/email.ts";
import { checkErasureList } from "./checks/erasure_list.ts";
import { checkHousekeeping } from "./checks/housekeeping.ts";
import { checkMigrations } from "./checks/migrations.ts";
import { checkPooler } from "./checks/pooler.ts";
import { checkPostgres } from "./checks/postgres.ts";
import { checkPostgresSettings } from "./checks/postgres_settings.ts";
import { checkRedis } from "./checks/redis.ts";
import { checkReplication } from "./checks/replication.ts";
import { checkReporting } from "./checks/reporting.ts";
import { checkRollups } from "./checks/rollups.ts";
import { checkSecrets } from "./checks/secrets.ts";
import { checkTables } from "./checks/tables.ts";
import { type Facts, NotCheckedError, openFacts } from "./facts.ts";
import { failing, type Finding, warning } from "./finding.ts";

/** A finding with the name of its check. */
export interface NamedFinding extends Finding {
  name: string;
}

/** The result of all checks. */
export interface Examination {
  /** Whether nothing is `failing`. */
  healthy: boolean;
  checks: NamedFinding[];
}

/** Each check with its facts, in the order of the output. */
const checks: Record<string, (facts: Facts) => Finding | Promise<Finding>> = {
  configuration: (facts) => checkConfiguration(facts.configuration()),
  secrets: async (facts) => checkSecrets(await facts.secrets()),
  postgres: async (facts) => checkPostgres(await facts.hosts()),
  "postgres-settings": async (facts) => checkPostgresSettings(await facts.settings()),
  pooler: async (facts) => checkPooler(await facts.pooler()),
  migrations: async (facts) => checkMigrations(await facts.migrations()),
  replication: async (facts) => checkReplication(await facts.replication()),
  async archive(facts) {
    return checkArchive(await facts.archive(), { nowSeconds: Date.now() / 1000 });
  },
  async erasures(facts) {
    return checkErasureList(await facts.backupMarks(), { nowSeconds: Date.now() / 1000 });
  },
  reporting: async (facts) => checkReporting(await facts.reporting()),
  redis: async (facts) => checkRedis(await facts.redis()),
  email: async (facts) => checkEmail(await facts.email()),
  async certificates(facts) {
    return checkCertificates(await facts.certificates(), { nowSeconds: Date.now() / 1000 });
  },
  async clocks(facts) {
    const { differences, refusedMs } = await facts.clocks();
    return checkClocks(differences, { refusedMs });
  },
  disk: async (facts) => checkDisk(await facts.disk()),
  tables: async (facts) => checkTables(await facts.tables()),
  webhooks: async (facts) => checkDeliveries(await facts.deliveries()),
  async housekeeping(facts) {
    const { keyHours, ...progress } = await facts.housekeeping();
    return checkHousekeeping(progress, { keyHours });
  },
  rollups: async (facts) => checkRollups(await facts.rollups()),
};

/**
 * Makes all checks, one after the other, so that a server that is nearly out of connections has to give only one. A
 * check that cannot be made says why and does not stop the others. Changes nothing.
 */
export async function examine(
  environment: NodeJS.ProcessEnv,
  { signal }: { signal: AbortSignal },
): Promise<Examination> {
  await using facts = await openFacts(environment, { signal });
  const findings: NamedFinding[] = [];
  for (const [name, check] of Object.entries(checks)) {
    findings.push({ name, ...await findingOf(() => check(facts)) });
  }
  return { healthy: findings.every(({ state }) => state !== "failing"), checks: findings };
}

async function findingOf(check: () => Finding | Promise<Finding>): Promise<Finding> {
  try {
    return await check();
  } catch (error) {
    if (error instanceof NotCheckedError) {
      return warning(
        `not checked: ${error.message}`,
        "Fix that first, then run this command again",
      );
    }
    const { why, fix } = hasNoTable(error)
      ? {
        why: "a table or a column is missing",
        fix: "Apply the migrations with: npm run migrate",
      }
      : databaseFault(error);
    return failing(`not checked: ${why}`, fix);
  }
}

function hasNoTable(error: unknown): boolean {
  return ["42P01", "42703"].includes((error as { code?: string }).code ?? "");
}

/** Formats the result, with one line for each check. */
export function examinationText({ checks }: Examination): string {
  const width = Math.max(...checks.map(({ name }) => name.length));
  const lines = checks.map(({ name, state, finding, fix }) => {
    const advice = fix === undefined ? "" : `. To fix it: ${fix}`;
    // Names in the database must not control the terminal.
    return `${state.padEnd(7)}  ${name.padEnd(width)}  ${finding}${advice}`.replaceAll(
      /\p{Cc}/gu,
      " ",
    );
  });
  return lines.join("\n");
}
