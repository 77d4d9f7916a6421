import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Environment, operator } from "../../../../core/mod.ts";
import { sentBody } from "../../../../core/ports.ts";
import { staffOf } from "../../../support/staff_callers.ts";
import { type Stage, stages } from "../../../support/webhook_stages.ts";

describe.each(stages)("in $place", ({ open }) => {
  let stage: Stage;
  let organizationId: number;
  let departmentId: number;

  beforeAll(async () => {
    stage = await open();
    organizationId = await stage.organization();
    const settings = { name: "Desk", slotCapacity: 100 };
    departmentId = (await stage.application.createDepartment(organizationId, settings)).id;
  });
  afterAll(() => stage[Symbol.asyncDispose]());

  const scope = (environment: Environment) => ({ organizationId, environment, actor: operator });

  const book = (environment: Environment = "LIVE", more: object = {}) =>
    stage.application.bookAppointment(scope(environment), {
      departmentId,
      dateTime: "2026-12-01T10:00:00",
      name: "Ada",
      ...more,
    });

  /** Returns the webhooks that got an event since the last call, in order. */
  const receivers = async () =>
    (await stage.work()).map(({ webhookId }) => webhookId).toSorted((a, b) => a - b);

  test("only a webhook that includes the contact gets it, by the setting at each attempt", async () => {
    const plain = await stage.webhook(organizationId);
    const asking = await stage.webhook(organizationId, { includeContact: true });
    const contact = { email: "ada@example.org", locale: "de", metadata: { case: "7" } };
    const received = async () =>
      Object.fromEntries(
        (await stage.work()).map((one) => [one.webhookId, JSON.parse(sentBody(one)).data.object]),
      );
    await book("LIVE", contact);
    const { [plain]: object, [asking]: whole } = await received();
    expect(Object.keys(object)).toEqual(
      ["id", "departmentId", "dateTime", "status", "name", "phone", "qrCode"],
    );
    expect(whole).toEqual({ ...object, ...contact });
    await book();
    expect((await received())[asking]).toMatchObject({ email: null, locale: null, metadata: null });
    await book("LIVE", contact);
    await stage.application.staff.updateWebhook(staffOf(organizationId), {
      id: asking,
      includeContact: false,
    });
    expect((await received())[asking]).not.toHaveProperty("email");
    for (const id of [plain, asking]) {
      await stage.application.staff.deleteWebhook(staffOf(organizationId), { id });
    }
  });

  test("an event goes to every webhook that subscribes, is active and includes the environment", async () => {
    const live = await stage.webhook(organizationId);
    const both = await stage.webhook(organizationId, {
      includeTest: true,
      events: ["APPOINTMENT_CREATED", "APPOINTMENT_CANCELLED"],
    });
    await stage.webhook(await stage.organization());
    const { appointment } = await book();
    expect(await receivers()).toEqual([live, both]);
    const inTest = await book("TEST");
    expect(await receivers()).toEqual([both]);

    const { archiveAppointment, staff } = stage.application;
    for (const _ of ["first", "again"]) {
      await archiveAppointment(scope("LIVE"), appointment.id);
    }
    await archiveAppointment(scope("TEST"), inTest.appointment.id);
    expect(await receivers()).toEqual([both, both]);

    const caller = staffOf(organizationId);
    await staff.updateWebhook(caller, { id: live, isActive: false });
    await staff.deleteWebhook(caller, { id: both });
    await book();
    expect(await receivers()).toEqual([]);
    await staff.updateWebhook(caller, { id: live, isActive: true });
    await book("LIVE", { "Idempotency-Key": "again" });
    await book("LIVE", { "Idempotency-Key": "again" });
    await book("LIVE", { departmentId: 0 }).catch(() => {});
    expect(await receivers()).toEqual([live]);
  });
});
