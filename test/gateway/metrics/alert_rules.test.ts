import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { commands } from "../../../gateway/command_line/commands.ts";
import { parseOptions } from "../../../gateway/command_line/parse_options.ts";
import { folderPerFile } from "../../support/per_file.ts";
import { hasPromtool } from "../../support/promtool.ts";

const rulesFile = fileURLToPath(
  new URL("../../../gateway/metrics/alert_rules.yml", import.meta.url),
);
const folder = await folderPerFile("alerts-");

/** Samples of each minute, as promtool reads them: `0+2x30` is 0, 2, 4 and so on. */
type Series = Record<string, string>;

interface Case {
  series: Series;
  /** The minute at which the alert is looked for. */
  minute: number;
  /** The alerts that fire besides. */
  also?: string[];
  /** Without the targets of the service. */
  isUnknown?: true;
}

const requests = "http_server_request_duration_seconds";
const api = 'http_route="/api/v1/departments"';
const day = 86_400;

interface Rule {
  alert: string;
  expr: string;
  labels: Record<string, string>;
  annotations: { summary: string; action: string };
}

/** What makes each alert fire. */
const firing: Record<string, Case> = {
  AppointmentsDown: { series: { 'up{job="appointments",instance="a"}': "0x5" }, minute: 3 },
  AppointmentsNotScraped: {
    series: { 'up{job="other"}': "1x10" },
    minute: 8,
    isUnknown: true,
  },
  AppointmentsDatabaseAway: { series: { appointment_database_up: "0x5" }, minute: 3 },
  AppointmentsDatabaseRefusesWrites: {
    series: { 'appointment_database_writable{instance="a"}': "0x5" },
    minute: 3,
  },
  AppointmentsServerErrors: {
    series: {
      [`${requests}_count{${api},http_response_status_code="200"}`]: "0+980x20",
      [`${requests}_count{${api},http_response_status_code="503"}`]: "0+20x20",
      // Probes hide nothing, and another cell does not.
      [`${requests}_count{http_route="/readyz",http_response_status_code="200"}`]: "0+9000x20",
      [`${requests}_count{${api},http_response_status_code="200",cell="b"}`]: "0+9000x20",
    },
    minute: 15,
    also: ["AppointmentsRequestsFail"],
  },
  // One office has 20 calls in an hour, which all fail. Others have 30,000.
  AppointmentsRequestsFail: {
    series: {
      [`${requests}_count{${api},http_response_status_code="200"}`]: "0+500x60",
      [`${requests}_count{${api},http_response_status_code="500"}`]: everyThirdMinute(60),
    },
    minute: 60,
  },
  AppointmentsBookingsFail: {
    series: { 'appointment_bookings_total{outcome="failed"}': "0+1x15" },
    minute: 12,
  },
  AppointmentsSlow: {
    series: {
      [`${requests}_bucket{${api},le="1"}`]: "0+98x20",
      [`${requests}_bucket{${api},le="2.5"}`]: "0+100x20",
      [`${requests}_bucket{${api},le="+Inf"}`]: "0+100x20",
    },
    minute: 15,
  },
  AppointmentsOverloaded: {
    series: { appointment_http_overloads_total: "0+1x15" },
    minute: 12,
  },
  AppointmentsBookingLocks: {
    series: {
      'appointment_booking_lock_seconds_bucket{le="0.25"}': "0+94x20",
      'appointment_booking_lock_seconds_bucket{le="1"}': "0+100x20",
      'appointment_booking_lock_seconds_bucket{le="+Inf"}': "0+100x20",
    },
    minute: 15,
  },
  AppointmentsPoolExhausted: {
    series: { db_client_connection_pending_requests: "1x10" },
    minute: 8,
  },
  AppointmentsWebhookBacklog: {
    series: { appointment_webhook_oldest_due_seconds: "301x10" },
    minute: 8,
  },
  AppointmentsWebhookLeases: {
    series: { appointment_webhook_overdue_leases: "1x10" },
    minute: 8,
  },
  AppointmentsWebhooksAbandoned: {
    series: { 'appointment_webhook_attempts_total{outcome="abandoned"}': "0 3x10" },
    minute: 5,
  },
  AppointmentsMailsFail: {
    series: {
      'appointment_mail_attempts_total{outcome="will_retry"}': "0+1x20",
      'appointment_mail_attempts_total{outcome="delivered"}': "0x20",
    },
    minute: 18,
  },
  AppointmentsRedisAway: { series: { appointment_redis_up: "0x10" }, minute: 8 },
  AppointmentsReportsRefused: { series: { appointment_reporting_up: "0x10" }, minute: 5 },
  AppointmentsEventLoopBlocked: {
    series: { nodejs_eventloop_lag_p99_seconds: "0.21x15" },
    minute: 12,
  },
  AppointmentsRollupLag: {
    series: { appointment_usage_rollup_lag_seconds: "901x20" },
    minute: 18,
  },
  // The clock of promtool begins at 0.
  AppointmentsCertificateEnds: {
    series: {
      'appointment_certificate_end_timestamp_seconds{of="postgres"}': `${30 * day}x70`,
      'appointment_certificate_end_timestamp_seconds{of="public_url"}': `${29 * day}x70`,
    },
    minute: 65,
  },
  AppointmentsKeysEnd: {
    series: { 'appointment_ending_keys{kind="api_key"}': "1x70" },
    minute: 65,
  },
  AppointmentsBackupMissing: {
    series: {
      'appointment_last_backup_timestamp_seconds{cell="a"}': `${-26 * 3600}x40`,
      'appointment_last_backup_timestamp_seconds{cell="b"}': "0x40",
    },
    minute: 35,
  },
  AppointmentsErasureListMissing: {
    series: {
      'appointment_last_erasure_list_timestamp_seconds{cell="a"}': `${-3 * 3600}x40`,
      'appointment_last_erasure_list_timestamp_seconds{cell="b"}': `${-2 * 3600}x40`,
    },
    minute: 35,
  },
  AppointmentsArchiveStopped: {
    series: {
      'appointment_wal_archive_failing{cell="a"}': "1x20",
      'appointment_wal_archive_due_timestamp_seconds{cell="a"}': "0x20",
    },
    minute: 18,
  },
  AppointmentsSynchronousStandbyLost: {
    series: {
      'appointment_synchronous_standbys{cell="a"}': "1x10 0x10",
      // Never had one.
      'appointment_synchronous_standbys{cell="b"}': "0x20",
      // Patroni has made another one synchronous.
      'appointment_synchronous_standbys{cell="c"}': "1x5 0x2 1x20",
    },
    minute: 18,
  },
  AppointmentsPartitionMissing: {
    series: { 'appointment_partition_months_ahead{table="usage_entries"}': "1x130" },
    minute: 125,
  },
  AppointmentsOldRowsKept: {
    series: { 'appointment_missing_partitions{table="usage_entries"}': "1x130" },
    minute: 125,
  },
};

/** What must wake nobody. */
const quiet: Record<string, Case> = {
  "probes fail while a process drains or starts": {
    series: Object.fromEntries(
      ["/readyz", "/healthz", "/status"].map((route) => [
        `${requests}_count{http_route="${route}",http_response_status_code="503"}`,
        "0+30x60",
      ]),
    ),
    minute: 60,
  },
  "ten failures of many requests in an hour": {
    series: {
      [`${requests}_count{${api},http_response_status_code="200"}`]: "0+500x60",
      [`${requests}_count{${api},http_response_status_code="500"}`]: "0x30 1+1x9 10x30",
    },
    minute: 60,
  },
  "a healthy installation": {
    series: {
      'up{job="appointments",instance="a"}': "1x180",
      appointment_database_up: "1x180",
      'appointment_database_writable{instance="a"}': "1x180",
      appointment_redis_up: "1x180",
      appointment_reporting_up: "1x180",
      db_client_connection_pending_requests: "0x180",
      appointment_webhook_oldest_due_seconds: "300x180",
      appointment_webhook_overdue_leases: "0x180",
      appointment_usage_rollup_lag_seconds: "900x180",
      nodejs_eventloop_lag_p99_seconds: "0.1x180",
      appointment_certificate_end_timestamp_seconds: `${15 * day}x180`,
      'appointment_ending_keys{kind="api_key"}': "0x180",
      appointment_last_backup_timestamp_seconds: `${-22 * 3600}x180`,
      appointment_last_erasure_list_timestamp_seconds: "0x180",
      appointment_synchronous_standbys: "2x30 1x150",
      appointment_wal_archive_failing: "0x180",
      // A crash has emptied the statistics.
      appointment_wal_last_archived_timestamp_seconds: "0+60x90 0x90",
      appointment_wal_archive_due_timestamp_seconds: "7200+60x180",
      'appointment_partition_months_ahead{table="usage_entries"}': "2x180",
      'appointment_missing_partitions{table="usage_entries"}': "0x180",
    },
    minute: 180,
  },
};

function everyThirdMinute(minutes: number): string {
  return Array.from({ length: minutes + 1 }, (_, i) => Math.floor(i / 3)).join(" ");
}

/**
 * Returns a test of promtool: at the minute exactly these alerts fire, each once. What has no cell is in cell a, and each
 * alert names it.
 */
function testOf({ series, minute, isUnknown }: Case, alerts: string[]) {
  const all: Series = {
    ...(!isUnknown && { 'up{job="appointments",instance="a"}': `1x${minute}` }),
    ...series,
  };
  const cell = isUnknown ? "" : 'cell="a",';
  return {
    input_series: Object.entries(all).map(([name, values]) => ({ series: inCell(name), values })),
    promql_expr_test: [{
      expr: 'count by (alertname, cell) (ALERTS{alertstate="firing"})',
      eval_time: `${minute}m`,
      exp_samples: alerts.map((name) => ({ labels: `{${cell}alertname="${name}"}`, value: 1 })),
    }],
  };
}

function inCell(series: string): string {
  const [, name, labels = ""] = /^(\w+)(?:\{(.*)\})?$/.exec(series)!;
  return labels.includes("cell=") ? series : `${name}{cell="a"${labels && `,${labels}`}}`;
}

const { groups } = parse(await readFile(rulesFile, "utf8")) as { groups: { rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);

const actions = rules.map(({ alert, annotations }) => [alert, annotations.action] as const);

test("each command of the operator in an action exists, with all that it requires", () => {
  const typed = actions.flatMap(([, action]) =>
    [...action.matchAll(/operator ([a-z-]+(?: list)?)((?: --[a-z-]+ [A-Z]+)*)/g)]
      .map(([, name, options]) => [name!, options!] as const)
  );
  expect(typed.length).toBeGreaterThan(10);
  for (const [name, options] of typed) {
    const command = commands.find((one) => one.name === name);
    expect(command?.name).toBe(name);
    const words = options.split(" ").filter((word) => word !== "");
    // Throws if a required option is missing.
    parseOptions(command!, words.map((word) => word === "ID" ? "1" : word));
  }
});

test("no action leaves open how to run doctor, make a backup or read the log of the service", () => {
  const open = actions.filter(([, action]) =>
    /(?<!operator )doctor|operator backup(?! --to)|(?<!operator )(?:api-key|reporting-token) list/
      .test(action) || /[Ss]earch the log|its log(?!: journalctl)/.test(action)
  );
  expect(open).toEqual([]);
});

test("each alert has a case in which it fires", () => {
  expect(Object.keys(firing)).toEqual(rules.map(({ alert }) => alert));
});

test.skipIf(!hasPromtool).each([
  ...Object.entries(firing).map(([name, one]) =>
    [`${name} fires once`, one, [name, ...one.also ?? []]] as const
  ),
  ...Object.entries(quiet).map(([name, one]) => [`no alert: ${name}`, one, []] as const),
])("promtool: %s", async (_, one, alerts) => await expectOfPromtool(testOf(one, [...alerts])));

/** Runs a test of promtool, with a sample of each minute. */
async function expectOfPromtool(one: Record<string, unknown>): Promise<void> {
  const file = join(folder, `${randomUUID()}.yml`);
  // JSON is YAML.
  await writeFile(
    file,
    JSON.stringify({
      rule_files: [rulesFile],
      evaluation_interval: "1m",
      tests: [{ interval: "1m", ...one }],
    }),
  );
  const { status, stdout, stderr } = spawnSync("promtool", ["test", "rules", file]);
  expect(`${status}: ${stdout}${stderr}`).toMatch(/^0: /);
}

test.skipIf(!hasPromtool)("an alert of a certificate names whose it is", async () => {
  const renew = "Renew it, and load it into the proxy. Find out why it was not renewed by itself.";
  const make = "Run operator doctor, which names the server. Make a new certificate " +
    "(gateway/README.md 3.3). Without it no connection works after the end.";
  const owners = [["public_url", "PUBLIC_URL", renew], ["postgres", "Postgres", make], [
    "redis",
    "Redis",
    make,
  ]] as const;
  await expectOfPromtool({
    input_series: owners.map(([of]) => ({
      series: `appointment_certificate_end_timestamp_seconds{of="${of}",cell="a"}`,
      values: `${14 * day}x70`,
    })),
    alert_rule_test: [{
      eval_time: "65m",
      alertname: "AppointmentsCertificateEnds",
      exp_alerts: owners.map(([of, name, action]) => ({
        exp_labels: { of, cell: "a", severity: "warning" },
        exp_annotations: {
          summary: `The certificate of ${name} ends in 13d 22h 55m 0s`,
          action,
        },
      })),
    }],
  });
});

test.skipIf(!hasPromtool)(
  "an archive that hangs without a failure is found, and a short failure is none",
  async () => {
    const at = (minute: number, cell: string | undefined) => ({
      expr: 'count by (cell) (ALERTS{alertname="AppointmentsArchiveStopped",alertstate="firing"})',
      eval_time: `${minute}m`,
      exp_samples: cell === undefined ? [] : [{ labels: `{cell="${cell}"}`, value: 1 }],
    });
    await expectOfPromtool({
      input_series: [
        { series: 'appointment_wal_archive_failing{cell="a"}', values: "1x10 0x140" },
        { series: 'appointment_wal_archive_failing{cell="b"}', values: "0x150" },
        { series: 'appointment_wal_archive_due_timestamp_seconds{cell="b"}', values: "7200x150" },
      ],
      promql_expr_test: [at(12, undefined), at(119, undefined), at(140, "b")],
    });
  },
);
