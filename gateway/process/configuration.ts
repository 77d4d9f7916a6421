import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import type { TracingSettings } from "../tracing/mod.ts";
import { databaseHosts, standbyHosts } from "./database_hosts.ts";
import {
  headerList,
  host,
  httpUrl,
  key32,
  mailAddress,
  oneOf,
  origin,
  origins,
  processCount,
  ratio,
  redisUrl,
  smtpUrl,
  trueOrFalse,
  wholeNumber,
} from "./fields.ts";

const inClone = fileURLToPath(new URL("../../.data", import.meta.url));

const samplers = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
] as const satisfies TracingSettings["sampler"][];

/** The environment variables with their defaults. */
const variables = z.object({
  NODE_ENV: oneOf(["production", "development", "test"]).optional(),
  PORT: wholeNumber(0, 65_535, "3000 (0 picks a free one)").default(3000),
  HOST: host.default("127.0.0.1"),
  METRICS_PORT: wholeNumber(0, 65_535, "9464 (0 picks a free one)").optional(),
  METRICS_HOST: host.default("127.0.0.1"),
  DATABASE_URL: databaseHosts.optional(),
  DATABASE_DIRECT_URL: databaseHosts.optional(),
  DATABASE_POOLER: oneOf(["transaction"]).optional(),
  HTTP_PROCESSES: processCount(64).default(1),
  SHUTDOWN_DRAIN_SECONDS: wholeNumber(0, 300, "5 (0 without a proxy that checks /readyz)")
    .default(0),
  MAX_IN_FLIGHT: wholeNumber(1, 100_000, "1000").default(1000),
  DATABASE_POOL_SIZE: wholeNumber(1, 1000, "10").optional(),
  REPORTING_POOL_SIZE: wholeNumber(1, 100, "2").default(2),
  REPORTING_DATABASE_URL: standbyHosts.optional(),
  REPORTING_MAX_LAG_SECONDS: wholeNumber(5, 86_400, "60").default(60),
  REDIS_URL: redisUrl.optional(),
  DATA_DIR: z.string().default(inClone).transform((path) => resolve(path)),
  STAFF_REQUESTS_PER_MINUTE: wholeNumber(1, 1_000_000, "1200").default(1200),
  REPORTING_COST_PER_HOUR: wholeNumber(1, 1_000_000_000, "200000").default(200_000),
  SIGN_IN_FAILURES_PER_ACCOUNT: wholeNumber(1, 1_000_000, "5").default(5),
  SIGN_IN_FAILURES_PER_ADDRESS: wholeNumber(1, 1_000_000, "50").default(50),
  SESSION_SECRET: z
    .string()
    .min(32, "must have at least 32 characters. Generate one with: openssl rand -base64 48")
    .optional(),
  SESSION_SECRET_PREVIOUS: z.string().min(32, "must have at least 32 characters").optional(),
  SECRETS_KEY: key32.optional(),
  SECRETS_KEY_PREVIOUS: key32.optional(),
  PUBLIC_URL: origin.optional(),
  TRUST_PROXY: wholeNumber(0, 32, "1 (the number of proxies in front of the service)").default(0),
  SMTP_URL: smtpUrl.optional(),
  SMTP_ALLOW_PLAIN: trueOrFalse.default(false),
  EMAIL_FROM: mailAddress.optional(),
  WEBHOOK_ALLOW_PRIVATE_NETWORK: trueOrFalse.default(false),
  WEBHOOK_WORKER: trueOrFalse.default(true),
  DEMO_DATA: trueOrFalse.default(true),
  LOG_LEVEL: oneOf(["trace", "debug", "info", "warn", "error", "fatal", "silent"]).default("info"),
  CORS_ORIGINS: origins.default([]),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl("http://127.0.0.1:4318").optional(),
  OTEL_EXPORTER_OTLP_HEADERS: headerList.default({}),
  OTEL_EXPORTER_OTLP_PROTOCOL: oneOf(["http/protobuf"]).optional(),
  OTEL_SERVICE_NAME: z.string().default("appointment-booking"),
  OTEL_TRACES_SAMPLER: oneOf(samplers).default("parentbased_always_on"),
  OTEL_TRACES_SAMPLER_ARG: ratio.default(1),
});

/** The names of all environment variables. */
export const settingNames: readonly string[] = Object.keys(variables.shape);

/** The validated environment. */
export type Configuration = ReturnType<typeof readConfiguration>;

/** All problems of the environment, one line for each variable. No line contains a secret. */
export class ConfigurationError extends Error {
  override name = "ConfigurationError";
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(["Cannot start: the configuration is invalid:", ...problems].join("\n  "));
    this.problems = problems;
  }
}

/**
 * Parses the environment. `needsSecrets` is for the service: it requires both secrets in production, commands do not.
 * Throws ConfigurationError with all problems.
 */
export function readConfiguration(
  environment: Readonly<Record<string, string | undefined>>,
  { needsSecrets }: { needsSecrets: boolean },
) {
  const set = Object.fromEntries(Object.entries(environment).filter(([, text]) => text !== ""));
  const isProduction = set["NODE_ENV"] === "production";
  const read = check(set, { needsSecrets: needsSecrets && isProduction });
  return {
    isProduction,
    port: read.PORT,
    host: read.HOST,
    /** Undefined: no metrics are measured. */
    metricsPort: read.METRICS_PORT,
    metricsHost: read.METRICS_HOST,
    /** One URL for each host. */
    databaseUrls: read.DATABASE_URL,
    databaseDirectUrls: read.DATABASE_DIRECT_URL,
    /** Set if DATABASE_URL leads to a pooler that gives each transaction another session. */
    databasePooler: read.DATABASE_POOLER,
    databasePoolSize: read.DATABASE_POOL_SIZE ?? (read.HTTP_PROCESSES < 4 ? 10 : 5),
    /** Additional connections for reports. */
    reportingPoolSize: read.REPORTING_POOL_SIZE,
    /** Standbys that reports are read from, one URL for each host. Undefined: the primary. */
    reportingUrls: read.REPORTING_DATABASE_URL,
    /** Reports are refused if every standby is further behind. */
    reportingMaxLagSeconds: read.REPORTING_MAX_LAG_SECONDS,
    /** How many processes serve HTTP. 1: this process does. */
    httpProcesses: read.HTTP_PROCESSES,
    /** How long requests are still served after a stop signal. */
    drainMs: read.SHUTDOWN_DRAIN_SECONDS * 1000,
    /** The maximum number of concurrent requests of one process. More are refused at once. */
    maxInFlight: read.MAX_IN_FLIGHT,
    redisUrl: read.REDIS_URL,
    staffRequestsPerMinute: read.STAFF_REQUESTS_PER_MINUTE,
    /** Cost points for one reporting token. */
    reportingCostPerHour: read.REPORTING_COST_PER_HOUR,
    /** In 15 minutes, for one account and one address. */
    signInFailuresPerAccount: read.SIGN_IN_FAILURES_PER_ACCOUNT,
    /** In 15 minutes, from one address. */
    signInFailuresPerAddress: read.SIGN_IN_FAILURES_PER_ADDRESS,
    dataDir: read.DATA_DIR,
    sessionSecret: read.SESSION_SECRET,
    secretsKey: read.SECRETS_KEY,
    /** Only verifies and decrypts, while secrets are rotated (gateway/security/README.md 6). */
    previousSessionSecret: read.SESSION_SECRET_PREVIOUS,
    previousSecretsKey: read.SECRETS_KEY_PREVIOUS,
    /** Undefined means the URL of the listener. */
    publicUrl: read.PUBLIC_URL,
    trustedProxies: read.TRUST_PROXY,
    /** Undefined: the service sends no e-mail. */
    mail: mailOf(read),
    allowsPrivateWebhooks: read.WEBHOOK_ALLOW_PRIVATE_NETWORK,
    deliversWebhooks: read.WEBHOOK_WORKER,
    /** Always false in production. */
    makesDemoData: read.DEMO_DATA && !isProduction,
    logLevel: read.LOG_LEVEL,
    corsOrigins: read.CORS_ORIGINS,
    /** Undefined: nothing is traced. */
    tracing: tracingOf(read),
  };
}

function mailOf(
  { SMTP_URL: server, EMAIL_FROM: from, PUBLIC_URL: publicUrl, SMTP_ALLOW_PLAIN: allowsPlain }:
    z.output<typeof variables>,
) {
  if (!server || !from || publicUrl === undefined) return undefined;
  return { server, from, publicUrl, allowsPlain };
}

function tracingOf(read: z.output<typeof variables>): TracingSettings | undefined {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = read;
  return endpoint === undefined ? undefined : {
    endpoint,
    headers: read.OTEL_EXPORTER_OTLP_HEADERS,
    serviceName: read.OTEL_SERVICE_NAME,
    sampler: read.OTEL_TRACES_SAMPLER,
    samplerRatio: read.OTEL_TRACES_SAMPLER_ARG,
  };
}

function check(
  given: Record<string, string | undefined>,
  { needsSecrets }: { needsSecrets: boolean },
): z.output<typeof variables> {
  const result = variables.safeParse(given);
  const problems = [
    ...(result.error?.issues ?? []).map(({ path, message }) => `${path.join(".")} ${message}`),
    ...portConflicts(given),
    ...standbysWithoutPrimary(given),
    ...mailProblems(given),
    ...poolerProblems(given),
    ...(needsSecrets ? missingSecrets(given) : []),
  ];
  if (!result.success || problems.length > 0) throw new ConfigurationError(problems);
  return result.data;
}

/** The metrics must not be on the public port. */
function portConflicts(given: Record<string, string | undefined>): string[] {
  const portOf = (name: "PORT" | "METRICS_PORT") =>
    variables.shape[name].safeParse(given[name]).data;
  const port = portOf("METRICS_PORT");
  return port !== undefined && port !== 0 && port === portOf("PORT")
    ? ["METRICS_PORT must differ from PORT, such as 9464"]
    : [];
}

/** What needs a session must bypass a pooler that gives each transaction another one. */
function poolerProblems(given: Record<string, string | undefined>): string[] {
  if (given["DATABASE_POOLER"] === undefined) return [];
  return [
    ...(given["DATABASE_URL"] === undefined
      ? ["DATABASE_POOLER needs DATABASE_URL, the URL of the pooler"]
      : []),
    ...(given["DATABASE_DIRECT_URL"] === undefined
      ? [
        "DATABASE_POOLER needs DATABASE_DIRECT_URL, the URL of Postgres itself, for locks and notifications",
      ]
      : []),
  ];
}

/** Mails have a sender, and links to this service. */
function mailProblems(given: Record<string, string | undefined>): string[] {
  if (given["SMTP_URL"] === undefined) return [];
  const needed = {
    EMAIL_FROM: "the address that mails come from",
    PUBLIC_URL: "the origin of the links in mails",
  };
  const missing = Object.entries(needed).filter(([name]) => given[name] === undefined)
    .map(([name, what]) => `SMTP_URL needs ${name}, ${what}`);
  const isPattern = given["PUBLIC_URL"]?.includes("*");
  return isPattern ? [...missing, "SMTP_URL needs a PUBLIC_URL without *"] : missing;
}

/** The embedded Postgres has no standby. */
function standbysWithoutPrimary(given: Record<string, string | undefined>): string[] {
  const { data } = variables.shape.REPORTING_DATABASE_URL.safeParse(
    given["REPORTING_DATABASE_URL"],
  );
  return data !== undefined && given["DATABASE_URL"] === undefined
    ? ["REPORTING_DATABASE_URL needs DATABASE_URL, the primary of the standby"]
    : [];
}

function missingSecrets(given: Record<string, string | undefined>): string[] {
  const required = { SESSION_SECRET: 48, SECRETS_KEY: 32 };
  return Object.entries(required)
    .filter(([name]) => given[name] === undefined)
    .map(([name, bytes]) =>
      `${name} is required in production. Generate one with: openssl rand -base64 ${bytes}`
    );
}
