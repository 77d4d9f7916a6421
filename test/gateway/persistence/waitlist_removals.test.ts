import { expect, test } from "vitest";
import { faultsOf, refusalOf } from "../../core/refusal.ts";
import { openFull, start } from "../../support/full_slot.ts";
import { inDatabase } from "../../support/published_events.ts";
import { openService } from "../../support/seeded.ts";

test("the place of an entry that staff remove goes to the next one in the same transaction", async () => {
  await using office = await openFull();
  const { application, caller, staff, booking, ids } = office;
  const [first, second] = [await office.join(), await office.join()];
  await application.archiveAppointment(caller, ids[0]!);
  const holdId = (await office.state()).offers[0]!.hold;
  await application.staff.removeFromWaitlist(staff, { id: first });
  const { offers, ...state } = await office.state();
  expect(state).toEqual({
    entries: [
      { id: first, state: "CANCELLED", appointment: null },
      { id: second, state: "OFFERED", appointment: null },
    ],
    waiting: 1,
  });
  expect(offers).toMatchObject([
    { entry: first, hold: holdId, outcome: "DECLINED" },
    { entry: second, outcome: null },
  ]);
  expect(await faultsOf(() => application.bookAppointment(caller, { ...booking, holdId })))
    .toEqual(["holdId"]);
  expect((await office.events()).at(-1)).toMatchObject({ entryId: second });
  expect(await application.getWaitlistEntry(caller, first)).toMatchObject({ state: "CANCELLED" });
  const [entry] = await inDatabase(
    office.url,
    `select a.subject_id::int as id, a.changes, a.xmin::text = o.xmin::text as "isSame"
     from audit_entries a, waitlist_offers o
     where a.action = 'waitlist_entry.removed' and o.outcome is null`,
  );
  const changes = [{ field: "departmentId", before: null, after: caller.departmentId }];
  expect(entry).toEqual({ id: first, changes, isSame: true });
});

test("an entry that was booked is not removed", async () => {
  await using office = await openFull();
  const { application, caller, staff, booking, ids } = office;
  const id = await office.join();
  await application.archiveAppointment(caller, ids[0]!);
  const holdId = (await office.state()).offers[0]!.hold;
  await application.bookAppointment(caller, { ...booking, holdId });
  const before = await office.state();
  expect(await refusalOf(() => application.staff.removeFromWaitlist(staff, { id })))
    .toMatchObject({ code: "CONFLICT" });
  expect(await office.state()).toEqual(before);
});

test("of a removal and an acceptance at the same time, exactly one wins", async () => {
  const places = 12;
  await using office = await openFull({ slotCapacity: places });
  const { application, caller, staff, booking, ids, service } = office;
  await using other = await openService(office.url);
  other.setNow(start);
  for (let i = 0; i < places; i += 1) await office.join();
  for (const id of ids) await application.archiveAppointment(caller, id);
  const { offers } = await office.state();
  const both = [service, other];
  const outcomes = await Promise.all(offers.map(async ({ hold: holdId, entry: id }, i) => {
    const accept = () => both[i % 2]!.application.bookAppointment(caller, { ...booking, holdId });
    const remove = () => both[(i + 1) % 2]!.application.staff.removeFromWaitlist(staff, { id });
    const [accepted, removed] = await Promise.allSettled([accept(), remove()]);
    if (accepted.status === "rejected") {
      expect(accepted.reason).toMatchObject({ details: [{ field: "holdId" }] });
    }
    if (removed.status === "rejected") expect(removed.reason).toMatchObject({ code: "CONFLICT" });
    expect([accepted, removed].filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    return removed.status === "fulfilled" ? "CANCELLED" : "BOOKED";
  }));
  const state = await office.state();
  expect(state.entries.map((one) => one.state)).toEqual(outcomes);
  expect(state.waiting).toBe(0);
  expect(await inDatabase(office.url, "select from holds")).toEqual([]);
});
