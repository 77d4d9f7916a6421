import { Client } from "pg";
import { expect, test } from "vitest";
import { again, bookingRate } from "../../support/booking_rate.ts";
import { writeYear } from "../../support/year.ts";
import { openReportingDatabase } from "./reporting_database.ts";

test("every booking during reports succeeds, at no less than a tenth of the usual rate", async () => {
  await using database = await openReportingDatabase();
  const { service } = database;
  const tenant = await database.tenant("Europe/Berlin");
  const { departmentIds: [departmentId], organizationId } = tenant;
  await service.application.grantCredits(organizationId, { amount: 1_000_000 });
  const client = new Client({ connectionString: database.url });
  await client.connect();
  await writeYear(client, { ...tenant, rows: 20_000 });
  await client.query("vacuum analyze");
  await client.end();
  const [from, to] = ["2026-01-01", "2035-12-31"].map((day) => Temporal.PlainDate.from(day));
  const asked = { from: from!, to: to!, environment: null };
  const report = () =>
    database.report(
      tenant,
      (reports) => reports.appointmentReport({ ...asked, groupBy: ["MONTH"], withTimes: true }),
    );
  const booked = { organizationId, departmentIds: [departmentId!] };

  // The best of some short times: in the others the machine was halted by something else.
  const bestRate = async () => {
    let best = 0;
    for (let i = 0; i < 5; i += 1) {
      best = Math.max(best, await bookingRate(service, booked, { ms: 200 }));
    }
    return best;
  };
  await bookingRate(service, booked, { ms: 500 });
  const without = await bestRate();
  const reading = again(report);
  const during = await bestRate();
  const reports = await reading.stop();
  expect(reports).toBeGreaterThan(0);
  expect(during).toBeGreaterThan(without / 10);
  const rows = await report();
  const { rows: [counted] } = await database.pool.query(
    "select count(*)::int as count from appointments where organization_id = $1",
    [organizationId],
  );
  expect(rows.reduce((sum, row) => sum + row.booked, 0)).toBe(counted.count);
});
