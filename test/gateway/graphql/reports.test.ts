import { Client } from "pg";
import { expect, test } from "vitest";
import { staffOf } from "../../support/staff_callers.ts";
import { statementsOf } from "../../support/statements.ts";
import { openGraphql } from "./support.ts";
import { perFile } from "../../support/per_file.ts";

// Three appointments of the 2nd and 3rd of March 2027, made on the 1st; one cancelled, one of them archived.
const settings = { timeZone: "Europe/Berlin", slotCapacity: 4, slotInterval: 60 };
const graphql = await perFile(openGraphql(settings, { now: "2027-02-01T11:00:00Z" }));
const { application, own } = graphql;
const departmentId = own.departmentId;
graphql.setNow("2027-03-01T11:00:00Z");
const caller = staffOf(own.organizationId);
const book = async (dateTime: string) => {
  const wanted = { departmentId, dateTime, name: "Ada" };
  return await application.staff.createAppointment(caller, wanted);
};
await book("2027-03-02T12:00");
const { id } = await book("2027-03-02T13:00");
await application.staff.cancelAppointment(caller, { id });
const archived = await book("2027-03-03T12:00");
await application.archiveAppointment(own, archived.id);
graphql.setNow("2027-03-05T11:00:00Z");

const days = `from: "2027-03-01", to: "2027-03-31"`;

test("appointments by day and department", async () => {
  const { body } = await graphql.ask(`{
    appointmentReport(${days}, groupBy: [DAY, DEPARTMENT]) {
      day week month hourOfDay weekday department { restId } worker { restId } status environment
      booked archived scheduled completed cancelled missed noShowRate
    }
  }`);
  const none = {
    week: null,
    month: null,
    hourOfDay: null,
    weekday: null,
    worker: null,
    status: null,
    environment: null,
    completed: 0,
    missed: 0,
    noShowRate: null,
    department: { restId: String(departmentId) },
  };
  expect(body).toEqual({
    data: {
      appointmentReport: [
        { ...none, day: "2027-03-02", booked: 2, archived: 0, scheduled: 1, cancelled: 1 },
        { ...none, day: "2027-03-03", booked: 1, archived: 1, scheduled: 0, cancelled: 0 },
      ],
    },
  });
});

test("appointments by the days since their creation, in their order and not by name", async () => {
  const query =
    `{ appointmentReport(${days}, groupBy: [LEAD_TIME]) { leadTime booked noShowRate } }`;
  const { body } = await graphql.ask(query);
  expect(body).toEqual({
    data: {
      appointmentReport: [
        { leadTime: "NEXT_DAY", booked: 2, noShowRate: null },
        { leadTime: "DAYS_2_TO_3", booked: 1, noShowRate: null },
      ],
    },
  });
});

test("every report in one request", async () => {
  const { body } = await graphql.ask(`{
    appointmentReport(${days}) { booked medianLeadTimeHours }
    utilizationReport(from: "2027-03-02", to: "2027-03-03", groupBy: DAY) {
      day capacity booked utilization
    }
    creditReport(${days}, environment: LIVE) { consumed refunded granted closingBalance }
    usageReport(${days}) { calls errors successRate p50Ms p95Ms p99Ms credits }
    webhookReport(${days}) {
      deliveries delivered failed abandoned pending medianAttempts p95ResponseTimeMs
    }
    visitReport(${days}) {
      visits served left noShows open due punctuality
      p50WaitingSeconds p90WaitingSeconds p50HandlingSeconds p90HandlingSeconds
    }
    waitlistReport(${days}) {
      joined offered accepted declined expired pending acceptanceRate medianAcceptSeconds
    }
  }`);
  expect(body.errors).toBeUndefined();
  expect(body.data).toMatchObject({
    appointmentReport: [{ booked: 3, medianLeadTimeHours: 25 }],
    utilizationReport: [
      { day: "2027-03-02", capacity: 96, booked: 1, utilization: 1 / 96 },
      { day: "2027-03-03", capacity: 96, booked: 0, utilization: 0 },
    ],
    creditReport: [{ consumed: 3, refunded: 1, granted: 0, closingBalance: 998 }],
    usageReport: [
      { calls: 0, errors: 0, successRate: null, p50Ms: null, p95Ms: null, p99Ms: null, credits: 0 },
    ],
    webhookReport: [{
      deliveries: 0,
      delivered: 0,
      failed: 0,
      abandoned: 0,
      pending: 0,
      medianAttempts: null,
      p95ResponseTimeMs: null,
    }],
    visitReport: [{
      visits: 0,
      served: 0,
      left: 0,
      noShows: 0,
      open: 0,
      due: 0,
      punctuality: null,
      p50WaitingSeconds: null,
      p90WaitingSeconds: null,
      p50HandlingSeconds: null,
      p90HandlingSeconds: null,
    }],
    waitlistReport: [{
      joined: 0,
      offered: 0,
      accepted: 0,
      declined: 0,
      expired: 0,
      pending: 0,
      acceptanceRate: null,
      medianAcceptSeconds: null,
    }],
  });
});

const reports = {
  appointmentReport: "booked",
  utilizationReport: "capacity",
  creditReport: "closingBalance",
  usageReport: "calls",
  webhookReport: "deliveries",
  visitReport: "visits",
  waitlistReport: "offered",
};

test("nothing in the groups: no row; without groups: one", async () => {
  const far = `from: "1999-01-01", to: "1999-12-31"`;
  for (const [report, field] of Object.entries(reports)) {
    const { body } = await graphql.ask<Record<string, unknown[]>>(
      `{ all: ${report}(${far}) { ${field} } months: ${report}(${far}, groupBy: [MONTH]) { ${field} } }`,
    );
    expect(body.data!["all"]).toHaveLength(1);
    expect(body.data!["months"]).toHaveLength(report === "utilizationReport" ? 12 : 0);
  }
});

const leads = "medianLeadTimeHours";

test.each([
  [`{ appointmentReport(${days}) { booked } }`, false],
  [`{ appointmentReport(${days}) { hours: ${leads} } }`, true],
  [
    `{ appointmentReport(${days}) { ... { ...f } } } fragment f on AppointmentReportRow { ${leads} }`,
    true,
  ],
  [`{ appointmentReport(${days}) { booked ${leads} @skip(if: true) } }`, false],
  [
    `query ($is: Boolean = false) { appointmentReport(${days}) { booked ... @include(if: $is) { ${leads} } } }`,
    false,
  ],
  [`{ usageReport(${days}) { calls } }`, false],
  [`{ usageReport(${days}) { calls p99Ms } }`, true],
  [`{ usageReport(${days}, groupBy: [ENDPOINT]) { calls p99Ms } }`, false],
  [`{ webhookReport(${days}) { deliveries medianAttempts } }`, false],
  [`{ webhookReport(${days}) { p95ResponseTimeMs } }`, true],
  [`{ visitReport(${days}) { visits punctuality } }`, false],
  [`{ visitReport(${days}) { p90HandlingSeconds } }`, true],
  [`{ waitlistReport(${days}) { offered acceptanceRate } }`, false],
  [`{ waitlistReport(${days}) { medianAcceptSeconds } }`, true],
])("%s reads times: %s", async (query, isRead) => {
  const texts = await statementsOf(async () => {
    const { body } = await graphql.ask(query);
    expect(body.errors).toBeUndefined();
  });
  expect(texts.some((text) => text.includes("string_agg"))).toBe(isRead);
});

test("more than 10,000 rows are refused with how many there would be", async () => {
  const client = new Client({ connectionString: graphql.databaseUrl });
  await client.connect();
  await client.query(
    `insert into appointments (organization_id, environment, department_id, date_time, slot_start,
      slot_minutes, place, slot_capacity, status, name, phone, worker_is_exclusive, qr_code, created_at)
    select $1, 'LIVE', $2, at, at, 1, 1, 1, 'SCHEDULED', '', '', false, 'row' || hour, now()
    from (select hour, timestamp '2020-01-01' + hour * interval '1 hour' as at
      from generate_series(0, 10000) hour) hours`,
    [graphql.own.organizationId, departmentId],
  );
  await client.end();
  const ask = (report: string, to: string) =>
    graphql.ask<{ rows: unknown[] }>(
      `{ rows: ${report}(from: "2020-01-01", to: "${to}", groupBy: [DAY, HOUR_OF_DAY]) { booked } }`,
    );
  const { body } = await ask("appointmentReport", "2021-12-31");
  expect(body.data ?? null).toBeNull();
  expect(body.errors).toHaveLength(1);
  expect((await ask("utilizationReport", "2021-12-31")).body.errors).toHaveLength(1);
});
