import { describe, expect, test } from "vitest";
import type { ScreenCaller } from "../../../../core/mod.ts";
import { maxWaitingOfKiosk } from "../../../../core/visits/kiosk_visits.ts";
import { freshDatabase } from "../../../support/fresh_database.ts";
import { openService } from "../../../support/seeded.ts";
import { staffOf } from "../../../support/staff_callers.ts";
import { type Stage, stages } from "../../../support/webhook_stages.ts";

const timeZone = "Europe/Berlin";
const ipAddress = "198.51.100.9";

/** An office with two departments, and kiosks that give numbers for both. */
async function openOffice({ application }: Pick<Stage, "application">) {
  const { organization } = await application.createOrganization({
    name: "Office",
    timeZone,
    ownerEmail: `${crypto.randomUUID()}@office.example`,
    ownerPassword: "a password of a test",
    credits: 100,
  });
  const caller = staffOf(organization.id, { timeZone, role: "OWNER" });
  const { staff } = application;
  const departmentIds: number[] = [];
  for (const name of ["Passports", "Cars"]) {
    departmentIds.push((await application.createDepartment(organization.id, { name })).id);
  }
  return {
    staff,
    caller,
    departmentIds,
    async kiosk() {
      const wanted = { kind: "KIOSK", name: "Door", givesTickets: true };
      const { token } = await staff.createScreen(caller, wanted);
      return await application.authenticateScreen(token, { kind: "KIOSK", ipAddress });
    },
    async take(kiosk: ScreenCaller, input: object = {}) {
      const wanted = { departmentId: departmentIds[0], ...input };
      return (await application.takeTicket(kiosk, { input: wanted, ipAddress })).answer;
    },
    async waiting() {
      return (await staff.getQueue(caller, {})).waiting;
    },
  };
}

type Office = Awaited<ReturnType<typeof openOffice>>;

/** Fills the queue from a kiosk, in both departments. */
async function fill({ take, departmentIds }: Office, kiosk: ScreenCaller): Promise<void> {
  for (let i = 0; i < maxWaitingOfKiosk; i += 1) {
    expect(await take(kiosk, { departmentId: departmentIds[i % 2] })).toBe("ARRIVED");
  }
}

describe.each(stages)("in $place", ({ open }) => {
  test("a full kiosk gives no number, repeats one that it gave, and stops neither the desk nor another kiosk", async () => {
    await using stage: Stage = await open();
    const office = await openOffice(stage);
    const { staff, caller, take, departmentIds: [departmentId] } = office;
    const kiosk = await office.kiosk();
    const attempt = "a".repeat(32);
    await staff.arrive(caller, { departmentId });
    expect(await take(kiosk, { attempt })).toBe("ARRIVED");
    await staff.callVisit(caller, { id: (await office.waiting())[1]!.id, desk: "1" });
    await fill(office, kiosk);
    expect(await take(kiosk)).toBe("FULL");
    expect(await take(kiosk, { attempt })).toBe("ARRIVED");
    expect(await take(await office.kiosk())).toBe("ARRIVED");
    await staff.arrive(caller, { departmentId });
    const waiting = await office.waiting();
    expect(waiting).toHaveLength(maxWaitingOfKiosk + 3);
    expect(waiting.some((visit) => "screenId" in visit)).toBe(false);
    await staff.callVisit(caller, { id: waiting[1]!.id, desk: "2" });
    expect(await take(kiosk)).toBe("ARRIVED");
    stage.pass({ hours: 25 });
    expect(await take(kiosk)).toBe("ARRIVED");
  });

  test("an act that names what was counted ends nobody who came after the count", async () => {
    await using stage: Stage = await open();
    const office = await openOffice(stage);
    const { staff, caller, take } = office;
    const kiosk = await office.kiosk();
    const id = kiosk.screenId;
    const { newestId: none } = await staff.countWaitingOfKiosk(caller, { id });
    await take(kiosk);
    expect(await staff.endWaitingOfKiosk(caller, { id, newestId: none })).toEqual({ ended: 0 });
    await take(kiosk);
    const { waiting, newestId } = await staff.countWaitingOfKiosk(caller, { id });
    await take(kiosk);
    expect(await staff.endWaitingOfKiosk(caller, { id, newestId })).toEqual({ ended: waiting });
    expect((await office.waiting()).map(({ number }) => number)).toEqual([3]);
    expect(await staff.endWaitingOfKiosk(caller, { id })).toEqual({ ended: 1 });
  });

  test("one act ends those who wait with a number of a kiosk, also after it was revoked, and nobody else", async () => {
    await using stage: Stage = await open();
    const office = await openOffice(stage);
    const { staff, caller, take, departmentIds: [departmentId, other] } = office;
    const [kiosk, second] = [await office.kiosk(), await office.kiosk()];
    const id = kiosk.screenId;
    expect(await staff.endWaitingOfKiosk(caller, { id })).toEqual({ ended: 0 });
    await take(kiosk);
    await take(kiosk);
    const [called, served] = await office.waiting();
    await staff.callVisit(caller, { id: called!.id, desk: "1" });
    await staff.callVisit(caller, { id: served!.id, desk: "2" });
    await staff.startService(caller, { id: served!.id });
    await staff.transferVisit(caller, { id: served!.id, departmentId: other });
    await staff.arrive(caller, { departmentId });
    await take(second);
    for (let i = 0; i < 3; i += 1) await take(kiosk);
    await staff.revokeScreen(caller, { id });
    expect(await staff.countWaitingOfKiosk(caller, { id })).toMatchObject({ waiting: 3 });
    const claiming = { ...caller, idempotencyKey: "end" };
    const answers = [];
    for (let i = 0; i < 2; i += 1) answers.push(await staff.endWaitingOfKiosk(claiming, { id }));
    expect(answers).toEqual([{ ended: 3 }, { ended: 3 }]);
    expect(await staff.countWaitingOfKiosk(caller, { id })).toEqual({ waiting: 0, newestId: 0 });
    const queue = await staff.getQueue(caller, {});
    const numbers = (visits: { number: number }[]) =>
      visits.map(({ number }) => number).toSorted((a, b) => a - b);
    expect(numbers(queue.waiting)).toEqual([2, 3, 4]);
    expect(numbers(queue.called)).toEqual([1]);
    expect(numbers(queue.ended.filter(({ outcome }) => outcome === "CANCELLED")))
      .toEqual([5, 6, 7]);
  });
});

test("a kiosk gives exactly its numbers to requests at once on the connections of two services", async () => {
  const databaseUrl = await freshDatabase();
  await using one = await openService(databaseUrl);
  await using two = await openService(databaseUrl);
  const office = await openOffice(one);
  const kiosk = await office.kiosk();
  /** Takes a number. On a busy machine one may wait too long for its turn, and is tried again like by a kiosk. */
  async function take(i: number): Promise<string> {
    const { application } = i % 2 === 0 ? one : two;
    const attempt = String(i).padStart(32, "a");
    const input = { departmentId: office.departmentIds[0], attempt };
    for (let tries = 1;; tries += 1) {
      try {
        return (await application.takeTicket(kiosk, { input, ipAddress })).answer;
      } catch (error) {
        if (tries === 10) throw error;
        expect(error).toMatchObject({ code: "SERVICE_UNAVAILABLE" });
      }
    }
  }
  const answers = await Promise.all(
    Array.from({ length: maxWaitingOfKiosk + 10 }, (_, i) => take(i)),
  );
  expect(answers.filter((answer) => answer === "FULL")).toHaveLength(10);
  const { screenId: id } = kiosk;
  const ended = await Promise.all(
    [one, two].map(({ application }) => application.staff.endWaitingOfKiosk(office.caller, { id })),
  );
  expect(ended.map((answer) => answer.ended).toSorted((a, b) => a - b))
    .toEqual([0, maxWaitingOfKiosk]);
});
