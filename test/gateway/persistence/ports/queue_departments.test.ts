import { expect, test } from "vitest";
import { staffOf } from "../../../support/staff_callers.ts";
import { type Stage, stages } from "../../../support/webhook_stages.ts";

const timeZone = "Europe/Berlin";

test.each(stages)(
  "in $place an inactive department has a queue while it has people",
  async (one) => {
    await using stage: Stage = await one.open();
    const { application } = stage;
    const { staff } = application;
    const { organization } = await application.createOrganization({
      name: "Office",
      timeZone,
      ownerEmail: `${crypto.randomUUID()}@office.example`,
      ownerPassword: "a password of a test",
      credits: 100,
    });
    const caller = staffOf(organization.id, { timeZone });
    const names = ["Active", "Empty", "Expected", "Tomorrow", "Visited"];
    const ids: Record<string, number> = {};
    for (const name of names) {
      ids[name] = (await application.createDepartment(organization.id, { name })).id;
    }
    const today = stage.now().toZonedDateTimeISO(timeZone).toPlainDate();
    const book = (name: string, days: number) =>
      staff.createAppointment(caller, {
        departmentId: ids[name],
        dateTime: `${today.add({ days })}T23:00`,
        name: "Ada",
        overrideReason: "A test",
      });
    const expected = await book("Expected", 0);
    await book("Tomorrow", 1);
    await staff.arrive(caller, { departmentId: ids["Visited"] });
    for (const name of names.slice(1)) {
      await staff.updateDepartment(caller, { id: ids[name], isActive: false });
    }
    const queueOf = async (input: object) =>
      (await staff.getQueue(caller, input)).departments.map(({ name }) => name);
    expect(await queueOf({})).toEqual(["Active", "Expected", "Visited"]);
    expect(await queueOf({ environment: "TEST" })).toEqual(["Active"]);
    expect(await queueOf({ departmentIds: [ids["Empty"]] })).toEqual(["Empty"]);
    // The person with the appointment can arrive, and waits in the queue of the inactive department.
    await staff.arrive(caller, { appointmentId: expected.id });
    const { departments } = await staff.getQueue(caller, {});
    expect(departments.find(({ name }) => name === "Expected")).toMatchObject({ waiting: 1 });
  },
);
