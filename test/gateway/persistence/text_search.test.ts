import { expect, test } from "vitest";
import { mergePendingWords } from "../../../gateway/persistence/booking/search_index.ts";
import { Connections } from "../../../gateway/persistence/database/connections.ts";
import { openDatabase } from "../../../gateway/persistence/database/database.ts";
import { freshDatabase } from "../../support/fresh_database.ts";
import { measureSearches } from "../../support/search/measure.ts";
import { writePeople } from "../../support/search/people.ts";
import { seedOrganization } from "../../support/seeded.ts";
import { staffOf } from "../../support/staff_callers.ts";
import { clientPerFile, servicePerFile } from "../../support/per_file.ts";

const today = "2026-11-22";

const url = await freshDatabase();
const service = await servicePerFile(url);
service.setNow(`${today}T08:00:00Z`);
const seeded = await seedOrganization(service, { slotCapacity: 100 });
const client = await clientPerFile(url);

function search(text: string, more: object = {}, organizationId = seeded.organizationId) {
  const caller = staffOf(organizationId);
  return service.application.staff.listAppointments(caller, { search: text, ...more });
}

async function namesOf(text: string, more: object = {}, organizationId?: number) {
  const { items } = await search(text, more, organizationId);
  return items.map(({ name }) => name).toSorted();
}

async function book(name: string, more: object = {}, { organizationId, departmentId } = seeded) {
  return await service.application.staff.createAppointment(staffOf(organizationId), {
    departmentId,
    dateTime: `${today}T10:00:00`,
    name,
    ...more,
  });
}

test("a booking is found at once, after each change, and not after its erasure", async () => {
  const { staff } = service.application;
  const caller = staffOf(seeded.organizationId);
  const { id, qrCode } = await book("Ayşe Yılmaz", {
    phone: "+49 151 234567",
    externalUserId: "KD-77",
  });
  for (const text of ["yilmaz ay", "0151 23", "kd77", qrCode, qrCode.slice(0, 8)]) {
    expect([text, ...await namesOf(text)]).toEqual([text, "Ayşe Yılmaz"]);
  }
  await staff.updateAppointment(caller, { id, name: "Ayşe Groß", phone: "" });
  expect(await namesOf("gross")).toEqual(["Ayşe Groß"]);
  expect(await namesOf("yilmaz")).toEqual([]);
  expect(await namesOf("0151 23")).toEqual([]);
  await service.application.archiveAppointment(
    { ...seeded, actor: caller.actor },
    id,
  );
  expect(await namesOf("gross")).toEqual([]);
  expect(await namesOf("gross", { includeArchived: true })).toEqual(["Ayşe Groß"]);
  await staff.eraseAppointment(caller, { id });
  expect(await namesOf("gross", { includeArchived: true })).toEqual([]);
  expect(await namesOf("kd77", { includeArchived: true })).toEqual([]);
});

test("a search finds nothing of another organization or environment", async () => {
  const other = await seedOrganization(service, { slotCapacity: 100 });
  await book("Zora Here");
  await book("Zora Test", { environment: "TEST" });
  await book("Zora Elsewhere", {}, other);
  expect(await namesOf("zora")).toEqual(["Zora Here"]);
  expect(await namesOf("zora", { environment: "TEST" })).toEqual(["Zora Test"]);
  expect(await namesOf("zora", {}, other.organizationId)).toEqual(["Zora Elsewhere"]);
});

test("a search finds the same before and after new words are merged into the index", async () => {
  await book("Merga Pending");
  expect(await namesOf("merga")).toEqual(["Merga Pending"]);
  const { pool } = openDatabase(new Connections(url), 1);
  await mergePendingWords(pool);
  const { rows: [row] } = await pool.query(
    "select pending_pages from (select 1) one, lateral (select gin_clean_pending_list('appointments_by_word') as pending_pages) p",
  );
  await pool.end();
  expect(Number(row.pending_pages)).toBe(0);
  expect(await namesOf("merga")).toEqual(["Merga Pending"]);
});

test("searches among many people count up to 1,000 and are in the requested order", async () => {
  const crowd = await seedOrganization(service);
  await writePeople(client, crowd, { rows: 6000, around: today });
  await measureSearches({
    service,
    caller: staffOf(crowd.organizationId),
    today,
    rounds: 1,
  });
  const { items, totalElements } = await search("m", { size: 100 }, crowd.organizationId);
  expect(totalElements).toBe(1000);
  const times = items.map(({ dateTime }) => dateTime);
  expect(times).toHaveLength(100);
  expect(times).toEqual(times.toSorted());
  const { items: [one], totalElements: ones } = await search("ref-777", {}, crowd.organizationId);
  expect(one?.externalUserId).toBe("ref-777");
  expect(ones).toBe(1);
});
