import { describe, expect, test } from "vitest";
import { operatorIn } from "../../../core/access/caller.ts";
import { faultsOf, refusalOf } from "../refusal.ts";
import { openDesk } from "./front_desk.ts";

const names = ["Ada", "Bea", "Cem", "Dan", "Eve"] as const;

/** Five appointments, booked a minute after each other from Ada to Eve, of which Eve has the earliest. */
async function openList() {
  const desk = await openDesk({ slotCapacity: 9 });
  const { clock, caller: { organizationId } } = desk;
  const reader = { organizationId, environment: "LIVE" as const, timeZone: "UTC" };
  const ids: Record<string, number> = {};
  const wait = () => void (clock.now = clock.now.add({ minutes: 1 }));
  for (const [i, name] of names.entries()) {
    ids[name] = (await desk.book({ name, dateTime: `2026-03-02T1${4 - i}:00` })).id;
    wait();
  }
  const list = async (input: object, by: object = {}) => {
    const answer = await desk.application.listAppointments({ ...reader, ...by }, {
      size: 2,
      ...input,
    });
    return { ...answer, names: answer.items.map(({ name }) => name).join(" ") };
  };
  return { ...desk, wait, ids: ids as Record<(typeof names)[number], number>, list };
}

type Opened = Awaited<ReturnType<typeof openList>>;

async function readAll({ list }: Pick<Opened, "list">, input: object) {
  const pages: Awaited<ReturnType<typeof list>>[] = [];
  for (let after: string | null = ""; after !== null; after = pages.at(-1)!.nextCursor!) {
    pages.push(await list({ ...input, after }));
  }
  return pages;
}

const texts = (pages: { names: string }[]) => pages.map(({ names }) => names).join("|");

test.each([
  [{}, "Eve Dan|Cem Bea|Ada"],
  [{ sort: "name,desc" }, "Eve Dan|Cem Bea|Ada"],
  [{ sort: "createdAt,asc" }, "Ada Bea|Cem Dan|Eve"],
  [{ sort: "id,desc", createdFrom: "2026-03-01" }, "Eve Dan|Cem Bea|Ada"],
  [{ sort: "status,asc", status: "SCHEDULED,MISSED" }, "Eve Dan|Cem Bea|Ada"],
])("a list of %j is read by its cursors in the pages %s", async (input, expected) => {
  const pages = await readAll(await openList(), input);
  expect(texts(pages)).toBe(expected);
  for (const [i, page] of pages.entries()) {
    const isLast = i === 2;
    expect(page).toMatchObject({ page: i, size: 2, totalElements: 5, totalPages: 3, isLast });
    expect(page.nextCursor === null).toBe(isLast);
  }
});

test("a page by its number has no cursor", async () => {
  const { list } = await openList();
  expect(await list({ page: 1 })).not.toHaveProperty("nextCursor");
});

test("filters of the list: code, archived, time of creation in the organization's zone", async () => {
  const { list, application, caller, ids, kept } = await openList();
  await application.archiveAppointment(
    { ...operatorIn(caller.organizationId), environment: "LIVE" },
    ids.Cem,
  );
  const { qrCode } = kept(ids.Cem);
  expect((await list({ qrCode })).names).toBe("");
  expect((await list({ qrCode, includeArchived: true })).names).toBe("Cem");
  expect((await list({ includeArchived: true, size: 9 })).names).toBe("Eve Dan Cem Bea Ada");
  const fromDan = kept(ids.Dan).createdAt.toZonedDateTimeISO("Asia/Tokyo").toPlainDateTime();
  const since = { sort: "createdAt,asc", createdFrom: fromDan.toString() };
  expect((await list(since, { timeZone: "Asia/Tokyo" })).names).toBe("Dan Eve");
});

test("the next page follows the last appointment that was read, whatever becomes of it", async () => {
  const { list, staff, caller, ids, application, book } = await openList();
  const { nextCursor } = await list({ after: "" });
  await application.archiveAppointment(
    { ...operatorIn(caller.organizationId), environment: "LIVE" },
    ids.Dan,
  );
  await staff.rescheduleAppointment(caller, { id: ids.Eve, dateTime: "2026-03-02T15:00" });
  await book({ name: "Fay", dateTime: "2026-03-02T09:30" });
  const second = await list({ after: nextCursor });
  expect(second).toMatchObject({ names: "Cem Bea", totalElements: 5 });
  // Eve was moved behind the cursor, so she comes again.
  expect((await list({ after: second.nextCursor })).names).toBe("Ada Eve");
});

describe("a cursor is refused, in the same words as any text, if it is of", () => {
  const unknown = async (attempt: () => unknown) => {
    expect(await faultsOf(attempt)).toEqual(["after"]);
    return (await refusalOf(attempt)).details[0]!.message;
  };

  test.each<[string, object, object]>([
    ["another order", { sort: "dateTime,desc" }, {}],
    ["an order with other values", { sort: "id,asc" }, {}],
    ["other filters", { status: "SCHEDULED" }, {}],
    ["another code", { qrCode: "x" }, {}],
    ["a list with archived ones", { includeArchived: true }, {}],
    ["another time of creation", { sort: "id,asc", createdFrom: "2026-01-01" }, {}],
    ["the list of changes", { updatedSince: "2026-01-01" }, {}],
    ["another organization", {}, { organizationId: 77 }],
    ["another environment", {}, { environment: "TEST" }],
  ])("%s", async (_, input, by) => {
    const { list } = await openList();
    const { nextCursor } = await list({ after: "" });
    const words = await unknown(() => list({ ...input, after: nextCursor }, by));
    expect(words).toBe(await unknown(() => list({ after: "anything" })));
  });

  test("a forged position", async () => {
    const { list } = await openList();
    const { nextCursor } = await list({ after: "" });
    const text = new TextDecoder().decode(
      Uint8Array.fromBase64(nextCursor!, { alphabet: "base64url" }),
    );
    const cursor = JSON.parse(text);
    expect(cursor).toMatchObject({ page: 1, total: 5, dateTime: "2026-03-02T11:00:00" });
    const forged = [
      { id: 0 },
      { id: 1.5 },
      { id: 2 ** 60 },
      { id: undefined },
      { dateTime: "0000-01-01T00:00" },
      { dateTime: undefined },
      { name: "Ada" },
      { page: 0 },
      { total: -1 },
      { other: 1 },
    ].map((change) => JSON.stringify({ ...cursor, ...change }));
    for (const one of [...forged, "", "null", "[]", `${text} `.replace("{", "{{")]) {
      const after = new TextEncoder().encode(one).toBase64({ alphabet: "base64url" }) || "=";
      await unknown(() => list({ after }));
    }
  });
});

test.each([
  [{ after: "", page: 0 }, ["page"]],
  [{ createdFrom: "2026-03-01" }, ["sort"]],
  [{ createdFrom: "2026-03-01", sort: "name,asc", after: "", page: 0 }, ["page", "sort"]],
  [{ updatedSince: "2026-03-01" }, ["updatedSince"]],
  [{ updatedSince: "2026-03-01", after: "", sort: "id,asc" }, ["sort"]],
])("%j is refused with faults of %j", async (input, fields) => {
  const { list } = await openList();
  expect(await faultsOf(() => list(input))).toEqual(fields);
});

describe("the list of changes", () => {
  test("has each appointment once, in the order of the last changes, with archived ones if requested", async () => {
    const opened = await openList();
    const { staff, caller, ids, application, wait, clock } = opened;
    wait();
    const since = clock.now.toZonedDateTimeISO("UTC").toPlainDateTime().toString();
    await staff.updateAppointment(caller, { id: ids.Bea, name: "Bee" });
    await staff.cancelAppointment(caller, { id: ids.Dan });
    await application.archiveAppointment(
      { ...operatorIn(caller.organizationId), environment: "LIVE" },
      ids.Ada,
    );
    await staff.updateAppointment(caller, { id: ids.Bea, name: "Bib" });
    const changes = { updatedSince: since, includeArchived: true };
    const pages = await readAll(opened, changes);
    expect(texts(pages)).toBe("Dan Ada|Bib");
    expect(pages.map(({ totalElements, isLast }) => [totalElements, isLast]))
      .toEqual([[2, false], [3, true]]);
    expect(texts(await readAll(opened, { updatedSince: since }))).toBe("Dan Bib");
    expect(texts(await readAll(opened, { ...changes, status: "CANCELLED" }))).toBe("Dan");
    expect(texts(await readAll(opened, { updatedSince: "2026-01-01", size: 9 })))
      .toBe("Cem Eve Dan Bib");
  });

  test("has an appointment again that is changed after it was read", async () => {
    const { list, staff, caller, ids } = await openList();
    const changes = { updatedSince: "2026-01-01", size: 4 };
    const { nextCursor, names } = await list({ ...changes, after: "" });
    expect(names).toBe("Ada Bea Cem Dan");
    await staff.updateAppointment(caller, { id: ids.Ada, name: "Abe" });
    const last = await list({ ...changes, after: nextCursor });
    expect(last).toMatchObject({ names: "Eve Abe", totalElements: 6, nextCursor: null });
  });
});
