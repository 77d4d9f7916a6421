import { expect, test } from "vitest";
import { writeAppointments } from "./made_appointments.ts";
import { openReportingDatabase } from "./reporting_database.ts";
import { perFile } from "../../support/per_file.ts";

const database = await perFile(openReportingDatabase());

const day = Temporal.PlainDate.from("2026-03-29");
const days = { from: day.subtract({ days: 20 }), to: day.add({ days: 20 }), environment: null };
const asked = { ...days, groupBy: [], withTimes: false };

test("the numbers of one request come from one snapshot", async () => {
  const { pool, service } = database;
  const tenant = await database.tenant("Europe/Berlin");
  await writeAppointments(pool, tenant, { day: day.toString(), count: 30, seed: 1 });
  await using stack = new AsyncDisposableStack();
  const reports = service.application.openReports(tenant);
  stack.defer(() => reports.close());
  const before = await reports.appointmentReport(asked);
  expect(before[0]!.booked).toBe(30);
  await pool.query(
    `insert into appointments (organization_id, environment, department_id, date_time, slot_start,
      slot_minutes, place, slot_capacity, status, name, phone, worker_is_exclusive, qr_code, created_at)
    values ($1, 'LIVE', $2, '2026-03-30', '2026-03-30', 1, 1, 1, 'SCHEDULED', '', '', false, 'q', now())`,
    [tenant.organizationId, tenant.departmentIds[0]],
  );
  await service.application.grantCredits(tenant.organizationId, { amount: 5 });
  const [utilization] = await reports.utilizationReport({ ...asked, environment: "LIVE" });
  const again = await reports.appointmentReport(asked);
  expect(again).toEqual(before);
  const later = await database.report(tenant, (reports) =>
    Promise.all([
      reports.appointmentReport(asked),
      reports.utilizationReport({ ...asked, environment: "LIVE" }),
    ]));
  expect(later[0][0]!.booked).toBe(31);
  expect(later[1][0]!.booked).toBe(utilization!.booked + 1);
});
