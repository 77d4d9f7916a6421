import { expect, test } from "vitest";
import { refusalOf } from "../refusal.ts";
import { openDesk } from "./front_desk.ts";
import { isOfPerson } from "../../../core/booking/person.ts";

const ada = { name: "Ada Lovelace", phone: "+49 30 5", externalUserId: "u1" };
const past = (day: number) => ({ dateTime: `2026-02-${10 + day}T10:00:00` });

async function openWithVisits() {
  const desk = await openDesk({ slotCapacity: 10 });
  const book = async (given: object) => (await desk.book(given)).id;
  const ids = {
    byAll: await book({ ...ada, ...past(1) }),
    byReference: await book({ name: "A. Lovelace", externalUserId: "u1", ...past(2) }),
    byPhone: await book({ ...ada, externalUserId: null, ...past(3) }),
    sameNameOnly: await book({ name: ada.name, ...past(4) }),
    upcoming: await book({ ...ada, dateTime: "2026-03-05T10:00:00" }),
  };
  const admin = { ...desk.caller, role: "ADMIN" as const };
  return { ...desk, ids, admin };
}

test("a person's visits have the same reference, or the same name and phone number", async () => {
  const { staff, caller, ids } = await openWithVisits();
  const page = await staff.listPerson(caller, { id: ids.byAll });
  expect(page).toMatchObject({ person: ada, totalElements: 4 });
  const { upcoming, byPhone, byReference, byAll } = ids;
  expect(page.items.map(({ id }) => id)).toEqual([upcoming, byPhone, byReference, byAll]);
});

test("a name alone joins nobody", async () => {
  const { staff, caller, ids } = await openWithVisits();
  const page = await staff.listPerson(caller, { id: ids.sameNameOnly });
  expect(page.items.map(({ id }) => id)).toEqual([ids.sameNameOnly]);
});

test("suggestions have each person once, with the latest appointment", async () => {
  const { staff, caller, ids } = await openWithVisits();
  const suggested = await staff.suggestPeople(caller, { text: "love" });
  expect(suggested.map(({ last }) => last.id)).toEqual([
    ids.upcoming,
    ids.sameNameOnly,
    ids.byPhone,
  ]);
  expect(await staff.suggestPeople(caller, { text: " " })).toEqual([]);
});

test("a person is erased from past appointments, and an upcoming one keeps its data", async () => {
  const { staff, admin, kept, ids } = await openWithVisits();
  const { upcoming: id } = ids;
  expect(await staff.erasePerson(admin, { id: ids.byAll })).toEqual({
    erased: 3,
    kept: 1,
    keptAppointments: [
      { id, dateTime: "2026-03-05T10:00:00", status: "SCHEDULED", reason: "UPCOMING" },
    ],
    hasMore: false,
  });
  for (const id of [ids.byAll, ids.byReference, ids.byPhone]) {
    expect(kept(id)).toMatchObject({ name: "Erased", phone: "", externalUserId: null });
  }
  expect(kept(ids.upcoming)).toMatchObject(ada);
  expect(kept(ids.sameNameOnly)).toMatchObject({ name: ada.name });
});

test("with archive, a person is erased from upcoming appointments, too, and these are archived", async () => {
  const { staff, admin, kept, ids } = await openWithVisits();
  expect(await staff.erasePerson(admin, { id: ids.byAll, archive: true })).toEqual({
    erased: 4,
    kept: 0,
    keptAppointments: [],
    hasMore: false,
  });
  expect(kept(ids.upcoming)).toMatchObject({ name: "Erased", archivedAt: expect.anything() });
  expect(kept(ids.byAll)).toMatchObject({ name: "Erased", archivedAt: null });
});

test("the answer lists the first 20 appointments that keep their data, by time, and counts all", async () => {
  const { staff, caller, book } = await openDesk({ slotCapacity: 30 });
  const ids: number[] = [];
  for (let i = 0; i < 22; i += 1) {
    const dateTime = `2026-03-05T10:${String(59 - i).padStart(2, "0")}:00`;
    ids.unshift((await book({ ...ada, dateTime })).id);
  }
  await staff.cancelAppointment(caller, { id: ids[0]! });
  const admin = { ...caller, role: "ADMIN" as const };
  const answer = await staff.erasePerson(admin, { id: ids[5]! });
  expect(answer).toMatchObject({ erased: 0, kept: 22, hasMore: false });
  expect(answer.keptAppointments.map(({ id }) => id)).toEqual(ids.slice(0, 20));
  expect(answer.keptAppointments[0]).toMatchObject({ status: "CANCELLED", reason: "UPCOMING" });
  expect(JSON.stringify(answer)).not.toContain("Lovelace");
});

test.each([
  ["the same reference", { externalUserId: "u1", name: "B.", phone: "" }, true],
  ["the same name and phone number", { ...ada, externalUserId: null }, true],
  ["the same name and phone number, and another reference", { ...ada, externalUserId: "u2" }, true],
  ["the same name alone", { name: ada.name, phone: "", externalUserId: null }, false],
  ["another name with the phone number", { ...ada, name: "B.", externalUserId: null }, false],
])("an appointment with %s as a person is theirs: %s", (_, one, isTheirs) => {
  expect(isOfPerson(one, ada)).toBe(isTheirs);
});

test("a person who has only a name is the same while nothing was changed", () => {
  const nameOnly = { name: "Ada", phone: "", externalUserId: null };
  expect(isOfPerson(nameOnly, nameOnly)).toBe(true);
  expect(isOfPerson({ ...nameOnly, name: "Bob" }, nameOnly)).toBe(false);
  expect(isOfPerson({ ...nameOnly, externalUserId: "u2" }, nameOnly)).toBe(false);
});

test("an erasure is refused if the appointment is not of the person that the user has seen", async () => {
  const { staff, caller, admin, kept, ids } = await openWithVisits();
  const bob = { name: "Bob", phone: "", externalUserId: "u2" };
  await staff.updateAppointment(caller, { id: ids.byAll, ...bob, phone: null });
  for (const erase of [staff.erasePerson, staff.eraseAppointment]) {
    const refusal = await refusalOf(() => erase(admin, { id: ids.byAll, from: ada }));
    expect(refusal.code).toBe("CONFLICT");
  }
  expect(kept(ids.byAll)).toMatchObject(bob);
  expect(kept(ids.byPhone)).toMatchObject({ name: ada.name });
  await staff.erasePerson(admin, { id: ids.byAll, from: bob });
  expect(kept(ids.byAll)).toMatchObject({ name: "Erased" });
});

test("a person with many upcoming appointments is erased from all that are past", async () => {
  const { staff, caller, book, memory } = await openDesk({ slotCapacity: 300 });
  const admin = { ...caller, role: "ADMIN" as const };
  const ids = [(await book({ ...ada, ...past(1) })).id, (await book({ ...ada, ...past(2) })).id];
  const upcoming = await book({ ...ada, dateTime: "2026-03-05T10:00:00" });
  const { place: _, ...one } = memory.appointments.find(({ id }) => id === upcoming.id)!;
  for (let i = 1; i < 205; i += 1) {
    memory.appointments.push({ ...one, id: 1000 + i, qrCode: `copy ${i}`, place: 100 + i });
  }
  const answer = await staff.erasePerson(admin, { id: ids[0] });
  expect(answer).toMatchObject({ erased: 2, kept: 205, hasMore: false });
});

test("more visits than one call erases are erased by repeated calls", async () => {
  const { staff, caller, book, memory } = await openDesk({ slotCapacity: 300 });
  const admin = { ...caller, role: "ADMIN" as const };
  const { id } = await book({ ...ada, ...past(1) });
  for (let i = 0; i < 98; i += 1) await book({ ...ada, ...past(2) });
  const copies = memory.appointments.slice(1).flatMap((one, i) => [
    one,
    { ...one, id: 1000 + i, qrCode: `copy ${i}`, place: 100 + i },
    { ...one, id: 2000 + i, qrCode: `copy of ${i}`, place: 200 + i },
  ]);
  memory.appointments.splice(1, Infinity, ...copies);
  const first = await staff.erasePerson(admin, { id });
  expect(first).toMatchObject({ hasMore: true, kept: 0 });
  const second = await staff.erasePerson(admin, { id });
  expect(second).toMatchObject({ hasMore: false, kept: 0 });
  expect(first.erased + second.erased).toBe(memory.appointments.length);
  expect(memory.appointments.every(({ name }) => name === "Erased")).toBe(true);
});

test("the person of an unknown appointment is not found", async () => {
  const { staff, admin } = await openWithVisits();
  expect((await refusalOf(() => staff.listPerson(admin, { id: 999 }))).code)
    .toBe("APPOINTMENT_NOT_FOUND");
  expect((await refusalOf(() => staff.erasePerson(admin, { id: 999 }))).code)
    .toBe("APPOINTMENT_NOT_FOUND");
});
