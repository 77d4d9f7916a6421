import { describe, expect, test } from "vitest";
import { staffOf } from "../../support/staff_callers.ts";
import { refusalOf } from "../refusal.ts";
import { openDesk } from "./front_desk.ts";
import { operatorIn } from "../../../core/access/caller.ts";

const person = { name: "Ada Lovelace", phone: "+49 30 5", externalUserId: "u-7" };

/** Opens a desk with one booking of a person, which an ADMIN can erase. */
async function withPerson(settings: object = {}) {
  const desk = await openDesk(settings);
  const booked = await desk.book(person);
  const admin = staffOf(desk.caller.organizationId, { role: "ADMIN" });
  const erase = (more: object = {}, by = admin) =>
    desk.staff.eraseAppointment(by, { id: booked.id, ...more });
  return { ...desk, booked, erase };
}

/** Opens the same desk a second after the appointment. */
async function withPastPerson(settings: object = {}) {
  const desk = await withPerson(settings);
  desk.clock.now = Temporal.Instant.from("2026-03-02T10:00:01Z");
  return desk;
}

describe("erasing", () => {
  test("replaces the person of a past appointment, and nothing else of it", async () => {
    const desk = await withPastPerson();
    const { externalUserId: _, ...rest } = desk.booked;
    const before = desk.memory.creditEntries.length;
    expect(await desk.erase()).toStrictEqual({ ...rest, name: "Erased", phone: "" });
    expect(desk.kept(desk.booked.id)).toMatchObject({
      name: "Erased",
      phone: "",
      externalUserId: null,
    });
    expect(desk.memory.creditEntries).toHaveLength(before);
    expect(await desk.balance()).toBe(99);
  });

  test("replaces the person in sent and pending events, and publishes no event", async () => {
    const desk = await withPastPerson();
    const bodies = () => desk.memory.webhookAttempts.map(({ body }) => body);
    const [created, slot] = bodies();
    expect(created).toContain("Ada Lovelace");
    await desk.erase();
    const text = created!.replace("Ada Lovelace", "Erased").replace("+49 30 5", "");
    expect(bodies()).toEqual([text, slot]);
  });

  test("replaces the person in the answer to a repeated creation by staff", async () => {
    const desk = await openDesk();
    const caller = { ...desk.caller, idempotencyKey: "key" };
    const fields = {
      departmentId: desk.departmentId,
      dateTime: "2026-03-02T10:00:00",
      ...person,
      note: "Brings her engine",
    };
    const { id } = await desk.staff.createAppointment(caller, fields);
    desk.clock.now = Temporal.Instant.from("2026-03-02T10:00:01Z");
    const admin = staffOf(desk.caller.organizationId, { role: "ADMIN" });
    const erased = await desk.staff.eraseAppointment(admin, { id });
    expect(await desk.staff.createAppointment(caller, fields)).toStrictEqual(erased);
  });

  test("replaces the person in the answer to a repeated creation", async () => {
    const desk = await openDesk();
    const { organizationId } = desk.caller;
    const scope = { ...operatorIn(organizationId), environment: "LIVE" as const };
    const fields = {
      departmentId: desk.departmentId,
      dateTime: "2026-03-02T10:00:00",
      name: "Ada",
      externalUserId: "u-7",
      "Idempotency-Key": "key",
    };
    const { appointment } = await desk.application.bookAppointment(scope, fields);
    await desk.application.archiveAppointment(scope, appointment.id);
    const admin = staffOf(organizationId, { role: "ADMIN" });
    await desk.staff.eraseAppointment(admin, { id: appointment.id });
    const again = await desk.application.bookAppointment(scope, fields);
    const { externalUserId: _, ...rest } = appointment;
    expect(again.appointment).toStrictEqual({ ...rest, name: "Erased" });
    expect(again.isReplay).toBe(true);
  });

  test("removes the text of reasons from the audit, which still says that there was one", async () => {
    const desk = await openDesk();
    const overrideReason = "Ada Lovelace is ill";
    const { id } = await desk.book({ ...person, overrideReason });
    const { id: other } = await desk.book({ ...person, overrideReason });
    await desk.staff.archiveAppointment(staffOf(desk.caller.organizationId, { role: "ADMIN" }), {
      id,
    });
    await desk.staff.eraseAppointment(staffOf(desk.caller.organizationId, { role: "ADMIN" }), {
      id,
    });
    const reasonsOf = async (id: number) =>
      (await desk.staff.listHistory(desk.caller, { id })).flatMap(({ changes }) =>
        changes.filter(({ field }) => field === "overrideReason")
      );
    expect(await reasonsOf(id)).toStrictEqual([{ field: "overrideReason" }]);
    expect(await reasonsOf(other)).toStrictEqual([
      { field: "overrideReason", after: overrideReason },
    ]);
  });

  test("is allowed for an archived appointment at any time", async () => {
    const desk = await withPerson();
    const scope = { ...operatorIn(desk.caller.organizationId), environment: "LIVE" as const };
    await desk.application.archiveAppointment(scope, desk.booked.id);
    expect(await desk.erase()).toMatchObject({ name: "Erased" });
  });

  test("a second time changes nothing", async () => {
    const desk = await withPastPerson();
    const first = await desk.erase();
    const kept = { ...desk.kept(desk.booked.id) };
    expect(await desk.erase()).toStrictEqual(first);
    expect(desk.kept(desk.booked.id)).toEqual(kept);
  });

  test.each([
    ["UTC", "2026-03-02T10:00:00Z", "CONFLICT"],
    ["UTC", "2026-03-02T10:00:00.001Z", "done"],
    ["Asia/Tokyo", "2026-03-02T01:00:00Z", "CONFLICT"],
    ["Asia/Tokyo", "2026-03-02T01:00:01Z", "done"],
  ])("an appointment at 10:00 in %s at the instant %s: %s", async (timeZone, instant, expected) => {
    const desk = await withPerson();
    desk.memory.organizations[0]!.timeZone = timeZone;
    desk.clock.now = Temporal.Instant.from(instant);
    const end = expected === "done"
      ? await desk.erase().then(() => "done")
      : (await refusalOf(() => desk.erase())).code;
    expect(end).toBe(expected);
    expect(desk.kept(desk.booked.id).name).toBe(expected === "done" ? "Erased" : person.name);
  });

  test("refuses a cancelled appointment that is not past", async () => {
    const desk = await withPerson();
    await desk.staff.cancelAppointment(desk.caller, { id: desk.booked.id });
    expect((await refusalOf(() => desk.erase())).code).toBe("CONFLICT");
  });
});

describe("erasing an upcoming appointment with archive", () => {
  test("archives it and then erases it, and refunds nothing", async () => {
    const desk = await withPerson();
    const erased = await desk.erase({ archive: true, from: person });
    expect(erased).toMatchObject({ name: "Erased", phone: "", archivedAt: expect.any(String) });
    expect(await desk.balance()).toBe(99);
    const bodies = desk.memory.webhookAttempts.map(({ body }) => body).join();
    expect(bodies).toContain("appointment.cancelled");
    expect(bodies).not.toContain(person.name);
    const history = await desk.staff.listHistory(desk.caller, { id: desk.booked.id });
    expect(history.map(({ action }) => action)).toEqual([
      "appointment.created",
      "appointment.archived",
      "appointment.erased",
    ]);
  });

  test("changes nothing if it is of another person than the caller has seen", async () => {
    const desk = await withPerson();
    const seen = { ...person, name: "Grace Hopper" };
    const refusal = await refusalOf(() => desk.erase({ archive: true, from: seen }));
    expect(refusal.code).toBe("CONFLICT");
    expect(desk.kept(desk.booked.id)).toMatchObject({ ...person, archivedAt: null });
  });

  test("archives no past appointment", async () => {
    const desk = await withPastPerson();
    const erased = await desk.erase({ archive: true });
    expect(erased).toMatchObject({ name: "Erased" });
    expect(erased.archivedAt).toBeUndefined();
  });

  test.each([{ archive: "yes" }, { archive: 1 }])("%j is refused", async (more) => {
    const desk = await withPerson();
    expect((await refusalOf(() => desk.erase(more))).code).toBe("VALIDATION_ERROR");
  });
});
