import { expect, test } from "vitest";
import { type Environment, environments, reports } from "../../../core/mod.ts";
import { staffOf } from "../../support/staff_callers.ts";
import { expectRecount, total, zonesAtChanges } from "../../support/recount.ts";
import { pick, randomFrom } from "../../support/random.ts";
import { localTimes, openReportingDatabase, type ReportingTenant } from "./reporting_database.ts";
import { perFile } from "../../support/per_file.ts";

const database = await perFile(openReportingDatabase());

interface Entry {
  environment: Environment;
  kind: string;
  amount: number;
  at: Temporal.Instant;
}

/** Grants, bookings and cancellations as they are made, at clocks that are up to 5 minutes wrong. */
async function moveCredits(
  { organizationId, timeZone, departmentIds: [departmentId] }: ReportingTenant,
  { day, count, seed }: { day: string; count: number; seed: number },
): Promise<void> {
  const { service } = database;
  const { application } = service;
  const random = randomFrom(seed);
  const instants = localTimes(day, count, random)
    .map((local) => local.toZonedDateTime(timeZone).toInstant())
    .sort(Temporal.Instant.compare);
  const booked: { id: number; environment: Environment }[] = [];
  for (const instant of instants) {
    service.setNow(instant.add({ seconds: Math.floor((random() - 0.5) * 600) }).toString());
    const environment = pick(environments, random);
    const action = random();
    if (action < 0.2) {
      const amount = 1 + Math.floor(random() * 50);
      await application.grantCredits(organizationId, { amount, environment });
    } else if (action < 0.8 || booked.length === 0) {
      const dateTime = `2028-01-01T00:${String(booked.length % 60).padStart(2, "0")}`;
      const { id } = await application.staff.createAppointment(staffOf(organizationId), {
        departmentId: departmentId!,
        dateTime,
        name: "A",
        environment,
      });
      booked.push({ id, environment });
    } else {
      const [cancelled] = booked.splice(Math.floor(random() * booked.length), 1);
      await application.staff.cancelAppointment(staffOf(organizationId), cancelled!);
    }
  }
}

async function entriesOf({ organizationId }: ReportingTenant): Promise<Entry[]> {
  const { rows } = await database.pool.query(
    `select environment, kind, amount::int, to_char(created_at at time zone 'UTC',
      'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at from credit_entries where organization_id = $1`,
    [organizationId],
  );
  return rows.map((row) => Object.assign(row, { at: Temporal.Instant.from(row.at) }));
}

test.each(zonesAtChanges)("credits: $timeZone, $day", async ({ timeZone, day }) => {
  database.service.setNow(
    Temporal.Instant.from(`${day}T00:00Z`).subtract({ hours: 999 }).toString(),
  );
  const tenant = await database.tenant(timeZone);
  const other = await database.tenant(timeZone);
  await moveCredits(tenant, { day, count: 120, seed: 5 });
  await moveCredits(other, { day, count: 10, seed: 6 });
  const entries = await entriesOf(tenant);
  expect(entries.length).toBeGreaterThan(100);
  const local = ({ at }: Entry) => at.toZonedDateTimeISO(timeZone).toPlainDateTime();
  await expectRecount(day, {
    groups: reports.creditReport.groups,
    items: entries,
    localOf: local,
    environmentOf: ({ environment }) => environment,
    keysOf: () => ({}),
    rowOf(items, { to, groupBy, environment }) {
      const sumOf = (kind: string) =>
        total(items.filter((one) => one.kind === kind), ({ amount }) => Math.abs(amount));
      // To the end of the last day of the group.
      const last = items.length === 0
        ? to
        : items.map((one) => lastDayOf(local(one).toPlainDate(), groupBy, to))
          .sort(Temporal.PlainDate.compare).at(-1)!;
      const end = last.add({ days: 1 }).toZonedDateTime(timeZone).toInstant();
      const isOf = groupBy.includes("ENVIRONMENT") && items[0] ? items[0].environment : environment;
      const before = entries.filter((one) =>
        Temporal.Instant.compare(one.at, end) < 0 && (isOf === null || one.environment === isOf)
      );
      return {
        consumed: sumOf("CONSUMED"),
        refunded: sumOf("REFUNDED"),
        granted: sumOf("GRANTED"),
        closingBalance: total(before, ({ amount }) => amount),
      };
    },
    report: (request) => database.report(tenant, (reports) => reports.creditReport(request)),
  });
});

/** The last day of the group that a day is in. */
function lastDayOf(day: Temporal.PlainDate, groupBy: readonly string[], to: Temporal.PlainDate) {
  const ends = [
    to,
    ...groupBy.includes("DAY") ? [day] : [],
    ...groupBy.includes("WEEK") ? [day.add({ days: 7 - day.dayOfWeek })] : [],
    ...groupBy.includes("MONTH") ? [day.with({ day: day.daysInMonth })] : [],
  ];
  return ends.sort(Temporal.PlainDate.compare)[0]!;
}

test("a balance at a time is read from the entries near that time", async () => {
  const { pool, service } = database;
  service.setNow("2020-01-01T00:00:00Z");
  const tenant = await database.tenant("UTC");
  await pool.query(
    `insert into credit_entries
       (organization_id, environment, kind, amount, balance_after, note, created_at)
     select $1, 'LIVE', 'GRANTED', 1, 1000 + i, '', timestamptz '2030-01-01Z' + i * interval '1 hour'
     from generate_series(1, 20000) i`,
    [tenant.organizationId],
  );
  await pool.query("vacuum analyze credit_entries");
  const day = Temporal.PlainDate.from("2031-06-01");
  const asked = { from: day, to: day, environment: "LIVE" as const, groupBy: [] };
  const [row] = await database.report(tenant, (reports) => reports.creditReport(asked));
  const hours = Temporal.PlainDate.from("2030-01-01").until("2031-06-02").days * 24;
  expect(row!.closingBalance).toBe(1000 + hours - 1);
  expect(row!.granted).toBe(24);
});
