import { expect, test } from "vitest";
import { refusalOf } from "../../core/refusal.ts";
import { freshDatabase } from "../../support/fresh_database.ts";
import { servicePerFile } from "../../support/per_file.ts";
import { seedOrganization } from "../../support/seeded.ts";
import { staffOf } from "../../support/staff_callers.ts";

// The rules are in test/core/screens/own_appointment.test.ts.

const url = await freshDatabase();
const both = [await servicePerFile(url), await servicePerFile(url)];
const { application } = both[0]!;
const from = { ipAddress: "198.51.100.9" };
const dateTime = "2030-03-05T10:00:00";

async function openOffice(count = 1) {
  const seeded = await seedOrganization(both[0]!, { slotCapacity: count });
  const { organizationId, departmentId } = seeded;
  const caller = staffOf(organizationId);
  await application.staff.changeQueueRules(caller, {
    id: departmentId,
    version: 1,
    personLink: "MOVE",
  });
  const ids: number[] = [];
  for (let i = 0; i < count; i += 1) {
    const booking = { departmentId, dateTime, name: `Person ${i}` };
    ids.push((await application.bookAppointment(seeded, booking)).appointment.id);
  }
  const tokenOf = async (id: number) => {
    const { manageUrl } = await application.getAppointment(seeded, id, { include: "manageUrl" });
    return manageUrl!.split("/").at(-1)!;
  };
  return { seeded, caller, ids, tokenOf };
}

test("a handover ends the link of its appointment only, and lists have the new one", async () => {
  const { seeded, caller, ids: [first, second], tokenOf } = await openOffice(2);
  const tokens = [await tokenOf(first!), await tokenOf(second!)];
  await application.staff.updateAppointment(caller, { id: first, name: "Bob", otherPerson: true });
  expect((await refusalOf(() => application.showOwnAppointment(tokens[0]!, from))).code)
    .toBe("APPOINTMENT_NOT_FOUND");
  expect(await application.showOwnAppointment(tokens[1]!, from)).toMatchObject({ dateTime });
  const token = await tokenOf(first!);
  expect(token).not.toBe(tokens[0]);
  const { items } = await application.listAppointments(seeded, {
    include: "manageUrl",
    sort: "id,asc",
  });
  expect(items.map(({ manageUrl }) => manageUrl)).toEqual(
    [token, tokens[1]].map((one) => `https://office.test/appointment/${one}`),
  );
  const later = "2030-03-06T10:00:00";
  const moved = { input: { from: dateTime, dateTime: later }, ...from };
  expect(await application.moveOwnAppointment(token, moved)).toMatchObject({ dateTime: later });
});

test("of a handover and a cancellation by the earlier person at the same time, exactly one wins", async () => {
  const count = 12;
  const { seeded, caller, ids, tokenOf } = await openOffice(count);
  const tokens = await Promise.all(ids.map(tokenOf));
  const cancelled = await Promise.all(ids.map(async (id, i) => {
    const [one, other] = [both[i % 2]!, both[(i + 1) % 2]!];
    const input = { from: dateTime };
    const [cancellation, handover] = await Promise.allSettled([
      one.application.cancelOwnAppointment(tokens[i]!, { input, ...from }),
      other.application.staff.updateAppointment(caller, { id, name: "Bob", otherPerson: true }),
    ]);
    if (cancellation.status === "rejected") {
      expect(cancellation.reason).toMatchObject({ code: "APPOINTMENT_NOT_FOUND" });
    }
    if (handover.status === "rejected") {
      expect(handover.reason).toMatchObject({ code: "CONFLICT" });
    }
    expect([cancellation, handover].filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    return cancellation.status === "fulfilled";
  }));
  for (const [i, id] of ids.entries()) {
    const { status, name } = await application.getAppointment(seeded, id);
    expect([status, name]).toEqual(
      cancelled[i] ? ["CANCELLED", `Person ${i}`] : ["SCHEDULED", "Bob"],
    );
  }
});

test("a cancellation that has read the link before a handover is refused behind the gate", async () => {
  const { caller, ids: [id], tokenOf } = await openOffice();
  const token = await tokenOf(id!);
  const { personLinks } = both[0]!.persistence;
  const { find } = personLinks;
  let handover: Promise<unknown> | undefined;
  personLinks.find = async (ref) => {
    const found = await find(ref);
    handover ??= application.staff.updateAppointment(caller, {
      id,
      name: "Bob",
      otherPerson: true,
    });
    await handover;
    return found;
  };
  try {
    const input = { from: dateTime };
    const cancel = () => application.cancelOwnAppointment(token, { input, ...from });
    expect(await refusalOf(cancel)).toMatchObject({ code: "APPOINTMENT_NOT_FOUND" });
  } finally {
    personLinks.find = find;
  }
  expect(await application.staff.getAppointment(caller, { id })).toMatchObject({
    status: "SCHEDULED",
  });
});
