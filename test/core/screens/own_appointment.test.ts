import { beforeEach, describe, expect, test } from "vitest";
import { createApplication } from "../../../core/application.ts";
import { createInMemoryPorts } from "../../support/in_memory/ports.ts";
import { seedOrganization } from "../../support/in_memory/seed_organization.ts";
import { staffOf } from "../../support/staff_callers.ts";
import { faultsOf, refusalOf } from "../refusal.ts";

const from = { ipAddress: "198.51.100.9" };
const name = "Xanthippe Unverwechselbar";
const dateTime = "2026-03-02T12:00:00";

/** An office on Monday, 2 March 2026, at 10:00 in New York, with an appointment at 12:00. */
async function openOffice() {
  const clock = { now: Temporal.Instant.from("2026-03-02T15:00:00Z") };
  const counts: string[] = [];
  const ports = createInMemoryPorts({ now: () => clock.now });
  const allowed = { limit: 9, remaining: 9, resetSeconds: 30, isAllowed: true };
  const count = (what: string) => async (key: string) => {
    counts.push(`${what} ${key}`);
    return allowed;
  };
  ports.publicLimits = {
    countUnknown: count("unknown"),
    countToken: count("token"),
    countWrongCode: count("code"),
    countChange: count("change"),
    countGuess: async () => Promise.reject(new Error("was called")),
  };
  const application = createApplication(ports);
  const { organizationId, departments } = await seedOrganization(application, {
    organization: { timeZone: "America/New_York" },
    departments: [{ name: "Passports" }],
  });
  const departmentId = departments[0]!.id;
  const caller = staffOf(organizationId, { role: "OWNER", timeZone: "America/New_York" });
  const { staff } = application;
  let version = 1;
  const setRules = async (rules: object) =>
    await staff.changeQueueRules(caller, { id: departmentId, version: version++, ...rules });
  await setRules({ personLink: "MOVE", personLinkMinutes: 60 });
  const { id } = await staff.createAppointment(caller, { departmentId, dateTime, name });
  const token = `${organizationId}-LIVE-${id}`;
  return {
    application,
    ports,
    staff,
    caller,
    clock,
    counts,
    departmentId,
    id,
    token,
    setRules,
    show: () => application.showOwnAppointment(token, from),
    cancel: (input: object = { from: dateTime }) =>
      application.cancelOwnAppointment(token, { input, ...from }),
    move: (to: string, seen = dateTime) =>
      application.moveOwnAppointment(token, { input: { from: seen, dateTime: to }, ...from }),
    times: (startDate?: string) =>
      application.listOwnTimes(token, { input: { startDate }, ...from }),
    details: () => staff.getAppointment(caller, { id }),
  };
}

let office: Awaited<ReturnType<typeof openOffice>>;
beforeEach(async () => {
  office = await openOffice();
});

describe("the link of a person", () => {
  test("shows the appointment without a name, and what the person can do until when", async () => {
    expect(await office.show()).toStrictEqual({
      organization: expect.any(String),
      timeZone: "America/New_York",
      department: "Passports",
      departmentId: office.departmentId,
      dateTime,
      status: "SCHEDULED",
      mayCancel: true,
      mayMove: true,
      changeableUntil: "2026-03-02T11:00:00",
    });
    const file = await office.application.getOwnCalendarFile(office.token, from);
    expect(file).toContain("DTSTART;TZID=America/New_York:20260302T120000");
    expect(JSON.stringify(await office.show()) + file).not.toContain(name);
  });

  test.each([
    ["VIEW", false, false],
    ["CANCEL", true, false],
    ["MOVE", true, true],
  ])("with %s lets the person cancel: %s, move: %s", async (personLink, mayCancel, mayMove) => {
    await office.setRules({ personLink });
    expect(await office.show()).toMatchObject({ mayCancel, mayMove });
    const outcomes = await Promise.all(
      [office.times(), office.move("2026-03-03T09:00:00"), office.cancel()]
        .map((act) => act.then(() => true, ({ code }) => code)),
    );
    const conflict = "CONFLICT";
    // After the move the person has seen another time, so the cancellation is refused in any case.
    expect(outcomes).toEqual([
      mayMove || conflict,
      mayMove || conflict,
      mayCancel && !mayMove ? true : conflict,
    ]);
  });

  test("changes nothing if the office has moved it to another department meanwhile", async () => {
    const { staff, caller, id, departmentId } = office;
    const other = await staff.createDepartment(caller, { name: "Permits" });
    await office.setRules({ personLink: "MOVE" });
    await staff.changeQueueRules(caller, { id: other.id, version: 1, personLink: "MOVE" });
    await staff.rescheduleAppointment(caller, { id, dateTime, departmentId: other.id });
    const seen = { from: dateTime, departmentId };
    const refusals = [
      await refusalOf(() => office.cancel(seen)),
      await refusalOf(() =>
        office.application.moveOwnAppointment(office.token, {
          input: { ...seen, dateTime: "2026-03-03T09:00:00" },
          ...from,
        })
      ),
    ];
    for (const refusal of refusals) {
      expect(refusal).toMatchObject({
        code: "CONFLICT",
        message: "The appointment was moved to another department in the meantime",
      });
    }
    expect(await office.cancel({ ...seen, departmentId: other.id }))
      .toMatchObject({ status: "CANCELLED" });
  });

  test("is refused in the same words if it is unknown, has ended or is not given", async () => {
    const { application, clock, ports, setRules } = office;
    const refusals = [
      await refusalOf(() => application.showOwnAppointment(null, from)),
      await refusalOf(() => application.showOwnAppointment("1-LIVE-999", from)),
      await refusalOf(() => application.showOwnAppointment("guess", from)),
    ];
    await setRules({ personLink: "OFF" });
    refusals.push(await refusalOf(office.show));
    await setRules({ personLink: "MOVE" });
    clock.now = Temporal.Instant.from("2026-03-02T17:29:59Z");
    expect(await office.show()).toMatchObject({ mayCancel: false, mayMove: false });
    clock.now = Temporal.Instant.from("2026-03-02T17:30:00Z");
    refusals.push(await refusalOf(office.show));
    clock.now = Temporal.Instant.from("2026-03-02T15:00:00Z");
    await office.staff.completeAppointment(office.caller, { id: office.id });
    refusals.push(await refusalOf(office.show));
    delete ports.personLinkAddresses;
    refusals.push(await refusalOf(() => createApplication(ports).showOwnAppointment("x", from)));
    expect(new Set(refusals.map(({ code, message }) => `${code} ${message}`)).size).toBe(1);
    expect(refusals[0]!.code).toBe("APPOINTMENT_NOT_FOUND");
    expect(office.counts.filter((one) => one === "unknown 198.51.100.9").length)
      .toBe(refusals.length);
  });

  test("cancels with a reason and a refund, once, and the record says that the person did it", async () => {
    const { staff, caller, id } = office;
    const balance = async () => (await staff.getBalances(caller)).live;
    const before = await balance();
    const cancelled = await office.cancel({ from: dateTime, reason: "Ill" });
    expect(cancelled).toMatchObject({ status: "CANCELLED", mayCancel: false, mayMove: false });
    expect(await office.cancel({ from: dateTime })).toEqual(cancelled);
    expect(await office.details()).toMatchObject({ status: "CANCELLED", cancelReason: "Ill" });
    expect(await balance()).toBe(before + 1);
    const { items } = await staff.listAudit(caller, { actorKind: "PERSON" });
    expect(items).toMatchObject([{
      action: "appointment.cancelled",
      subjectId: id,
      actor: { kind: "PERSON", id: null, name: "Person", ipAddress: null },
    }]);
    expect(office.ports.memory.audit.at(-1)!.actor.ipAddress).toBe(null);
  });

  test("moves to a listed time, once, with the worker and the department as they are", async () => {
    const { times, nextDate } = await office.times();
    expect(times[0]).toBe("2026-03-02T10:30:00");
    expect(times).not.toContain(dateTime);
    expect(nextDate).toBe("2026-04-02");
    expect((await office.times(nextDate)).times[0]!.slice(0, 10) >= nextDate).toBe(true);
    const to = times.at(-1)!;
    const moved = await office.move(to);
    expect(moved).toMatchObject({ dateTime: to, status: "SCHEDULED" });
    expect(await office.move(to)).toEqual(moved);
    expect(await office.details()).toMatchObject({
      dateTime: to,
      departmentId: office.departmentId,
    });
    expect(await faultsOf(() => office.move("2026-03-02T09:30:00", to))).toEqual(["dateTime"]);
    const { code, message } = await refusalOf(() => office.move("2026-03-03T09:00:00"));
    expect(code).toBe("CONFLICT");
    expect(message).toContain(to);
  });

  test("has no times in a department that is not active any more, and can still be cancelled", async () => {
    const { staff, caller, departmentId } = office;
    await staff.updateDepartment(caller, { id: departmentId, version: 1, isActive: false });
    expect((await office.times()).times).toEqual([]);
    expect(await office.cancel()).toMatchObject({ status: "CANCELLED" });
  });

  test("gets a worker by a move if the department needs one by now", async () => {
    const { staff, caller, departmentId, application } = office;
    const { id: workerId } = await application.createWorker(departmentId, { name: "Grace" });
    await staff.updateDepartment(caller, {
      id: departmentId,
      version: 1,
      showAdminsInBooking: true,
    });
    const to = (await office.times()).times.at(-1)!;
    expect(await office.move(to)).toMatchObject({ dateTime: to });
    expect(await office.details()).toMatchObject({ dateTime: to, workerId });
  });

  test("refuses a time that is taken, and keeps the appointment where it is", async () => {
    const { staff, caller, departmentId } = office;
    const taken = "2026-03-02T13:00:00";
    for (let i = 0; i < 20; i += 1) {
      await staff.createAppointment(caller, { departmentId, dateTime: taken, name: "Other" })
        .catch(() => {});
    }
    expect((await office.times()).times).not.toContain(taken);
    expect(await faultsOf(() => office.move(taken)))
      .toEqual(["dateTime"]);
    expect(await office.show()).toMatchObject({ dateTime });
  });

  test("changes nothing later than the office allows, to the second", async () => {
    office.clock.now = Temporal.Instant.from("2026-03-02T16:00:00Z");
    expect(await office.show()).toMatchObject({ mayCancel: true });
    office.clock.now = Temporal.Instant.from("2026-03-02T16:00:01Z");
    expect(await office.show()).toMatchObject({ mayCancel: false, mayMove: false });
    const refusal = await refusalOf(office.cancel);
    expect(refusal).toMatchObject({ code: "CONFLICT" });
    expect(refusal.message).toContain("60 minutes");
    expect((await refusalOf(() => office.move("2026-03-03T09:00:00"))).code).toBe("CONFLICT");
    expect(await office.details()).toMatchObject({ status: "SCHEDULED", dateTime });
  });

  test("reads as cancelled if the application has archived it", async () => {
    const { application, caller, id } = office;
    await application.archiveAppointment({ ...caller, environment: "LIVE" }, id);
    expect(await office.show()).toMatchObject({ status: "CANCELLED", mayCancel: false });
    expect(await office.cancel()).toMatchObject({ status: "CANCELLED" });
    expect((await refusalOf(() => office.move("2026-03-03T09:00:00"))).code).toBe("CONFLICT");
  });

  test("counts each request by the appointment, and each change as an attempt", async () => {
    await office.show();
    await office.cancel();
    const key = `appointment ${office.token.replaceAll("-", " ")}`;
    expect(office.counts).toEqual([`token ${key}`, `token ${key}`, `change ${key}`]);
  });

  test.each([
    [{}, ["from"]],
    [{ from: "soon" }, ["from"]],
    [{ from: dateTime, reason: "x".repeat(256) }, ["reason"]],
  ])("refuses a cancellation with %j", async (input, fields) => {
    expect(await faultsOf(() => office.cancel(input))).toEqual(fields);
    expect(await office.details()).toMatchObject({ status: "SCHEDULED" });
  });
});

test("an answer of the API has the address where there is a link, if it asks", async () => {
  const { application, caller, id, token, setRules, cancel } = office;
  const reader = { ...caller, environment: "LIVE" as const };
  const read = async () => {
    const { manageUrl } = await application.getAppointment(reader, id, { include: "manageUrl" });
    const { items } = await application.listAppointments(reader, { include: "manageUrl" });
    expect(items.find((one) => one.id === id)).toMatchObject({ manageUrl });
    return manageUrl;
  };
  expect(await read()).toBe(`/appointment/${token}`);
  expect(await application.getAppointment(reader, id)).not.toHaveProperty("manageUrl");
  await setRules({ personLink: "OFF" });
  expect(await read()).toBe(null);
  await setRules({ personLink: "CANCEL" });
  await cancel();
  expect(await read()).toBe(null);
});

describe("an appointment that is given to another person", () => {
  const edit = (fields: object) => {
    const { staff, caller, id } = office;
    return staff.updateAppointment(caller, { id, ...fields });
  };
  const reader = () => ({
    organizationId: office.caller.organizationId,
    environment: "LIVE" as const,
    timeZone: "America/New_York",
    actor: office.caller.actor,
  });
  const manageUrl = async () =>
    (await office.application.getAppointment(reader(), office.id, { include: "manageUrl" }))
      .manageUrl;
  const editByApi = (fields: object) =>
    office.application.editAppointment(reader(), { id: office.id, ...fields });

  test("ends the earlier links in the words for an unknown one, and has a new one", async () => {
    const { application, token, cancel, move, times, counts } = office;
    const { code, message } = await refusalOf(() =>
      application.showOwnAppointment("1-LIVE-999", from)
    );
    await edit({ name: "Bob", otherPerson: true });
    counts.length = 0;
    const acts = [
      office.show,
      () => cancel(),
      () => move("2026-03-03T09:00:00"),
      () => times(),
      () => application.getOwnCalendarFile(token, from),
    ];
    for (const act of acts) expect(await refusalOf(act)).toMatchObject({ code, message });
    expect(counts).toEqual(acts.map(() => `unknown ${from.ipAddress}`));
    expect(await manageUrl()).toBe(`/appointment/${token}-1`);
    expect(await application.showOwnAppointment(`${token}-1`, from)).toMatchObject({ dateTime });
    const input = { from: dateTime };
    expect(await application.cancelOwnAppointment(`${token}-1`, { input, ...from }))
      .toMatchObject({ status: "CANCELLED" });
  });

  test("has a new link each time, and one link if the same edit is sent twice", async () => {
    const { application, token } = office;
    await edit({ phone: "+49 30 1", otherPerson: true });
    await edit({ name: "Carol", otherPerson: true });
    await edit({ name: "Carol", otherPerson: true });
    await edit({ note: "Late", otherPerson: true });
    expect(await manageUrl()).toBe(`/appointment/${token}-2`);
    expect((await refusalOf(() => application.showOwnAppointment(`${token}-1`, from))).code)
      .toBe("APPOINTMENT_NOT_FOUND");
    const page = await application.listAppointments(reader(), { include: "manageUrl" });
    expect(page.items.map((one) => one.manageUrl)).toEqual([`/appointment/${token}-2`]);
  });

  test.each([
    ["a new name and phone", { name: "Bob", phone: "+49 30 1" }],
    ["a new name, said to be the same person", { name: "Bob", otherPerson: false }],
    ["a reference that is added", { externalUserId: "user-1" }],
    ["a new note", { note: "Late" }],
  ])("is not one with %s: the links stay", async (_, fields) => {
    await edit(fields);
    expect(await office.show()).toMatchObject({ dateTime });
    expect(await manageUrl()).toBe(`/appointment/${office.token}`);
  });

  test("is one if another reference replaces the one of the person, also by the API", async () => {
    await editByApi({ externalUserId: "user-1" });
    await editByApi({ name: "Bob", externalUserId: "user-1" });
    expect(await office.show()).toMatchObject({ dateTime });
    await editByApi({ externalUserId: "user-2" });
    await refusalOf(office.show);
    expect(await manageUrl()).toBe(`/appointment/${office.token}-1`);
    await edit({ externalUserId: "user-3", otherPerson: false });
    expect(await manageUrl()).toBe(`/appointment/${office.token}-1`);
    await edit({ externalUserId: "" });
    await edit({ externalUserId: "user-4" });
    await edit({ externalUserId: null });
    expect(await manageUrl()).toBe(`/appointment/${office.token}-1`);
  });

  test("is scheduled, and who it is for is said with true or false", async () => {
    const { staff, caller, id } = office;
    expect(await faultsOf(() => edit({ otherPerson: "yes" }))).toEqual(["otherPerson"]);
    await staff.cancelAppointment(caller, { id });
    const edited = await refusalOf(() => edit({ name: "Bob", otherPerson: true }));
    expect(edited.code).toBe("CONFLICT");
  });
});
