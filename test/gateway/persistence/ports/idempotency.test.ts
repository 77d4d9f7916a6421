import { describe, expect, test } from "vitest";
import { operator } from "../../../../core/mod.ts";
import { stages } from "../../../support/webhook_stages.ts";

describe.each(stages)("in $place", ({ open }) => {
  test("an Idempotency-Key returns the first answer for 24 hours and then makes a new appointment", async () => {
    await using stage = await open();
    const { application } = stage;
    const organizationId = await stage.organization();
    const settings = { name: "Desk", slotCapacity: 100 };
    const { id: departmentId } = await application.createDepartment(organizationId, settings);
    const book = (environment: "LIVE" | "TEST" = "LIVE") =>
      application.bookAppointment({ organizationId, environment, actor: operator }, {
        departmentId,
        dateTime: "2026-12-01T10:00:00",
        name: "Ada",
        "Idempotency-Key": "key",
      });
    const { appointment: first } = await book();
    stage.pass({ hours: 23, minutes: 59, seconds: 59 });
    expect(await book()).toMatchObject({ appointment: first, isReplay: true });
    expect((await book("TEST")).isReplay).toBe(false);
    stage.pass({ seconds: 1 });
    const second = await book();
    expect(second.isReplay).toBe(false);
    expect(await book()).toMatchObject({ appointment: second.appointment, isReplay: true });
    expect((await book("TEST")).isReplay).toBe(true);
  });
});
