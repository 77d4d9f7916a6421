import { expect, test } from "vitest";
import { reports } from "../../../core/mod.ts";
import { countIf, expectRecount, plainMedian, zonesAtChanges } from "../../support/recount.ts";
import { type MadeAppointment, writeAppointments } from "./made_appointments.ts";
import { openReportingDatabase } from "./reporting_database.ts";
import { perFile } from "../../support/per_file.ts";

const database = await perFile(openReportingDatabase());

// All tests share one database, so each also has the rows of the others.
test.each(zonesAtChanges)("appointments: $timeZone, $day", async ({ timeZone, day }) => {
  const { pool } = database;
  const tenant = await database.tenant(timeZone);
  const other = await database.tenant(timeZone);
  const made = await writeAppointments(pool, tenant, { day, count: 600, seed: 1 });
  await writeAppointments(pool, other, { day, count: 50, seed: 2 });
  await expectRecount(day, {
    groups: reports.appointmentReport.groups,
    items: made,
    localOf: ({ dateTime }) => dateTime,
    environmentOf: ({ environment }) => environment,
    keysOf: ({ departmentId, workerId, status, ...times }) => ({
      DEPARTMENT: departmentId,
      WORKER: workerId,
      STATUS: status,
      LEAD_TIME: leadTime(times, timeZone),
    }),
    rowOf(items, { isDetailed }) {
      const median = plainMedian(items.map((one) => leadHours(one, timeZone)));
      const isNull = !isDetailed || median === null;
      return {
        ...countsOf(items),
        medianLeadTimeHours: isNull ? null : expect.closeTo(median, 3),
      };
    },
    report: ({ isDetailed, ...request }) =>
      database.report(
        tenant,
        (reports) => reports.appointmentReport({ ...request, withTimes: isDetailed }),
      ),
  });
});

function countsOf(items: readonly MadeAppointment[]) {
  const kept = (status: string) =>
    countIf(items, (one) => !one.isArchived && one.status === status);
  const completed = kept("COMPLETED");
  const missed = kept("MISSED");
  return {
    booked: items.length,
    archived: countIf(items, ({ isArchived }) => isArchived),
    scheduled: kept("SCHEDULED"),
    completed,
    cancelled: kept("CANCELLED"),
    missed,
    noShowRate: completed + missed === 0 ? null : missed / (completed + missed),
  };
}

function leadTime(
  { dateTime, createdAt }: Pick<MadeAppointment, "dateTime" | "createdAt">,
  timeZone: string,
): string {
  const createdOn = createdAt.toZonedDateTimeISO(timeZone).toPlainDate();
  const { days } = createdOn.until(dateTime.toPlainDate(), { largestUnit: "days" });
  if (days <= 0) return "SAME_DAY";
  if (days === 1) return "NEXT_DAY";
  if (days <= 3) return "DAYS_2_TO_3";
  if (days <= 7) return "DAYS_4_TO_7";
  if (days <= 14) return "DAYS_8_TO_14";
  return days <= 30 ? "DAYS_15_TO_30" : "DAYS_31_OR_MORE";
}

/** As Temporal reads the local time: the earlier one that it may be. */
function leadHours({ dateTime, createdAt }: MadeAppointment, timeZone: string): number {
  return createdAt.until(dateTime.toZonedDateTime(timeZone).toInstant()).total("hours");
}

test("a local time that occurs twice or not at all has one instant", async () => {
  const tenant = await database.tenant("Europe/Berlin");
  const leadAt = async (dateTime: string, createdAt: string) => {
    await database.pool.query("delete from appointments where organization_id = $1", [
      tenant.organizationId,
    ]);
    await database.pool.query(
      `insert into appointments (organization_id, environment, department_id, date_time, slot_start,
        slot_minutes, place, slot_capacity, status, name, phone, worker_is_exclusive, qr_code, created_at)
      values ($1, 'LIVE', $2, $3, $3, 1, 1, 1, 'SCHEDULED', '', '', false, 'q', $4)`,
      [tenant.organizationId, tenant.departmentIds[0], dateTime, createdAt],
    );
    const day = Temporal.PlainDate.from(dateTime.slice(0, 10));
    const asked = { from: day, to: day, environment: null, groupBy: [], withTimes: true };
    const rows = await database.report(tenant, (reports) => reports.appointmentReport(asked));
    return rows[0]!.medianLeadTimeHours;
  };
  expect(await leadAt("2026-10-25 02:30", "2026-10-25T00:00Z")).toBe(0.5);
  expect(await leadAt("2026-10-25 03:00", "2026-10-25T00:00Z")).toBe(2);
  expect(await leadAt("2026-03-29 02:30", "2026-03-29T00:00Z")).toBe(1.5);
  expect(await leadAt("2026-03-29 03:00", "2026-03-29T00:00Z")).toBe(1);
  expect(await leadAt("2026-10-25 02:30", "2026-10-25T02:30Z")).toBe(-2);
  // The ends of the years that can be written.
  expect(await leadAt("9999-12-31 12:00", "2026-01-01T11:00Z")).toBeGreaterThan(6e7);
  expect(await leadAt("0001-01-01 12:00", "2026-01-01T11:00Z")).toBeLessThan(-1e7);
});
