import { expect, test } from "vitest";
import { refusalOf } from "../refusal.ts";
import { openDesk } from "./front_desk.ts";

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
  expect(await staff.erasePerson(admin, { id: ids.byAll }))
    .toEqual({ erased: 3, kept: 1, hasMore: false });
  for (const id of [ids.byAll, ids.byReference, ids.byPhone]) {
    expect(kept(id)).toMatchObject({ name: "Erased", phone: "", externalUserId: null });
  }
  expect(kept(ids.upcoming)).toMatchObject(ada);
  expect(kept(ids.sameNameOnly)).toMatchObject({ name: ada.name });
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
