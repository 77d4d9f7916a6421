import { expect } from "vitest";
import type { Way } from "./pooled.ts";
import { openService, seedOrganization } from "./seeded.ts";
import { staffOf } from "./staff_callers.ts";
import { subscribe } from "./webhooks.ts";

/**
 * Does on a database without tables what the service does with one: migrations, bookings of two processes at once,
 * changes, deliveries, the log of usage, reports and cleaning. Throws where anything goes otherwise than usual.
 */
export async function checkEveryPart(databaseUrl: string | Way): Promise<void> {
  await using service = await openService(databaseUrl);
  const { application, persistence } = service;
  await persistence.migrate();
  await using other = await openService(databaseUrl);
  const own = await seedOrganization(service, { slotCapacity: 1000 });
  const { webhookId } = await subscribe(service, own, { url: "https://receiver.example/" });
  const signals = Promise.withResolvers<void>();
  const listening = other.persistence.onEvents(signals.resolve);

  const body = (name: string) => ({
    departmentId: own.departmentId,
    dateTime: "2026-12-01T10:00:00",
    name,
  });
  const bookings = await Promise.all(
    Array.from(
      { length: 40 },
      (_, i) =>
        (i % 2 ? service : other).application.bookAppointment(own, body(`Zoë \\ 'name' ${i}`)),
    ),
  );
  const [{ appointment }] = bookings as [typeof bookings[number]];
  expect(appointment.dateTime.toString()).toBe("2026-12-01T10:00:00");
  await application.archiveAppointment(own, appointment.id);
  await signals.promise;
  await listening.stop();

  const claimed = await persistence.deliveryQueue.claim(10);
  expect(claimed.map((one) => one.webhookId)).toContain(webhookId);
  await persistence.deliveryQueue.release(claimed);
  await application.staff.updateOrganization(staffOf(own.organizationId), { name: "Renamed" });

  const day = Temporal.PlainDate.from("2026-12-01");
  const reports = application.openReports(own);
  const rows = await reports.appointmentReport({
    from: day,
    to: day,
    environment: "LIVE",
    groupBy: ["DAY"],
    withTimes: true,
  });
  await reports.close();
  expect(rows).toMatchObject([{ booked: 40, archived: 1 }]);
  await persistence.publishSlotChanges();
  expect(await persistence.clean()).toEqual([]);
  expect(await persistence.isReady()).toBe(true);
}
