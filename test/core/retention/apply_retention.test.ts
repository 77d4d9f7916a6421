import { describe, expect, test } from "vitest";
import { staffOf } from "../../support/staff_callers.ts";
import type { Retention } from "../../../core/ports.ts";
import { applyRetention } from "../../../core/retention/apply_retention.ts";
import { limitsOf } from "../../../core/retention/limits.ts";
import { openDesk } from "../booking/front_desk.ts";
import { refusalOf } from "../refusal.ts";

const none = { appointmentDays: null, eventDays: null, usageDays: null, auditDays: null };

test("all of a day goes together, at the start of a day of the organization's zone", () => {
  const days = { appointmentDays: 1, eventDays: 2, usageDays: 3650, auditDays: 3 };
  // Oslo has no 02:30 on this night, and is an hour further from UTC after it.
  const limits = limitsOf(days, {
    timeZone: "Europe/Oslo",
    now: Temporal.Instant.from("2026-03-29T22:30:00Z"),
  });
  expect(limits.appointments!.toString()).toBe("2026-03-29T00:00:00");
  expect(limits.events!.toString()).toBe("2026-03-27T23:00:00Z");
  expect(limits.audit!.toString()).toBe("2026-03-26T23:00:00Z");
  expect(limits.usage!.toString()).toBe("2016-03-31T22:00:00Z");
  const now = Temporal.Instant.from("2026-03-29T12:00:00Z");
  expect(limitsOf(none, { timeZone: "UTC", now }))
    .toEqual({ appointments: null, events: null, usage: null, audit: null });
});

/** A desk with an appointment of Ada on 2026-03-02 at 10:00. */
async function withPerson() {
  const desk = await openDesk({ slotCapacity: 9 });
  const owner = staffOf(desk.caller.organizationId, { role: "OWNER", name: "Grace Hopper" });
  const { id } = await desk.book({ name: "Ada", phone: "+49 30 5", externalUserId: "u-7" });
  return { ...desk, owner, id };
}

describe("setRetention()", () => {
  test.each([0, 3651, 1.5, "30", undefined])("refuses %s days", async (days) => {
    const { staff, owner } = await withPerson();
    const refused = await refusalOf(() => staff.setRetention(owner, { ...none, eventDays: days }));
    expect(refused).toMatchObject({ code: "VALIDATION_ERROR", faults: [{ field: "eventDays" }] });
    expect(await staff.getRetention(owner)).toMatchObject(none);
  });

  test("keeps the rule of the audit log if a page of the version before does not send it", async () => {
    const { staff, owner } = await withPerson();
    await staff.setRetention(owner, { ...none, auditDays: 90 });
    const { auditDays: _, ...before } = none;
    expect(await staff.setRetention(owner, { ...before, eventDays: 7 }))
      .toMatchObject({ eventDays: 7, auditDays: 90 });
    expect((await staff.setRetention(owner, none)).auditDays).toBeNull();
    for (const auditDays of [0, 3651, 1.5, "30"]) {
      const refused = await refusalOf(() => staff.setRetention(owner, { ...none, auditDays }));
      expect(refused).toMatchObject({ code: "VALIDATION_ERROR", faults: [{ field: "auditDays" }] });
    }
  });

  test("refuses rules that were made from an older version", async () => {
    const { staff, owner } = await withPerson();
    const { version } = await staff.getRetention(owner);
    await staff.setRetention(owner, { ...none, usageDays: 3650, version: version + 7 })
      .catch(() => undefined);
    expect(await staff.getRetention(owner)).toMatchObject(none);
  });
});

describe("a legal hold", () => {
  test("keeps every appointment of the person, archives none, and ends when it is lifted", async () => {
    const desk = await withPerson();
    const { staff, owner, id } = desk;
    const { id: other } = await desk.book({ name: "A. Lovelace", externalUserId: "u-7" });
    const { id: bob } = await desk.book({ name: "Bob", phone: "+49 30 5" });
    await staff.placeLegalHold(owner, { id, reason: "Claim 7" });
    const [hold] = await staff.listLegalHolds(owner);
    expect(hold).toMatchObject({
      appointmentId: id,
      name: "Ada",
      phone: "+49 30 5",
      externalUserId: "u-7",
      reason: "Claim 7",
      placedBy: "Grace Hopper",
      environment: "LIVE",
    });
    const held = { code: "CONFLICT", message: expect.stringContaining("legal hold") };
    for (const one of [id, other]) {
      expect(await refusalOf(() => staff.eraseAppointment(owner, { id: one, archive: true })))
        .toMatchObject(held);
      expect(await refusalOf(() => staff.erasePerson(owner, { id: one, archive: true })))
        .toMatchObject(held);
      expect(desk.kept(one)).toMatchObject({ archivedAt: null });
    }
    expect(
      await refusalOf(() =>
        desk.application.eraseAppointment(owner.organizationId, { id, archive: true })
      ),
    )
      .toMatchObject(held);
    await staff.eraseAppointment(owner, { id: bob, archive: true });
    expect(await refusalOf(() => staff.placeLegalHold(owner, { id, reason: "Again" })))
      .toMatchObject({ code: "CONFLICT" });
    await staff.liftLegalHold(owner, { id: hold!.id });
    expect(await refusalOf(() => staff.liftLegalHold(owner, { id: hold!.id })))
      .toMatchObject({ code: "LEGAL_HOLD_NOT_FOUND" });
    expect(await staff.erasePerson(owner, { id, archive: true })).toMatchObject({ erased: 2 });
  });

  test("is on the appointment that named the person also after the name was changed", async () => {
    const { staff, owner, id } = await withPerson();
    await staff.placeLegalHold(owner, { id, reason: "Claim 7" });
    await staff.updateAppointment(owner, { id, name: "Eve", phone: "1", externalUserId: null });
    expect(await refusalOf(() => staff.eraseAppointment(owner, { id, archive: true })))
      .toMatchObject({ code: "CONFLICT" });
  });

  test("on a person who has only a name is on that appointment alone, as an erasure is", async () => {
    const desk = await withPerson();
    const { staff, owner } = desk;
    const [{ id: held }, { id: namesake }] = [
      await desk.book({ name: "Bob", phone: null }),
      await desk.book({ name: "Bob", phone: null }),
    ];
    await staff.placeLegalHold(owner, { id: held, reason: "Claim 7" });
    await staff.eraseAppointment(owner, { id: namesake, archive: true });
    expect(desk.kept(namesake)!.name).toBe("Erased");
    expect(await refusalOf(() => staff.eraseAppointment(owner, { id: held, archive: true })))
      .toMatchObject({ code: "CONFLICT" });
  });

  test("is not placed on a person that the user has not seen, and needs a reason", async () => {
    const { staff, owner, id } = await withPerson();
    const from = { name: "Bob", phone: "", externalUserId: null };
    expect(await refusalOf(() => staff.placeLegalHold(owner, { id, reason: "Claim", from })))
      .toMatchObject({ code: "CONFLICT" });
    expect(await refusalOf(() => staff.placeLegalHold(owner, { id, reason: " " })))
      .toMatchObject({ code: "VALIDATION_ERROR", faults: [{ field: "reason" }] });
    expect(await staff.listLegalHolds(owner)).toEqual([]);
  });

  test("an organization has at most 1,000", async () => {
    const { staff, owner, id, memory } = await withPerson();
    const { organizationId } = owner;
    memory.legalHolds = Array.from({ length: 1000 }, (_, i) => ({
      id: i + 1,
      organizationId,
      environment: "LIVE" as const,
      appointmentId: 10_000 + i,
      name: "Other",
      phone: "",
      externalUserId: `o-${i}`,
      reason: "Claim",
      placedBy: "Grace",
      createdAt: Temporal.Instant.from("2026-03-01T00:00:00Z"),
    }));
    expect(await refusalOf(() => staff.placeLegalHold(owner, { id, reason: "Claim" })))
      .toMatchObject({ code: "CONFLICT", message: expect.stringContaining("1,000") });
  });
});

describe("applyRetention()", () => {
  test("leaves held people, and says what it did once a day", async () => {
    const desk = await withPerson();
    const { application, staff, owner, id, memory } = desk;
    const { id: bob } = await desk.book({ name: "Bob" });
    await staff.placeLegalHold(owner, { id, reason: "Claim 7" });
    await staff.setRetention(owner, { ...none, appointmentDays: 90 });
    desk.clock.now = Temporal.Instant.from("2026-06-05T12:00:00Z");
    expect(await staff.previewRetention(owner, { ...none, appointmentDays: 90 }))
      .toMatchObject({ appointments: 1, held: 1 });
    await application.applyRetention();
    await application.applyRetention();
    expect([desk.kept(id)!.name, desk.kept(bob)!.name]).toEqual(["Ada", "Erased"]);
    expect((await staff.getRetention(owner)).lastRun).toMatchObject({ appointments: 1 });
    const done = memory.audit.filter(({ actor }) => actor.name === "Retention");
    expect(done.map(({ action, changes }) => [action, changes])).toEqual([
      ["appointment.expired", [{ field: "name" }]],
      ["organization.retention_applied", [{ field: "appointments", after: 1 }]],
    ]);
  });

  test("changes an appointment for readers of what has changed, who must remove their copy", async () => {
    const desk = await withPerson();
    const { application, owner: { organizationId }, id } = desk;
    await desk.staff.setRetention(desk.owner, { ...none, appointmentDays: 90 });
    const reader = { organizationId, environment: "LIVE" as const, timeZone: "UTC" };
    const changed = { updatedSince: "2026-06-05", after: "" };
    desk.clock.now = Temporal.Instant.from("2026-06-05T12:00:00Z");
    expect((await application.listAppointments(reader, changed)).items).toEqual([]);
    await application.applyRetention();
    expect((await application.listAppointments(reader, changed)).items)
      .toMatchObject([{ id, name: "Erased" }]);
  });

  test("claims only runs that are due", async () => {
    const { application, staff, owner, clock, retention, gate, organizations } = await withPerson();
    const { organizationId } = owner;
    await application.createOrganization({
      name: "Without rules",
      ownerEmail: "bob@other.example",
    });
    await staff.setRetention(owner, { ...none, appointmentDays: 90 });
    const asked: number[] = [];
    const counting: Retention = {
      ...retention,
      claim(id, at) {
        asked.push(id);
        return retention.claim(id, at);
      },
      lastRun(id) {
        asked.push(id);
        return retention.lastRun(id);
      },
    };
    const ports = { now: () => clock.now, organizations, retention: counting, gate };
    for (const hours of [0, 19, 1]) {
      clock.now = clock.now.add({ hours });
      await applyRetention(ports);
    }
    expect(asked).toEqual([organizationId, organizationId]);
  });

  test("does nothing without a rule, and nothing in a closed organization", async () => {
    const desk = await withPerson();
    const { application, owner, id, memory } = desk;
    desk.clock.now = Temporal.Instant.from("2036-06-05T12:00:00Z");
    await application.applyRetention();
    await desk.staff.setRetention(owner, { ...none, appointmentDays: 1 });
    await application.closeOrganization(owner.organizationId);
    await application.applyRetention();
    expect(desk.kept(id)!.name).toBe("Ada");
    expect(memory.retentionRuns.size).toBe(0);
  });

  test("erases no upcoming appointment while the clock is not steady", async () => {
    const desk = await withPerson();
    await desk.staff.setRetention(desk.owner, { ...none, appointmentDays: 1 });
    desk.clock.now = Temporal.Instant.from("2036-06-05T12:00:00Z");
    await desk.application.applyRetention({ isClockSteady: () => false });
    expect(desk.kept(desk.id)!.name).toBe("Ada");
    await desk.application.applyRetention({ isClockSteady: () => true });
    expect(desk.kept(desk.id)!.name).toBe("Erased");
  });

  test("erases no upcoming appointment if the clock jumps while a run waits for its claim", async () => {
    const { staff, owner, clock, retention, gate, organizations, id, kept } = await withPerson();
    await staff.setRetention(owner, { ...none, appointmentDays: 1 });
    const start = clock.now;
    const waiting: Retention = {
      ...retention,
      async claim(organizationId, at) {
        clock.now = start.add({ hours: 10 * 365 * 24 });
        return await retention.claim(organizationId, at);
      },
    };
    const ports = { now: () => clock.now, organizations, retention: waiting, gate };
    const isClockSteady = () => clock.now.equals(start);
    expect(await applyRetention(ports, { isClockSteady })).toEqual([]);
    expect(kept(id)!.name).toBe("Ada");
  });
});
