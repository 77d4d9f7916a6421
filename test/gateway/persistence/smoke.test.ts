import { expect, test } from "vitest";
import { freshDatabase } from "../../support/fresh_database.ts";
import { openService, seedOrganization } from "../../support/seeded.ts";

test("smoke", async () => {
  const url = await freshDatabase();
  await using service = await openService(url);
  const org = await seedOrganization(service, { slotCapacity: 3, credits: 100 });
  const { application } = service;
  const body = { departmentId: org.departmentId, dateTime: "2026-12-01T10:07:00", name: " A B ", externalUserId: "u1", "Idempotency-Key": "k1" };
  const one = await application.bookAppointment(org, body);
  console.log(one, await application.bookAppointment(org, body));
  console.log(await application.getAppointment(org, one.appointment.id));
  console.log(await application.listAppointments(org, {}));
  console.log(await application.checkAvailability(org, { departmentId: org.departmentId, dateTime: "2026-12-01T10:00" }));
  const results = await Promise.allSettled(Array.from({ length: 500 }, (_, i) => application.bookAppointment(org, { ...body, "Idempotency-Key": undefined, name: `N ${i}` })));
  console.log(results.filter((r) => r.status === "fulfilled").length, results.find((r) => r.status === "rejected"));
  await application.archiveAppointment(org, one.appointment.id);
  console.log(await application.getBalances(org.organizationId), await application.listDepartments(org), await application.grantCredits(org.organizationId, {amount: 7}));
  console.log(await application.checkAvailability(org, { departmentId: org.departmentId, dateTime: "2026-12-01T10:00" }));
  expect(1).toBe(1);
});
