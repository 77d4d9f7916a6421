import { expect, test } from "vitest";
import { faultsOf } from "../../core/refusal.ts";
import { date, dateTime, openFull, start } from "../../support/full_slot.ts";
import { inDatabase } from "../../support/published_events.ts";
import { openService } from "../../support/seeded.ts";

type Office = Awaited<ReturnType<typeof openFull>>;

/** What happened to the offers, without the joining of entries. */
async function offersOf(office: Office) {
  const events = await office.events();
  return events.filter(({ type }) => type !== "waitlist.joined")
    .map(({ type, entryId }) => [type, entryId]);
}

/** Changes the settings of the department, and does the jobs of the change. */
async function change({ application, persistence, caller }: Office, settings: object) {
  await application.updateDepartment(caller.departmentId, settings);
  await persistence.publishSlotChanges();
}

test.each([
  ["the department is switched off", { isActive: false }, { isActive: true }],
  ["the day is closed", { closures: [{ from: date, to: date, reason: "" }] }, { closures: [] }],
])(
  "if %s, an offer ends with an event, and its entry gets the place again later",
  async (_, closed, open) => {
    await using office = await openFull();
    const { application, caller, booking } = office;
    const [first, second] = [await office.join(), await office.join()];
    await application.archiveAppointment(caller, office.ids[0]!);
    const { offers: [offer] } = await office.state();
    await change(office, closed);
    expect(await office.state()).toMatchObject({
      entries: [{ id: first, state: "WAITING" }, { id: second, state: "WAITING" }],
      offers: [],
      waiting: 2,
    });
    expect((await office.events()).at(-1)).toEqual({
      type: "waitlist.expired",
      entryId: first,
      departmentId: caller.departmentId,
      state: "WAITING",
      holdId: offer!.hold,
      slotTime: dateTime,
      workerId: null,
      expiresAt: "2026-11-30T09:00:00.000Z",
      appointmentId: null,
    });
    expect(await inDatabase(office.url, "select from holds")).toEqual([]);
    await change(office, open);
    const again = await office.state();
    expect(again.entries).toMatchObject([{ id: first, state: "OFFERED" }, { state: "WAITING" }]);
    expect(await offersOf(office)).toEqual([
      ["waitlist.offered", first],
      ["waitlist.expired", first],
      ["waitlist.offered", first],
    ]);
    const old = { ...booking, holdId: offer!.hold };
    expect(await faultsOf(() => application.bookAppointment(caller, old))).toEqual(["holdId"]);
    const holdId = again.offers[0]!.hold;
    await application.bookAppointment(caller, { ...booking, holdId });
    expect((await office.state()).entries).toMatchObject([{ state: "BOOKED" }, {}]);
  },
);

test("an offer stays if its slot stays open, and a change leaves one whose time has passed to the pass", async () => {
  await using office = await openFull();
  const first = await office.join();
  await office.application.archiveAppointment(office.caller, office.ids[0]!);
  const before = await office.state();
  await change(office, { bookingWindow: { minLeadMinutes: 60 } });
  expect(await office.state()).toEqual(before);
  office.service.setNow("2026-11-30T09:00:00Z");
  await change(office, { isActive: false });
  expect(await office.state()).toEqual(before);
  await office.persistence.waitlistPasses.offerEnded();
  expect((await office.state()).offers).toMatchObject([{ entry: first, outcome: "EXPIRED" }]);
});

test("a lower capacity ends as many offers as are too many, the latest first", async () => {
  await using office = await openFull({ slotCapacity: 3 });
  const { application, caller, ids, booking } = office;
  const entries = [await office.join(), await office.join()];
  for (const id of ids.slice(0, 2)) await application.archiveAppointment(caller, id);
  await change(office, { slotCapacity: 2 });
  const { offers: [offer], ...state } = await office.state();
  expect(state).toMatchObject({
    entries: [{ id: entries[0], state: "OFFERED" }, { id: entries[1], state: "WAITING" }],
  });
  await application.bookAppointment(caller, { ...booking, holdId: offer!.hold });
});

test("the offer of an inactive worker goes to the next entry, also if nobody books by worker", async () => {
  await using office = await openFull({ workers: 1 });
  const { application, caller, ids, workerIds: [workerId], persistence } = office;
  const first = await office.join({ workerId });
  const second = await office.join();
  await application.archiveAppointment(caller, ids[0]!);
  await application.updateWorker(workerId!, { isActive: false });
  await persistence.publishSlotChanges();
  const expected = [
    ["waitlist.offered", first],
    ["waitlist.expired", first],
    ["waitlist.offered", second],
  ];
  expect(await offersOf(office)).toEqual(expected);
  const [feed] = await inDatabase<{ entries: number }>(
    office.url,
    "select events::int as entries from feed_entries where bodies like '%waitlist.expired%'",
  );
  expect(feed).toEqual({ entries: 2 });
  await application.updateWorker(workerId!, { isActive: true });
  await application.leaveWaitlist(caller, second);
  await persistence.publishSlotChanges();
  expect(await offersOf(office)).toEqual([...expected, ["waitlist.offered", first]]);
});

test("a change of a worker in a department that does not book by worker makes no job if nobody waits", async () => {
  await using office = await openFull({ workers: 1 });
  await office.application.updateWorker(office.workerIds[0]!, { isActive: false });
  expect(await inDatabase(office.url, "select from slot_change_jobs")).toEqual([]);
});

test.each([
  ["ends if its slot has begun there", "Asia/Tokyo", ["waitlist.expired"], []],
  ["ends when its slot begins there", "Europe/Berlin", [], ["2026-12-01T09:00:00Z"]],
  ["stays if its slot begins later there", "America/New_York", [], ["2026-12-01T09:30:00Z"]],
])("an offer %s, after a change of the time zone", async (_, timeZone, ended, ends) => {
  await using office = await openFull();
  const { application, caller, persistence, service, booking } = office;
  const [first, second] = [await office.join(), await office.join()];
  service.setNow("2026-12-01T08:30:00Z");
  await application.archiveAppointment(caller, office.ids[0]!);
  const holdId = (await office.state()).offers[0]!.hold;
  await application.staff.updateOrganization(office.staff, { timeZone, version: 1 });
  await persistence.publishSlotChanges();
  expect((await offersOf(office)).slice(1).map(([type]) => type)).toEqual(ended);
  const stored = (table: string) =>
    inDatabase<{ at: Date }>(office.url, `select expires_at as at from ${table}`);
  for (const table of ["holds", "waitlist_offers"]) {
    const at = (await stored(table)).map((row) => new Date(row.at).getTime());
    expect(at).toEqual(ends.map((end) => Date.parse(end)));
  }
  expect(await inDatabase(office.url, "select from slot_change_jobs")).toEqual([]);
  const states = (await office.state()).entries.map(({ id, state }) => [id, state]);
  const isOver = ends.length === 0;
  expect(states).toEqual([[first, isOver ? "WAITING" : "OFFERED"], [second, "WAITING"]]);
  if (isOver) return;
  service.setNow(ends[0]!.replace("00Z", "01Z"));
  const late = await faultsOf(() => application.bookAppointment(caller, { ...booking, holdId }));
  expect(late).toEqual(["holdId"]);
  await persistence.waitlistPasses.offerEnded();
  expect((await office.state()).offers[0]).toMatchObject({ entry: first, outcome: "EXPIRED" });
});

test("a change of the time zone makes a job for each department and environment", async () => {
  await using office = await openFull();
  const { application, caller, staff } = office;
  const { id } = await application.createDepartment(caller.organizationId, { name: "Other" });
  const jobs = () =>
    inDatabase(
      office.url,
      "select environment, department_id as id from slot_change_jobs order by id, environment",
    );
  await application.staff.updateOrganization(staff, { name: "Other" });
  expect(await jobs()).toEqual([]);
  await application.staff.updateOrganization(staff, { timeZone: "Asia/Tokyo" });
  expect(await jobs()).toEqual(
    [caller.departmentId, id].flatMap((id) => [
      { environment: "LIVE", id },
      { environment: "TEST", id },
    ]),
  );
});

/** Copies the only offer to 50 later entries, in the slot that is some days later. */
async function addOffers({ url }: Office, { days }: { days: number }) {
  await inDatabase(
    url,
    `with entries as (
       insert into waitlist_entries (organization_id, environment, api_key_id, lineage_id,
         department_id, from_date, to_date, weekdays, state, created_at)
       select organization_id, environment, api_key_id, lineage_id, department_id, from_date,
         to_date, '{}', 'OFFERED', created_at
       from waitlist_entries, generate_series(1, 50)
       returning *
     ), holding as (
       insert into holds (organization_id, environment, api_key_id, lineage_id, department_id,
         date_time, slot_start, slot_minutes, place, created_at, expires_at, waitlist_entry_id)
       select h.organization_id, h.environment, h.api_key_id, h.lineage_id, h.department_id,
         h.date_time + interval '${days} days', h.slot_start + interval '${days} days',
         h.slot_minutes, row_number() over () + 1, h.created_at, h.expires_at, e.id
       from holds h, entries e
       returning *
     )
     insert into waitlist_offers (organization_id, environment, hold_id, entry_id, slot_start,
       offered_at, expires_at)
     select organization_id, environment, id, waitlist_entry_id, slot_start, created_at, expires_at
     from holding`,
  );
}

test("offers end in transactions of 50, and a job that was stopped between them continues", async () => {
  await using office = await openFull();
  await office.join();
  await office.application.archiveAppointment(office.caller, office.ids[0]!);
  await addOffers(office, { days: 0 });
  await inDatabase(
    office.url,
    `create function refuse() returns trigger language plpgsql as
       $$ begin raise exception 'stopped'; end $$;
     create trigger refuse before delete on holds for each row
       when (old.place = 1) execute function refuse()`,
  );
  await expect(change(office, { isActive: false })).rejects.toThrow("stopped");
  expect((await office.state()).offers).toHaveLength(1);
  await inDatabase(office.url, "drop function refuse cascade");
  await office.persistence.publishSlotChanges();
  expect(await office.state()).toMatchObject({ offers: [], waiting: 51 });
  expect(
    await inDatabase(
      office.url,
      "select count(*)::int as entries from waitlist_entries group by xmin::text order by 1",
    ),
  ).toEqual([{ entries: 1 }, { entries: 50 }]);
  expect((await offersOf(office)).filter(([type]) => type === "waitlist.expired")).toHaveLength(51);
  expect(await inDatabase(office.url, "select from slot_change_jobs")).toEqual([]);
});

test("of more than 50 offers, one that a change refuses ends and the others stay", async () => {
  await using office = await openFull({ slotCapacity: 60 });
  const first = await office.join();
  await office.application.archiveAppointment(office.caller, office.ids[0]!);
  await addOffers(office, { days: 1 });
  await change(office, { closures: [{ from: date, to: date, reason: "" }] });
  const { entries, offers } = await office.state();
  expect(entries.filter(({ state }) => state === "WAITING").map(({ id }) => id)).toEqual([first]);
  expect(offers).toHaveLength(50);
});

test("of an acceptance and a closing at the same time, exactly one wins", async () => {
  const places = 12;
  await using office = await openFull({ slotCapacity: places });
  const { application, caller, booking, ids, service } = office;
  await using other = await openService(office.url);
  other.setNow(start);
  for (let i = 0; i < places; i += 1) await office.join();
  for (const id of ids) await application.archiveAppointment(caller, id);
  const { offers } = await office.state();
  expect(offers).toHaveLength(places);
  const both = [service, other];
  let isOver = false;
  const workers = both.map(async ({ persistence }) => {
    while (!isOver) await persistence.publishSlotChanges();
    await persistence.publishSlotChanges();
  });
  /** Returns the id of the appointment; null if the offer cannot be used any more. */
  const accept = async ({ hold: holdId }: { hold: number }, i: number) => {
    const { bookAppointment } = both[i % 2]!.application;
    try {
      return (await bookAppointment(caller, { ...booking, holdId })).appointment.id;
    } catch (error) {
      expect(error).toMatchObject({ code: "DEPARTMENT_NOT_FOUND" });
      return null;
    }
  };
  const [first, last] = [offers[0]!, offers.at(-1)!];
  const booked = [await accept(first, 0)];
  const racing = offers.slice(1, -1).map(accept);
  await other.application.updateDepartment(caller.departmentId, { isActive: false });
  booked.push(...await Promise.all(racing), await accept(last, 0));
  isOver = true;
  await Promise.all(workers);
  expect([typeof booked[0], booked.at(-1)]).toEqual(["number", null]);
  const accepted = booked.filter((id) => id !== null).length;
  expect(await office.state()).toMatchObject({
    entries: booked.map((appointment) =>
      appointment === null ? { state: "WAITING" } : { state: "BOOKED", appointment }
    ),
    offers: booked.flatMap((id) => id === null ? [] : [{ outcome: "ACCEPTED" }]),
    waiting: places - accepted,
  });
  expect(await inDatabase(office.url, "select from holds")).toEqual([]);
});
