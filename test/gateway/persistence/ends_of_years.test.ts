import { expect, test } from "vitest";
import { composeApplication } from "../../../gateway/process/composition.ts";
import { freshDatabase } from "../../support/fresh_database.ts";
import { openService, seedOrganization } from "../../support/seeded.ts";
import { staffOf } from "../../support/staff_callers.ts";
import { subscribe } from "../../support/webhooks.ts";

// East of UTC the first day begins in a year, and west of it the last one ends in a year, that no text has.
test.each(["Asia/Tokyo", "Pacific/Pago_Pago"])(
  "in %s every list and report takes the first and the last possible date",
  async (timeZone) => {
    await using service = await openService(await freshDatabase());
    const { staff } = composeApplication(service.persistence);
    const seeded = await seedOrganization(service, {});
    const caller = staffOf(seeded.organizationId, { timeZone });
    const { webhookId } = await subscribe(service, seeded, {
      url: "https://receiver.example/hook",
    });
    const [first, last] = ["0001-01-01", "9999-12-31"];
    const between = { startDate: first, endDate: last };
    expect((await staff.listAudit(caller, between)).totalElements).toBeGreaterThan(0);
    expect((await staff.listCreditEntries(caller, between)).totalElements).toBeGreaterThan(0);
    expect((await staff.listUsage(caller, between)).items).toEqual([]);
    expect((await staff.listAppointments(caller, between)).items).toEqual([]);
    for (const [startDate, endDate] of [[first, "0001-01-02"], ["9999-12-30", last]] as const) {
      const custom = { period: "custom", startDate, endDate };
      expect((await staff.getUsageStatistics(caller, custom)).totalCalls).toBe(0);
      const { batches } = await staff.exportUsage(caller, { startDate, endDate });
      expect(await Array.fromAsync(batches)).toEqual([]);
    }
    const reports = service.application.openReports(caller);
    for (const [from, to] of [[first, "0001-01-31"], ["9999-12-01", last]] as const) {
      const days = { from: Temporal.PlainDate.from(from), to: Temporal.PlainDate.from(to) };
      const request = {
        ...days,
        groupBy: ["WEEK" as const],
        environment: "LIVE" as const,
        withTimes: true,
      };
      expect(await reports.appointmentReport(request)).toEqual([]);
      expect((await reports.utilizationReport(request)).length).toBeGreaterThan(3);
      expect(await reports.creditReport(request)).toEqual([]);
      expect(await reports.usageReport(request)).toEqual([]);
      expect(await reports.webhookReport(request)).toEqual([]);
      expect(await reports.waitlistReport(request)).toEqual([]);
      for (const group of ["WEEK", "HOUR_OF_DAY"] as const) {
        expect(await reports.visitReport({ ...request, groupBy: [group] })).toEqual([]);
      }
    }
    await reports.close();
    for (const since of [first, last]) {
      expect(await staff.recoverSince(caller, { id: webhookId, since })).toEqual({ deliveries: 0 });
    }
  },
);
