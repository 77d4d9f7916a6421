import { availableParallelism } from "node:os";
import { describe, expect, test } from "vitest";
import {
  type Configuration,
  ConfigurationError,
  readConfiguration,
} from "../../../gateway/process/configuration.ts";
import { serviceSizeOf } from "../../../gateway/process/connection_needs.ts";
import { withoutPassword } from "../../../gateway/process/database_hosts.ts";

const sessionSecret = "s".repeat(32);
const hexKey = "0f".repeat(32);

function read(environment: Record<string, string>, needsSecrets = true): Configuration {
  return readConfiguration(environment, { needsSecrets });
}

function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    read(environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigurationError) return error.problems;
    throw error;
  }
}

test("readConfiguration() has a default for every variable", () => {
  expect(read({})).toMatchObject({
    isProduction: false,
    port: 3000,
    host: "127.0.0.1",
    metricsPort: undefined,
    databaseUrls: undefined,
    httpProcesses: 1,
    databasePoolSize: 10,
    reportingPoolSize: 2,
    dataDir: expect.stringMatching(/\/\.data$/),
    publicUrl: undefined,
    trustedProxies: 0,
    drainMs: 0,
    maxInFlight: 1000,
    staffRequestsPerMinute: 1200,
    reportingCostPerHour: 200_000,
    signInFailuresPerAccount: 5,
    signInFailuresPerAddress: 50,
    deliversWebhooks: true,
    allowsPrivateWebhooks: false,
    makesDemoData: true,
    logLevel: "info",
    corsOrigins: [],
    tracing: undefined,
  });
});

test("from 4 processes on the default pool is smaller, so 8 fit into Debian's 97 connections", () => {
  const sizes = ["3", "4", "8"].map((HTTP_PROCESSES) => read({ HTTP_PROCESSES }));
  expect(sizes.map(({ databasePoolSize }) => databasePoolSize)).toEqual([10, 5, 5]);
  expect(sizes.map((each) => serviceSizeOf(each).connections)).toEqual([66, 55, 91]);
  expect(read({ HTTP_PROCESSES: "8", DATABASE_POOL_SIZE: "10" }).databasePoolSize).toBe(10);
});

test("a mail server is read from a URL, whose user and password are percent-encoded", () => {
  const mail = { EMAIL_FROM: "desk@a.example", PUBLIC_URL: "https://b.example" };
  const { mail: found } = read({ ...mail, SMTP_URL: "smtps://me%40a:p%3Aw%2F@mail.a.example" });
  expect(found).toEqual({
    server: { host: "mail.a.example", port: 465, isSecure: true, user: "me@a", password: "p:w/" },
    from: "desk@a.example",
    publicUrl: "https://b.example",
    allowsPlain: false,
  });
  expect(read({ ...mail, SMTP_URL: "smtp://[::1]" }).mail?.server)
    .toEqual({ host: "::1", port: 587, isSecure: false, user: "", password: "" });
  expect(read(mail).mail).toBeUndefined();
});

test("a mail server needs a sender and the origin of links, and its problems have no password", () => {
  const SMTP_URL = "smtp://me:geheim@mail.a.example";
  expect(problemsOf({ SMTP_URL })).toEqual([
    expect.stringMatching(/^SMTP_URL needs EMAIL_FROM/),
    expect.stringMatching(/^SMTP_URL needs PUBLIC_URL/),
  ]);
  const mail = { EMAIL_FROM: "desk@a.example", PUBLIC_URL: "https://b.example" };
  expect(problemsOf({ ...mail, SMTP_URL, PUBLIC_URL: "https://*.b.example" }))
    .toEqual(["SMTP_URL needs a PUBLIC_URL without *"]);
  expect(problemsOf({ ...mail, SMTP_URL, EMAIL_FROM: "Desk <desk@a.example>" }))
    .toEqual([expect.stringMatching(/^EMAIL_FROM must /)]);
  for (
    const url of [
      "mail.a.example:25",
      "https://mail.a.example",
      "smtp://mail.a.example/geheim",
      "smtp://mail.a.example:0",
      "smtp://me:%zz@geheim.example",
    ]
  ) {
    const problems = problemsOf({ ...mail, SMTP_URL: url });
    expect(problems).toEqual([expect.stringMatching(/^SMTP_URL must /)]);
    expect(problems.join()).not.toContain("geheim");
  }
});

test("a pooler in transaction mode needs a URL that bypasses it", () => {
  const pooled = { DATABASE_POOLER: "transaction", DATABASE_URL: "postgres://pooler/d" };
  expect(problemsOf({ ...pooled, DATABASE_DIRECT_URL: "postgres://a/d" })).toEqual([]);
  expect(problemsOf(pooled)).toEqual([
    expect.stringMatching(/^DATABASE_POOLER needs DATABASE_DIRECT_URL/),
  ]);
});

test("readConfiguration() treats an empty variable as unset", () => {
  expect(read({ PORT: "", SESSION_SECRET: "", DEMO_DATA: "", DATABASE_URL: "" })).toEqual(read({}));
});

describe("readConfiguration() reads", () => {
  test.each<[Record<string, string>, Partial<Configuration>]>([
    [{ PORT: "0" }, { port: 0 }],
    [{ PORT: "0", METRICS_PORT: "0" }, { metricsPort: 0 }],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: "http://h:4318" }, {
      tracing: {
        endpoint: "http://h:4318",
        headers: {},
        serviceName: "appointment-booking",
        sampler: "parentbased_always_on",
        samplerRatio: 1,
      },
    }],
    [{
      OTEL_EXPORTER_OTLP_ENDPOINT: "https://h/otlp",
      OTEL_EXPORTER_OTLP_HEADERS: "x-key=a%20b, x-team = c=d",
      OTEL_EXPORTER_OTLP_PROTOCOL: "http/protobuf",
      OTEL_SERVICE_NAME: "clinic",
      OTEL_TRACES_SAMPLER: "traceidratio",
      OTEL_TRACES_SAMPLER_ARG: "0.25",
    }, {
      tracing: {
        endpoint: "https://h/otlp",
        headers: { "x-key": "a b", "x-team": "c=d" },
        serviceName: "clinic",
        sampler: "traceidratio",
        samplerRatio: 0.25,
      },
    }],
    [{ METRICS_PORT: "9464", HOST: "0.0.0.0" }, { metricsPort: 9464, metricsHost: "127.0.0.1" }],
    [{ METRICS_PORT: "9464", METRICS_HOST: "10.0.0.11" }, { metricsHost: "10.0.0.11" }],
    [{ PORT: "65535" }, { port: 65_535 }],
    [{ HOST: "::1" }, { host: "::1" }],
    [{ HOST: "booking.internal" }, { host: "booking.internal" }],
    [{ DATABASE_URL: "postgres://u@h/d" }, { databaseUrls: ["postgres://u@h/d"] }],
    [{ DATABASE_URL: "postgresql:///d?host=/run" }, {
      databaseUrls: ["postgresql:///d?host=/run"],
    }],
    [
      {
        DATABASE_URL:
          "postgres://u:p,@a:1,b,[::1]:2/d?sslmode=verify-full&target_session_attrs=primary",
      },
      {
        databaseUrls: [
          "postgres://u:p,@a:1/d?sslmode=verify-full&target_session_attrs=primary",
          "postgres://u:p,@b/d?sslmode=verify-full&target_session_attrs=primary",
          "postgres://u:p,@[::1]:2/d?sslmode=verify-full&target_session_attrs=primary",
        ],
      },
    ],
    [
      { DATABASE_DIRECT_URL: "postgres://a,b/d?target_session_attrs=read-write" },
      {
        databaseDirectUrls: [
          "postgres://a/d?target_session_attrs=read-write",
          "postgres://b/d?target_session_attrs=read-write",
        ],
      },
    ],
    [
      {
        DATABASE_POOLER: "transaction",
        DATABASE_URL: "postgres://pooler/d",
        DATABASE_DIRECT_URL: "postgres://a/d",
      },
      { databasePooler: "transaction" },
    ],
    [{ REDIS_URL: "rediss://h:6380" }, { redisUrl: "rediss://h:6380" }],
    [{ REDIS_URL: "sentinel://a,b/m" }, { redisUrl: "sentinel://a,b/m" }],
    [{ REDIS_URL: "cluster://a,b:7000" }, { redisUrl: "cluster://a,b:7000" }],
    [{ SECRETS_KEY: hexKey }, { secretsKey: new Uint8Array(32).fill(15) }],
    [
      { SECRETS_KEY: Buffer.alloc(32, 15).toString("base64") },
      { secretsKey: new Uint8Array(32).fill(15) },
    ],
    [{ PUBLIC_URL: "https://Book.example.com:443/" }, { publicUrl: "https://book.example.com" }],
    [{ TRUST_PROXY: "2" }, { trustedProxies: 2 }],
    [{ SHUTDOWN_DRAIN_SECONDS: "5" }, { drainMs: 5000 }],
    [{ MAX_IN_FLIGHT: "7" }, { maxInFlight: 7 }],
    [{ HTTP_PROCESSES: "64" }, { httpProcesses: 64 }],
    [{ HTTP_PROCESSES: "auto" }, { httpProcesses: Math.min(availableParallelism(), 64) }],
    [{ STAFF_REQUESTS_PER_MINUTE: "1000000" }, { staffRequestsPerMinute: 1_000_000 }],
    [{ REPORTING_COST_PER_HOUR: "1000000000" }, { reportingCostPerHour: 1_000_000_000 }],
    [{ SIGN_IN_FAILURES_PER_ACCOUNT: "1" }, { signInFailuresPerAccount: 1 }],
    [{ SIGN_IN_FAILURES_PER_ADDRESS: "200" }, { signInFailuresPerAddress: 200 }],
    [{ WEBHOOK_WORKER: "false" }, { deliversWebhooks: false }],
    [{ CORS_ORIGINS: "*" }, { corsOrigins: ["*"] }],
    [
      { CORS_ORIGINS: "https://a.example, http://b.example:8080" },
      { corsOrigins: ["https://a.example", "http://b.example:8080"] },
    ],
  ])("%j", (environment, expected) => expect(read(environment)).toMatchObject(expected));
});

describe("readConfiguration() refuses, naming the variable", () => {
  test.each([
    ["PORT", "65536"],
    ["PORT", "3000.5"],
    ["PORT", "-1"],
    ["METRICS_PORT", "65536"],
    // The port of the service is 3000.
    ["METRICS_PORT", "3000"],
    ["METRICS_HOST", "10.0.0.0/8"],
    ["HOST", "two words"],
    ["DATABASE_URL", "mysql://h/d"],
    ["DATABASE_URL", "postgres"],
    ["DATABASE_DIRECT_URL", "h:5432"],
    ["DATABASE_URL", "postgres://a:5432,b:x/d"],
    ["DATABASE_URL", "postgres://a,,b/d"],
    ["DATABASE_URL", "postgres://a,/d"],
    ["DATABASE_URL", "postgres://a,a:5432/d"],
    ["DATABASE_URL", "postgres://a,b/d?host=/run"],
    ["DATABASE_URL", "postgres:///d?host=a,b"],
    ["DATABASE_URL", "postgres://a,b/d?target_session_attrs=any"],
    ["REPORTING_DATABASE_URL", "postgres://a,b/d?target_session_attrs=read-write"],
    ["REPORTING_MAX_LAG_SECONDS", "4"],
    ["DATABASE_POOL_SIZE", "0"],
    ["REPORTING_POOL_SIZE", "0"],
    ["MAX_IN_FLIGHT", "0"],
    ["SHUTDOWN_DRAIN_SECONDS", "301"],
    ["HTTP_PROCESSES", "0"],
    ["HTTP_PROCESSES", "65"],
    ["HTTP_PROCESSES", "all"],
    ["STAFF_REQUESTS_PER_MINUTE", "0"],
    ["STAFF_REQUESTS_PER_MINUTE", "1000001"],
    ["REPORTING_COST_PER_HOUR", "0"],
    ["REPORTING_COST_PER_HOUR", "1000000001"],
    ["SIGN_IN_FAILURES_PER_ACCOUNT", "0"],
    ["SIGN_IN_FAILURES_PER_ADDRESS", "0"],
    ["REDIS_URL", "http://h"],
    ["REDIS_URL", "sentinel://a,b"],
    ["SESSION_SECRET", "s".repeat(31)],
    ["SECRETS_KEY", "0f".repeat(31)],
    ["SECRETS_KEY", Buffer.alloc(31).toString("base64")],
    ["PUBLIC_URL", "book.example.com"],
    ["PUBLIC_URL", "https://book.example.com/path"],
    ["PUBLIC_URL", "https://user@book.example.com"],
    ["PUBLIC_URL", "https://book.example.com:0"],
    ["PUBLIC_URL", "https://book.example.com\\@evil.example"],
    ["TRUST_PROXY", "true"],
    ["WEBHOOK_ALLOW_PRIVATE_NETWORK", "1"],
    ["WEBHOOK_WORKER", "TRUE"],
    ["SMTP_ALLOW_PLAIN", "1"],
    ["DEMO_DATA", "no"],
    ["LOG_LEVEL", "loud"],
    ["CORS_ORIGINS", "a.example"],
    ["CORS_ORIGINS", "https://a.example:0"],
    ["CORS_ORIGINS", "https://a.example,*"],
    ["NODE_ENV", "prodution"],
    ["OTEL_EXPORTER_OTLP_ENDPOINT", "127.0.0.1:4318"],
    ["OTEL_EXPORTER_OTLP_ENDPOINT", "http://h:0"],
    ["OTEL_EXPORTER_OTLP_ENDPOINT", "http://h\n.example"],
    ["OTEL_EXPORTER_OTLP_ENDPOINT", "http://h\\@evil.example"],
    ["OTEL_EXPORTER_OTLP_ENDPOINT", "grpc://h:4317"],
    ["OTEL_EXPORTER_OTLP_HEADERS", "geheim"],
    ["OTEL_EXPORTER_OTLP_HEADERS", "a=%zz"],
    ["OTEL_EXPORTER_OTLP_PROTOCOL", "grpc"],
    ["OTEL_TRACES_SAMPLER", "jaeger_remote"],
    ["OTEL_TRACES_SAMPLER_ARG", "1.5"],
    ["OTEL_TRACES_SAMPLER_ARG", "."],
  ])("%s=%s", (name, text) => {
    expect(problemsOf({ [name]: text })).toEqual([expect.stringMatching(`^${name} must `)]);
  });
});

test("readConfiguration() reports every problem at once and no secret", () => {
  const problems = problemsOf({
    PORT: "x",
    DATABASE_URL: "mysql://me:geheim@h/d",
    DATABASE_DIRECT_URL: "postgres://me:geheim@h,/geheim",
    SESSION_SECRET: "geheim",
    SECRETS_KEY: "geheim",
    DEMO_DATA: "yes",
    OTEL_EXPORTER_OTLP_HEADERS: "geheim",
  });
  expect(problems).toHaveLength(7);
  expect(problems.join()).not.toContain("geheim");
});

test("readConfiguration() reports conflicting settings together with an invalid one", () => {
  const standby = { REPORTING_DATABASE_URL: "postgres://h/d" };
  expect(problemsOf({ LOG_LEVEL: "x", PORT: "9464", METRICS_PORT: "9464", ...standby })).toEqual([
    expect.stringMatching(/^LOG_LEVEL /),
    expect.stringMatching(/^METRICS_PORT must differ/),
    expect.stringMatching(/^REPORTING_DATABASE_URL needs/),
  ]);
});

test("readConfiguration() requires both secrets of a service in production", () => {
  expect(problemsOf({ NODE_ENV: "production", PORT: "x" })).toEqual([
    expect.stringMatching(/^PORT /),
    expect.stringMatching(/^SESSION_SECRET is required in production/),
    expect.stringMatching(/^SECRETS_KEY is required in production/),
  ]);
  expect(() => read({ NODE_ENV: "production" }, false)).not.toThrow();
});

test("readConfiguration() allows no demo data in production", () => {
  const secrets = { SESSION_SECRET: sessionSecret, SECRETS_KEY: hexKey };
  const production = read({ NODE_ENV: "production", DEMO_DATA: "true", ...secrets });
  expect(production.makesDemoData).toBe(false);
});

test.each([
  [["postgres://me:geheim@h:5432/d"], "postgres://me:****@h:5432/d"],
  [["postgres://h/d?user=me&password=geheim"], "postgres://h/d"],
  [["postgres://me:geheim@a:1/d", "postgres://me:geheim@b/d"], "postgres://me:****@a:1,b/d"],
  [["geheim"], "(not a URL)"],
])("withoutPassword() shows %s without what is secret", (urls, shown) => {
  expect(withoutPassword(...urls)).toBe(shown);
});
