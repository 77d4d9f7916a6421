import { expect, test } from "vitest";
import { refusalOf } from "../../core/refusal.ts";
import { freshDatabase } from "../../support/fresh_database.ts";
import { openService, seedOrganization } from "../../support/seeded.ts";

const dateTime = "2026-12-01T10:00:00";

test.each([2 ** 31, Number.MAX_SAFE_INTEGER])(
  "a hold or a move to the department %i finds no department",
  async (departmentId) => {
    await using service = await openService(await freshDatabase());
    const { application } = service;
    const seeded = await seedOrganization(service, {});
    const caller = { ...seeded, apiKeyId: 1 };
    const missing = { code: "DEPARTMENT_NOT_FOUND" };
    expect(await refusalOf(() => application.holdPlace(caller, { departmentId, dateTime })))
      .toMatchObject(missing);
    const { appointment: { id } } = await application.bookAppointment(seeded, {
      departmentId: seeded.departmentId,
      dateTime,
      name: "Ada",
    });
    const move = { id, departmentId, dateTime };
    expect(await refusalOf(() => application.moveAppointment(seeded, move)))
      .toMatchObject(missing);
  },
);
