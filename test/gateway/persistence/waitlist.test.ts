import { expect, test } from "vitest";
import { faultsOf, refusalOf } from "../../core/refusal.ts";
import { inDatabase } from "../../support/published_events.ts";
import { openService } from "../../support/seeded.ts";
import { date, dateTime, openFull, start } from "../../support/full_slot.ts";

test("a freed place is held for the first entry, and a booking with the hold ends the entry", async () => {
  await using office = await openFull();
  const { application, caller, booking } = office;
  const first = await office.join();
  const second = await office.join();
  await application.archiveAppointment(caller, office.ids[0]!);
  const { offers: [offer], ...state } = await office.state();
  expect(state).toMatchObject({
    entries: [{ id: first, state: "OFFERED" }, { id: second, state: "WAITING" }],
    waiting: 2,
  });
  expect(await faultsOf(() => application.bookAppointment(caller, booking))).toEqual(["dateTime"]);
  const holdId = offer!.hold;
  const expiresAt = "2026-11-30T09:00:00.000Z";
  expect(await application.getWaitlistEntry(caller, first)).toMatchObject({
    state: "OFFERED",
    offer: { holdId, slotTime: dateTime, expiresAt },
  });
  const { appointment } = await application.bookAppointment(caller, { ...booking, holdId });
  expect(await office.state()).toEqual({
    entries: [
      { id: first, state: "BOOKED", appointment: appointment.id },
      { id: second, state: "WAITING", appointment: null },
    ],
    offers: [{ entry: first, hold: holdId, outcome: "ACCEPTED" }],
    waiting: 1,
  });
  const of = { departmentId: booking.departmentId, workerId: null, appointmentId: null };
  const none = { holdId: null, slotTime: null, expiresAt: null };
  const place = { holdId, slotTime: dateTime, expiresAt };
  const appointmentId = appointment.id;
  expect(await office.events()).toEqual([
    { type: "waitlist.joined", ...of, entryId: first, state: "WAITING", ...none },
    { type: "waitlist.joined", ...of, entryId: second, state: "WAITING", ...none },
    { type: "waitlist.offered", ...of, entryId: first, state: "OFFERED", ...place },
    { type: "waitlist.booked", ...of, entryId: first, state: "BOOKED", ...place, appointmentId },
  ]);
});

test("the slot of a freed and offered place is published as full", async () => {
  await using office = await openFull();
  await office.join();
  await office.application.archiveAppointment(office.caller, office.ids[0]!);
  const [slot] = await inDatabase<{ body: string }>(
    office.url,
    `select one as body from feed_entries, unnest(string_to_array(bodies, E'\\n')) as one
     where one like '%slot.availability%' order by position desc limit 1`,
  );
  expect(JSON.parse(slot!.body).data.object).toMatchObject({
    available: false,
    remainingSlots: 0,
  });
});

test("an offer that ends or is declined goes to the next entry, and nobody gets the same slot twice", async () => {
  await using office = await openFull();
  const { application, caller, service, booking } = office;
  const { waitlistPasses } = office.persistence;
  const [first, second, third] = [await office.join(), await office.join(), await office.join()];
  await application.archiveAppointment(caller, office.ids[0]!);
  await waitlistPasses.offerEnded();
  expect((await office.state()).offers).toHaveLength(1);
  service.setNow("2026-11-30T09:00:00Z");
  // The offer has ended, but its place is not for strangers.
  const holdId = (await office.state()).offers[0]!.hold;
  expect(await faultsOf(() => application.bookAppointment(caller, booking))).toEqual(["dateTime"]);
  expect(await faultsOf(() => application.bookAppointment(caller, { ...booking, holdId })))
    .toEqual(["holdId"]);
  expect(await faultsOf(() => application.holdPlace(caller, booking))).toEqual(["dateTime"]);
  const slots = await application.findSlots(caller, {
    departmentIds: String(booking.departmentId),
    from: dateTime,
    limit: 1,
  });
  expect(slots.map(({ slotTime }) => slotTime)).toEqual([`${date}T10:30:00`]);
  await Promise.all([waitlistPasses.offerEnded(), waitlistPasses.offerEnded()]);
  const { offers } = await office.state();
  expect(offers).toMatchObject([
    { entry: first, outcome: "EXPIRED" },
    { entry: second, outcome: null },
  ]);
  await application.releaseHold(caller, offers[1]!.hold);
  expect((await office.state()).offers).toMatchObject([
    { entry: first, outcome: "EXPIRED" },
    { entry: second, outcome: "DECLINED" },
    { entry: third, outcome: null },
  ]);
  await application.leaveWaitlist(caller, third);
  expect(await refusalOf(() => application.leaveWaitlist(caller, third)))
    .toMatchObject({ code: "WAITLIST_ENTRY_NOT_FOUND" });
  expect(await office.state()).toMatchObject({
    entries: [{ state: "WAITING" }, { state: "WAITING" }, { state: "CANCELLED" }],
    offers: [{}, {}, { outcome: "DECLINED" }],
    waiting: 2,
  });
  await application.bookAppointment(caller, booking);
  const types = (await office.events()).slice(3).map(({ type, entryId }) => `${type} ${entryId}`);
  expect(types).toEqual([
    `waitlist.offered ${first}`,
    `waitlist.expired ${first}`,
    `waitlist.offered ${second}`,
    `waitlist.offered ${third}`,
  ]);
});

test("places freed at once by two processes go to as many entries, and no stranger gets one", async () => {
  const places = 12;
  await using office = await openFull({ slotCapacity: places });
  const { service, caller, booking, ids } = office;
  await using other = await openService(office.url);
  other.setNow(start);
  for (let i = 0; i < places + 3; i += 1) await office.join();
  const both = [service, other];
  const strangers = Array.from(
    { length: 30 },
    (_, i) => both[i % 2]!.application.bookAppointment(caller, booking),
  );
  const freed = ids.map((id, i) => both[i % 2]!.application.archiveAppointment(caller, id));
  const outcomes = await Promise.allSettled([...strangers, ...freed]);
  expect(outcomes.slice(0, 30).filter(({ status }) => status === "fulfilled")).toEqual([]);
  expect(outcomes.slice(30).filter(({ status }) => status === "rejected")).toEqual([]);
  const { entries, offers } = await office.state();
  expect(entries.map(({ state }) => state)).toEqual([
    ...Array.from({ length: places }, () => "OFFERED"),
    "WAITING",
    "WAITING",
    "WAITING",
  ]);
  const accepted = await Promise.allSettled(offers.flatMap(({ hold: holdId }, i) => {
    return [0, 1].map(() =>
      both[i % 2]!.application.bookAppointment(caller, { ...booking, holdId })
    );
  }));
  expect(accepted.filter(({ status }) => status === "fulfilled")).toHaveLength(places);
  expect((await office.state()).waiting).toBe(3);
});

test("a place that is free already is offered at once to who joins", async () => {
  await using office = await openFull();
  const free = await office.join({ fromTime: "10:00", toTime: "11:00" });
  const far = await office.join({ toDate: "2027-02-20", fromTime: "11:00", toTime: null });
  expect(await office.events()).toMatchObject([
    { type: "waitlist.joined", entryId: free },
    { type: "waitlist.offered", entryId: free, slotTime: `${date}T10:30:00` },
    { type: "waitlist.joined", entryId: far },
    { type: "waitlist.offered", entryId: far, slotTime: `${date}T11:00:00` },
  ]);
});

test("the places of a raised capacity are offered to the entries in order", async () => {
  await using office = await openFull();
  const { application, persistence, booking } = office;
  const first = await office.join();
  await office.join({ fromTime: "10:00", toTime: "11:00" });
  const third = await office.join();
  const settings = { id: booking.departmentId, version: 1, slotCapacity: 3 };
  await application.staff.updateDepartment(office.staff, settings);
  await persistence.publishSlotChanges();
  expect((await office.events()).filter(({ type }) => type === "waitlist.offered")).toMatchObject([
    { slotTime: `${date}T10:30:00` },
    { entryId: first, slotTime: dateTime },
    { entryId: third, slotTime: dateTime },
  ]);
  expect(await inDatabase(office.url, "select id from slot_change_jobs")).toEqual([]);
  expect(await faultsOf(() => application.bookAppointment(office.caller, booking)))
    .toEqual(["dateTime"]);
});

test("a place that no change has freed is offered by the hourly pass, which also ends past entries", async () => {
  await using office = await openFull({ bookingWindow: { maxDaysAhead: 3 } });
  const past = await office.join();
  const entry = await office.join({ fromDate: "2026-12-10", toDate: "2026-12-10" });
  expect((await office.state()).offers).toEqual([]);
  office.service.setNow("2026-12-08T08:00:00Z");
  await office.persistence.waitlistPasses.refresh();
  expect(await office.state()).toMatchObject({
    entries: [{ id: past, state: "ENDED" }, { id: entry, state: "OFFERED" }],
    offers: [{ entry }],
    waiting: 1,
  });
  office.service.setNow("2027-04-01T08:00:00Z");
  await office.persistence.clean();
  expect((await office.state()).entries).toMatchObject([{ id: entry }]);
});

test("the place of a hold that has ended is offered, by the pass and before another hold", async () => {
  await using office = await openFull();
  const { application, caller, service } = office;
  const noon = { departmentId: caller.departmentId, dateTime: `${date}T12:00:00` };
  const one = { ...noon, dateTime: `${date}T13:00:00` };
  await application.holdPlace(caller, { ...noon, seconds: 30 });
  await application.holdPlace(caller, { ...one, seconds: 30 });
  const entries = [
    await office.join({ fromTime: "12:00", toTime: "12:30" }),
    await office.join({ fromTime: "13:00", toTime: "13:30" }),
  ];
  expect((await office.state()).offers).toEqual([]);
  service.setNow("2026-11-30T08:01:00Z");
  expect(await faultsOf(() => application.holdPlace(caller, noon))).toEqual(["dateTime"]);
  await office.persistence.waitlistPasses.offerEnded();
  expect((await office.state()).offers.map(({ entry }) => entry).toSorted()).toEqual(entries);
});

test("a moved appointment frees the slot that it leaves, and a new worker of it frees the old one", async () => {
  await using office = await openFull({ slotCapacity: 2, workers: 3, showAdminsInBooking: true });
  const { application, caller, staff, ids, workerIds } = office;
  const [first, , third] = workerIds;
  const slot = { slotCapacity: 3, id: caller.departmentId, version: 1 };
  const entry = await office.join({ workerId: first });
  await application.staff.updateDepartment(staff, slot);
  await application.staff.rescheduleAppointment(staff, { id: ids[0]!, dateTime, workerId: third });
  expect(await office.events()).toMatchObject([
    { type: "waitlist.joined", entryId: entry },
    { type: "waitlist.offered", entryId: entry, slotTime: dateTime, workerId: first },
  ]);
  const other = await office.join({ workerId: third });
  const moved = { id: ids[0]!, dateTime: `${date}T15:00:00` };
  await application.moveAppointment(caller, moved);
  expect((await office.events()).at(-1)).toMatchObject({ entryId: other, workerId: third });
});

test("an offer of a worker is booked with that worker only", async () => {
  await using office = await openFull({ slotCapacity: 2, workers: 2, showAdminsInBooking: true });
  const { application, caller, ids, booking, workerIds } = office;
  const [first, second] = workerIds;
  await office.join();
  await application.archiveAppointment(caller, ids[0]!);
  await application.archiveAppointment(caller, ids[1]!);
  const holdId = (await office.state()).offers[0]!.hold;
  const book = (workerId?: number) =>
    application.bookAppointment(caller, { ...booking, holdId, ...(workerId && { workerId }) });
  expect(await faultsOf(() => book(second))).toEqual(["workerId"]);
  expect((await book()).appointment.id).toBeGreaterThan(0);
  expect((await office.state()).entries).toMatchObject([{ state: "BOOKED" }]);
  expect(first).not.toBe(second);
});

test("an entry whose offer has ended is offered what was free meanwhile", async () => {
  await using office = await openFull();
  const { application, caller, ids, service } = office;
  const noon = { fromTime: "10:00", toTime: "11:00" };
  const held = { departmentId: caller.departmentId, dateTime: `${date}T10:30:00` };
  const taken = (await application.bookAppointment(caller, { ...held, name: "Bob" })).appointment;
  const [first, second] = [await office.join(noon), await office.join(noon)];
  await application.archiveAppointment(caller, ids[0]!);
  const offers = async () =>
    (await office.events()).filter(({ type }) => type === "waitlist.offered")
      .map(({ entryId, slotTime }) => [entryId, slotTime.slice(11, 16)]);
  expect(await offers()).toEqual([[first, "10:00"]]);
  await application.leaveWaitlist(caller, second);
  await application.archiveAppointment(caller, taken.id);
  // Nobody waits now who does not have an offer, so 10:30 is free.
  expect(await offers()).toEqual([[first, "10:00"]]);
  service.setNow("2026-11-30T09:00:00Z");
  await office.persistence.waitlistPasses.offerEnded();
  expect(await offers()).toEqual([[first, "10:00"], [first, "10:30"]]);
});

test("an entry belongs to its key and the keys that replace it; one without a key gets no offer", async () => {
  await using office = await openFull();
  const { application, caller, ids, openKey } = office;
  const partner = await openKey("Partner");
  const key = { "Idempotency-Key": "one" };
  const entry = await office.join(key);
  expect(await office.join(key)).toBe(entry);
  expect(await faultsOf(() => office.join({ ...key, toTime: "11:00" })))
    .toEqual(["Idempotency-Key"]);
  const missing = { code: "WAITLIST_ENTRY_NOT_FOUND" };
  const { getWaitlistEntry, leaveWaitlist, listWaitlist } = application;
  expect(await refusalOf(() => getWaitlistEntry(partner, entry))).toMatchObject(missing);
  expect(await refusalOf(() => leaveWaitlist(partner, entry))).toMatchObject(missing);
  expect(await listWaitlist(partner, {})).toEqual({ entries: [], nextCursor: null });
  const later = await office.join(key, partner);
  expect(later).not.toBe(entry);
  await application.staff.revokeApiKey(office.staff, { id: caller.apiKeyId });
  await application.archiveAppointment({ ...partner, actor: caller.actor }, ids[0]!);
  expect((await office.state()).offers).toMatchObject([{ entry: later }]);
});

test("staff see the open entries of their departments, with local times, and what the list did", async () => {
  await using office = await openFull({ timeZone: "Asia/Tokyo" });
  const { application, caller, ids, booking, service } = office;
  const other = await application.createDepartment(caller.organizationId, { name: "Other" });
  const first = await office.join();
  const second = await office.join();
  await office.join({ departmentId: other.id, weekdays: [7] });
  await application.archiveAppointment(caller, ids[0]!);
  service.setNow("2026-11-30T08:20:00Z");
  const holdId = (await office.state()).offers[0]!.hold;
  await application.bookAppointment(caller, { ...booking, holdId });
  const { getWaitlist } = application.staff;
  const sums = { joined: 3, offered: 1, accepted: 1, declined: 0, expired: 0, medianMinutes: 20 };
  const all = await getWaitlist(office.staff, {});
  expect(all.entries.map(({ id }) => id)).toEqual([second, second + 1]);
  expect(all).toMatchObject({
    entries: [{ state: "WAITING", createdAt: "2026-11-30T17:00:00" }, {}],
    sums,
  });
  const bound = { ...office.staff, role: "STAFF", departmentIds: [other.id] } as const;
  const own = await getWaitlist(bound, {});
  expect(own).toMatchObject({
    entries: [{ departmentId: other.id }],
    sums: { joined: 1, offered: 0, medianMinutes: null },
  });
  expect(await getWaitlist(bound, { departmentId: caller.departmentId }))
    .toMatchObject({ entries: [], sums: { joined: 0 } });
  expect((await getWaitlist(office.staff, { environment: "TEST" })).entries).toEqual([]);
  expect(first).toBeLessThan(second);
});

test("a list has pages of 100, and a department at most 1,000 entries that wait", async () => {
  await using office = await openFull();
  const { application, caller } = office;
  const made = await office.join({ externalUserId: "user-1" });
  await inDatabase(
    office.url,
    `insert into waitlist_entries (organization_id, environment, api_key_id, lineage_id,
       department_id, from_date, to_date, weekdays, state, created_at)
     select organization_id, environment, api_key_id, lineage_id, department_id, from_date, to_date,
       '{}', 'WAITING', created_at
     from waitlist_entries, generate_series(1, 999)`,
  );
  expect(await refusalOf(() => office.join())).toMatchObject({ code: "WAITLIST_FULL" });
  const page = await application.listWaitlist(caller, {});
  expect([page.entries.length, page.nextCursor]).toEqual([100, page.entries[99]!.id]);
  let count = 0;
  for (let after: number | null = 0; after !== null;) {
    const next = await application.listWaitlist(caller, after === 0 ? {} : { after });
    count += next.entries.length;
    after = next.nextCursor;
  }
  expect(count).toBe(1000);
  const mine = await application.listWaitlist(caller, { externalUserId: "user-1" });
  expect(mine).toMatchObject({ entries: [{ id: made }], nextCursor: null });
  expect((await application.listWaitlist(caller, { state: "BOOKED" })).entries).toEqual([]);
  expect((await application.listWaitlist(caller, { departmentId: 999 })).entries).toEqual([]);
});

test("a page of final entries looks at 2,000 of the key, and the next one continues after them", async () => {
  await using office = await openFull();
  const { application, caller, openKey } = office;
  const first = await office.join();
  await office.join({}, await openKey("Partner"));
  await inDatabase(
    office.url,
    `insert into waitlist_entries (organization_id, environment, api_key_id, lineage_id,
       department_id, from_date, to_date, weekdays, state, created_at)
     select organization_id, environment, api_key_id, lineage_id, department_id, from_date, to_date,
       '{}', case n when 2001 then 'CANCELLED' else 'ENDED' end, created_at
     from waitlist_entries, generate_series(1, 2001) as n where id = ${first} order by n`,
  );
  const list = (query: object) => application.listWaitlist(caller, query);
  const all: number[] = [];
  let after: number | null = null;
  for (let pages = 0; pages < 3; pages += 1) {
    const page: Awaited<ReturnType<typeof list>> = await list({ state: "CANCELLED", after });
    all.push(...page.entries.map(({ id }) => id));
    after = page.nextCursor;
    if (after === null) break;
  }
  expect(all).toHaveLength(1);
  expect(after).toBeNull();
  const short = await list({ state: "CANCELLED" });
  expect(short).toEqual({ entries: [], nextCursor: all[0]! - 2 });
  const waiting = await list({ state: "WAITING" });
  expect(waiting).toMatchObject({ entries: [{ id: first }], nextCursor: null });
  const mixed = await list({});
  expect([mixed.entries.length, mixed.nextCursor]).toEqual([100, mixed.entries[99]!.id]);
});

test("ids of departments that are too large for the database name no department", async () => {
  await using office = await openFull();
  const { application, caller, staff } = office;
  const departmentId = 2 ** 40;
  expect(await refusalOf(() => office.join({ departmentId })))
    .toMatchObject({ code: "DEPARTMENT_NOT_FOUND" });
  expect((await application.listWaitlist(caller, { departmentId })).entries).toEqual([]);
  expect((await application.staff.getWaitlist(staff, { departmentId })).entries).toEqual([]);
});

test("an entry may wait for the last day that the calendar has", async () => {
  await using office = await openFull();
  const last = "9999-12-31";
  await office.join({ fromDate: last, toDate: last, fromTime: null, toTime: null });
  await office.persistence.waitlistPasses.refresh();
  expect((await office.state()).entries).toMatchObject([{ state: "OFFERED" }]);
});

test("past entries end in transactions of 50", async () => {
  await using office = await openFull();
  await office.join();
  await inDatabase(
    office.url,
    `insert into waitlist_entries (organization_id, environment, api_key_id, lineage_id,
       department_id, from_date, to_date, weekdays, state, created_at)
     select organization_id, environment, api_key_id, lineage_id, department_id, from_date, to_date,
       '{}', 'WAITING', created_at
     from waitlist_entries, generate_series(1, 50)`,
  );
  office.service.setNow("2026-12-08T08:00:00Z");
  await office.persistence.waitlistPasses.refresh();
  expect((await office.state()).waiting).toBe(0);
  expect(
    await inDatabase(
      office.url,
      "select count(*)::int as entries from waitlist_entries group by xmin::text order by 1",
    ),
  ).toEqual([{ entries: 1 }, { entries: 50 }]);
});

test("the place of an ended offer is passed on in the transaction that ends it, however many holds end", async () => {
  await using office = await openFull();
  const [first, second] = [await office.join(), await office.join()];
  await office.application.archiveAppointment(office.caller, office.ids[0]!);
  await inDatabase(
    office.url,
    `insert into holds (organization_id, environment, api_key_id, department_id, date_time,
       slot_start, slot_minutes, place, created_at, expires_at)
     select organization_id, environment, api_key_id, department_id,
       date_time + make_interval(mins => 30 * n), slot_start + make_interval(mins => 30 * n),
       slot_minutes, place, created_at, expires_at - interval '1 minute'
     from holds, generate_series(1, 50) as n`,
  );
  office.service.setNow("2026-11-30T09:00:00Z");
  await office.persistence.waitlistPasses.offerEnded();
  const transactions = await inDatabase<{ bodies: string }>(
    office.url,
    "select bodies from feed_entries where bodies like '%waitlist.expired%'",
  );
  expect(
    transactions[0]!.bodies.split("\n").map((one) => JSON.parse(one))
      .map(({ type, data: { object } }) => [type, object.entryId]),
  ).toEqual([["waitlist.expired", first], ["waitlist.offered", second]]);
});

test("old entries are deleted with their offers, at most 1,000 in a transaction", async () => {
  await using office = await openFull();
  const open = await office.join();
  await inDatabase(
    office.url,
    `with entries as (
       insert into waitlist_entries (organization_id, environment, api_key_id, lineage_id,
         department_id, from_date, to_date, weekdays, state, created_at)
       select organization_id, environment, api_key_id, lineage_id, department_id, from_date,
         to_date, '{}', 'ENDED', created_at
       from waitlist_entries, generate_series(1, 1001)
       returning *
     )
     insert into waitlist_offers (organization_id, environment, hold_id, entry_id, slot_start,
       offered_at, expires_at, outcome, ended_at)
     select organization_id, environment, id, id, from_date, created_at, created_at, 'EXPIRED',
       created_at
     from entries`,
  );
  await inDatabase(
    office.url,
    `create table deletions (entries int);
     create function note() returns trigger language plpgsql as
       $$ begin insert into deletions select count(*) from gone; return null; end $$;
     create trigger note after delete on waitlist_entries referencing old table as gone
       for each statement execute function note()`,
  );
  office.service.setNow("2027-04-01T08:00:00Z");
  await office.persistence.clean();
  expect(await office.state()).toMatchObject({ entries: [{ id: open }], offers: [] });
  expect(await inDatabase(office.url, "select entries from deletions where entries > 0"))
    .toEqual([{ entries: 1000 }, { entries: 1 }]);
});

test("while an organization is closed no offer ends, and after the reopening the pass ends it", async () => {
  await using office = await openFull();
  const { application, caller, persistence, service } = office;
  const offers = async () =>
    (await office.events()).slice(2).map(({ type, entryId }) => [type, entryId]);
  const entries = [await office.join(), await office.join()];
  await application.archiveAppointment(caller, office.ids[0]!);
  await application.updateDepartment(caller.departmentId, { slotCapacity: 2 });
  await application.closeOrganization(caller.organizationId);
  const before = [await office.state(), await office.events()];
  service.setNow("2026-11-30T09:00:00Z");
  const workOfProcess = async () => {
    await persistence.publishSlotChanges();
    await persistence.waitlistPasses.offerEnded();
    await persistence.waitlistPasses.refresh();
  };
  await workOfProcess();
  expect([await office.state(), await office.events()]).toEqual(before);
  await application.reopenOrganization(caller.organizationId);
  await workOfProcess();
  expect(await offers()).toEqual([
    ["waitlist.offered", entries[0]],
    ["waitlist.offered", entries[1]],
    ["waitlist.expired", entries[0]],
  ]);
});
