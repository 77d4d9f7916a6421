import { beforeEach, describe, expect, test } from "vitest";
import { staffOf } from "../../support/staff_callers.ts";
import { faultsOf, refusalOf } from "../refusal.ts";
import { dueTime, openDesk } from "./front_desk.ts";

const [ten, noon] = ["2026-03-02T10:00:00", "2026-03-02T12:00:00"];

/** A desk at 10:00 with an appointment of that time, of the first of two workers, that a page shows. */
async function openPage() {
  const desk = await openDesk({ workers: ["V", "W"] });
  const { staff, departmentId, application } = desk;
  const caller = staffOf(desk.caller.organizationId, { role: "ADMIN" });
  const [workerId, otherId] = desk.workerIds as [number, number];
  const { id } = await desk.book({ workerId });
  desk.clock.now = dueTime;
  const hall = await application.createDepartment(caller.organizationId, { name: "Hall" });
  const seen = { dateTime: ten, departmentId, workerId, status: "SCHEDULED" };
  const acts = {
    cancel: (input: object = {}) => staff.cancelAppointment(caller, { id, ...input }),
    complete: (input: object = {}) => staff.completeAppointment(caller, { id, ...input }),
    miss: (input: object = {}) => staff.markMissed(caller, { id, ...input }),
    revert: (input: object = {}) => staff.revertAppointment(caller, { id, ...input }),
    archive: (input: object = {}) => staff.archiveAppointment(caller, { id, ...input }),
    edit: (input: object = {}) => staff.updateAppointment(caller, { id, name: "Bo", ...input }),
    move: (input: object = {}) =>
      staff.rescheduleAppointment(caller, { id, dateTime: noon, ...input }),
  };
  return { ...desk, ...acts, acts, caller, id, otherId, hall: hall.id, seen };
}

let page: Awaited<ReturnType<typeof openPage>>;
beforeEach(async () => {
  page = await openPage();
});

const names = ["cancel", "complete", "miss", "archive", "edit", "move"] as const;

describe.each(names)("an action (%s) that names what the user has seen", (name) => {
  test("is done if the appointment is still like that", async () => {
    await page.acts[name]({ from: page.seen });
    expect(page.memory.audit.at(-1)!.subjectId).toBe(page.id);
  });

  test("is refused if the appointment was moved, and says where it is now", async () => {
    const { id, seen, hall, kept } = page;
    await page.move({ dateTime: "2026-03-02T09:30" });
    const before = kept(id);
    expect(await refusalOf(() => page.acts[name]({ from: seen }))).toMatchObject({
      code: "CONFLICT",
      message: "The appointment was moved to 2026-03-02 at 09:30 in Desk in the meantime",
    });
    await page.move({ dateTime: ten, departmentId: hall });
    expect((await refusalOf(() => page.acts[name]({ from: seen }))).message)
      .toBe("The appointment was moved to 2026-03-02 at 10:00 in Hall in the meantime");
    expect(kept(id)).toMatchObject({ status: before.status, archivedAt: null, name: "Ada" });
  });

  test("is refused if another worker has it, unless it names none", async () => {
    const { seen, otherId } = page;
    await page.edit({ workerId: otherId, name: "Ada" });
    expect((await refusalOf(() => page.acts[name]({ from: seen }))).message)
      .toBe("The worker of the appointment was changed in the meantime");
    await page.edit({ workerId: null, name: "Ada" });
    expect((await refusalOf(() => page.acts[name]({ from: seen }))).message)
      .toBe("The worker of the appointment was changed in the meantime");
    const { workerId: _, ...from } = seen;
    await page.acts[name]({ from });
  });

  test("is refused if the appointment has another status", async () => {
    await page.complete();
    const refusal = await refusalOf(() => page.acts[name]({ from: page.seen }));
    expect(refusal.message).toBe("The appointment is already COMPLETED");
    expect(page.kept(page.id)).toMatchObject({ status: "COMPLETED", archivedAt: null });
  });
});

test("an undo that names the status does not undo the correction of somebody else", async () => {
  const { seen } = page;
  await page.complete({ from: seen });
  await page.miss();
  const from = { ...seen, status: "COMPLETED" };
  expect((await refusalOf(() => page.revert({ from }))).message)
    .toBe("The appointment is already MISSED");
  expect(page.kept(page.id).status).toBe("MISSED");
  await page.revert({ from: { ...seen, status: "MISSED" } });
  expect(page.kept(page.id).status).toBe("SCHEDULED");
});

test("an appointment that was moved away and back is the one that the user has seen", async () => {
  await page.move();
  await page.move({ dateTime: ten });
  expect(await page.complete({ from: page.seen })).toMatchObject({ status: "COMPLETED" });
});

test("a status that does not exist is a fault of its field", async () => {
  const from = { ...page.seen, status: "DONE" };
  expect(await faultsOf(() => page.cancel({ from }))).toEqual(["from.status"]);
});
