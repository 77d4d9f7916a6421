import { Client } from "pg";
import { expect, test } from "vitest";
import { checkLedger } from "../../support/ledger_audit.ts";
import { freshDatabase } from "../../support/fresh_database.ts";
import { date, openFull } from "../../support/full_slot.ts";
import { openService, seedOrganization } from "../../support/seeded.ts";
import { staffOf } from "../../support/staff_callers.ts";
import { addWebhook, inDatabase } from "../../support/published_events.ts";

const person = ["Ada Lovelace", "+49 30 5", "u-7", "ada@example.org", "de-AT", "case-9"];

/** A past appointment that was booked under a key, edited and completed, and another of the same person. */
async function openDesk() {
  const url = await freshDatabase();
  const stack = new AsyncDisposableStack();
  const service = stack.use(await openService(url));
  service.setNow("2026-11-20T08:00:00Z");
  const seeded = await seedOrganization(service, { slotCapacity: 9 });
  await addWebhook(service, seeded.organizationId, { includeContact: true });
  const { application } = service;
  const { staff } = application;
  const caller = staffOf(seeded.organizationId, { name: "Grace Hopper" });
  const [name, phone, externalUserId, email, locale, caseNumber] = person;
  const fields = {
    departmentId: seeded.departmentId,
    dateTime: "2026-11-20T10:00:00",
    name,
    externalUserId,
    email,
    locale,
    metadata: { caseNumber },
    "Idempotency-Key": "key",
  };
  const { appointment } = await application.bookAppointment(seeded, fields);
  const { id } = appointment;
  const other = await application.bookAppointment(seeded, {
    ...fields,
    "Idempotency-Key": "other",
  });
  service.setNow("2026-11-20T08:01:00Z");
  await staff.updateAppointment(caller, { id, phone });
  await staff.completeAppointment(caller, { id });
  service.setNow("2026-11-20T11:00:00Z");
  return {
    url,
    service,
    seeded,
    staff,
    caller,
    fields,
    appointment,
    other,
    id,
    /** Where in the database the person's data stand, as `table column`. */
    traces: (except = "") => tracesOf(url, except),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

/** Every column of every table that contains a text of the person, rows that mention `except` left out. */
async function tracesOf(url: string, except: string): Promise<string[]> {
  const tables = await inDatabase<{ name: string }>(
    url,
    `select quote_ident(relname) as name from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  const wanted = person.map((text) => `strpos(t::text, '${text}') > 0`).join(" or ");
  const rows = await inDatabase<{ name: string; row: string }>(
    url,
    tables.map(({ name }) =>
      `select '${name}' as name, t::text as row from ${name} t where ${wanted}`
    ).join(" union all "),
  );
  const left = rows.filter(({ row }) => except === "" || !row.includes(except));
  const traces = new Set(
    left.flatMap(({ name, row }) =>
      person.filter((text) => row.includes(text)).map((text) => `${name} ${text}`)
    ),
  );
  return [...traces].toSorted();
}

test("no table has data of the person afterwards, and the ledger is unchanged", async () => {
  await using desk = await openDesk();
  const { url, staff, caller, id, appointment } = desk;
  await inDatabase(
    url,
    `insert into waitlist_entries (organization_id, environment, api_key_id, lineage_id,
       department_id, from_date, to_date, weekdays, state, appointment_id, external_user_id, created_at)
     select organization_id, environment, 1, gen_random_uuid(), department_id, '2026-11-20',
       '2026-11-20', '{}', state, case state when 'BOOKED' then id end, external_user_id, now()
     from appointments, unnest('{BOOKED,ENDED,CANCELLED}'::text[]) as state where id = ${id}`,
  );
  const other = desk.other.appointment;
  expect((await desk.traces(other.qrCode)).length).toBeGreaterThan(5);
  const before = await checkLedger(url);
  const { externalUserId: _, ...rest } = appointment;
  const erased = {
    ...rest,
    status: "COMPLETED",
    name: "Erased",
    phone: "",
    email: null,
    locale: null,
    metadata: null,
    cancelReason: null,
    note: "",
    environment: "LIVE",
    workerId: null,
  };
  await staff.updateAppointment(caller, { id, note: `Called: ${person.join()}` });
  expect(await staff.eraseAppointment(caller, { id })).toStrictEqual(erased);
  expect(await desk.traces(other.qrCode)).toEqual([]);
  expect(await staff.getAppointment(caller, { id })).toStrictEqual({
    ...erased,
    workerName: null,
  });
  const after = await checkLedger(url);
  expect(after).toEqual({ ...before, names: ["Erased", "Ada Lovelace"] });
  expect(await desk.traces()).not.toEqual([]);
});

test("an entry that still waits keeps its user in an erasure, and loses it at each of its ends", async () => {
  await using office = await openFull();
  const { application, caller, booking, service, staff } = office;
  const user = { externalUserId: "u-7" };
  const [booked, cancelled] = [await office.join(user), await office.join(user)];
  const ended = await office.join(user);
  const other = await office.join({ externalUserId: "u-8" });
  const visit = { ...booking, ...user, dateTime: `${date}T12:00:00` };
  const { id } = (await application.bookAppointment(caller, visit)).appointment;
  await application.staff.eraseAppointment(staff, { id, archive: true });
  const users = async () =>
    (await inDatabase<{ id: number; state: string; user: string | null }>(
      office.url,
      "select id::int, state, external_user_id as user from waitlist_entries",
    )).toSorted((a, b) => a.id - b.id).map((one) => [one.id, one.state, one.user]);
  expect(await users()).toEqual([
    [booked, "WAITING", "u-7"],
    [cancelled, "WAITING", "u-7"],
    [ended, "WAITING", "u-7"],
    [other, "WAITING", "u-8"],
  ]);
  await application.archiveAppointment(caller, office.ids[0]!);
  const holdId = (await office.state()).offers[0]!.hold;
  await application.bookAppointment(caller, { ...booking, holdId });
  await application.leaveWaitlist(caller, cancelled);
  service.setNow("2026-12-02T08:00:00Z");
  await office.persistence.waitlistPasses.refresh();
  expect(await users()).toEqual([
    [booked, "BOOKED", null],
    [cancelled, "CANCELLED", null],
    [ended, "ENDED", null],
    [other, "ENDED", "u-8"],
  ]);
});

test("the answer of a move that is stored under a key is erased too", async () => {
  await using desk = await openDesk();
  const { service, seeded, staff, caller } = desk;
  const { id } = desk.other.appointment;
  const move = { id, dateTime: "2026-11-20T12:00:00", "Idempotency-Key": "move" };
  const { appointment } = await service.application.moveAppointment(seeded, move);
  expect(appointment.name).toBe("Ada Lovelace");
  await service.application.archiveAppointment(seeded, id, { reason: "Ada Lovelace is ill" });
  await staff.eraseAppointment(caller, { id });
  expect(await desk.traces(desk.appointment.qrCode)).toEqual([]);
  const again = await service.application.moveAppointment(seeded, move);
  expect(again).toMatchObject({ appointment: { name: "Erased" }, isReplay: true });
});

test("an appointment that was overwritten by hand is erased in the other tables too", async () => {
  await using desk = await openDesk();
  const { staff, caller } = desk;
  const { id } = desk.other.appointment;
  await staff.updateAppointment(caller, { id, name: "Erased", phone: "", externalUserId: null });
  const elsewhere = () => desk.traces(desk.appointment.qrCode);
  expect(await elsewhere()).not.toEqual([]);
  await staff.eraseAppointment(caller, { id });
  expect(await elsewhere()).toEqual([]);
});

test("a visit that nobody ended loses its note", async () => {
  await using desk = await openDesk();
  const { staff, caller } = desk;
  const { id } = desk.other.appointment;
  await staff.arrive(caller, { appointmentId: id, note: "Ada Lovelace waits in the car" });
  await staff.completeAppointment(caller, { id });
  await staff.eraseAppointment(caller, { id });
  const visits = await inDatabase(desk.url, "select state, note from visits");
  expect(visits).toEqual([{ state: "WAITING", note: "" }]);
});

/** Appointments that staff booked, moved and completed with reasons that name the person, and one of another person. */
async function openWithReasons() {
  const desk = await openDesk();
  const { url, service, staff, caller, seeded: { departmentId } } = desk;
  const reason = (what: string) => ({ overrideReason: `${what} for ${person.join()}` });
  const book = (dateTime: string, more: object) =>
    staff.createAppointment(caller, { departmentId, dateTime, name: "Ada Lovelace", ...more });
  const { id } = await book("2026-11-26T10:00:00", reason("Booked"));
  const dateTime = "2026-11-25T10:00:00";
  await staff.rescheduleAppointment(caller, { id, dateTime, ...reason("Moved") });
  await staff.completeAppointment(caller, { id, ...reason("Completed") });
  const { id: other } = await book("2026-11-25T11:00:00", { overrideReason: "Sent by the court" });
  service.setNow("2026-11-25T11:00:01Z");
  return {
    ...desk,
    id,
    other,
    entries: () => inDatabase<AuditRow>(url, "select * from audit_entries order by id"),
    [Symbol.asyncDispose]: desk[Symbol.asyncDispose],
  };
}

interface AuditRow {
  subject_kind: string;
  subject_id: string;
  changes: { field: string; after?: unknown }[];
}

test("the reasons of staff lose their text in the audit, and nothing else in it changes", async () => {
  await using desk = await openWithReasons();
  const { staff, caller, id, entries } = desk;
  const before = await entries();
  const isOfIt = ({ subject_kind, subject_id }: AuditRow) =>
    subject_kind === "appointment" && subject_id === String(id);
  expect(JSON.stringify(before).match(/for Ada Lovelace/g)).toHaveLength(3);
  await staff.eraseAppointment(caller, { id });
  const expected = structuredClone(before);
  for (const { changes } of expected.filter(isOfIt)) {
    for (const change of changes) if (change.field === "overrideReason") delete change.after;
  }
  const after = await entries();
  expect(after.slice(0, -1)).toEqual(expected);
  expect(after.at(-1)).toMatchObject({ action: "appointment.erased", subject_id: String(id) });
  expect(JSON.stringify(after)).toContain("Sent by the court");
  await staff.eraseAppointment(caller, { id });
  expect((await entries()).slice(0, -2)).toEqual(expected);
});

test("the database refuses every other change of an audit entry, also after an erasure", async () => {
  await using desk = await openWithReasons();
  const { url, staff, caller, id, other, entries } = desk;
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const withoutText = `(select jsonb_agg(case when c ->> 'field' = 'overrideReason'
      then c - 'after' else c end) from jsonb_array_elements(changes) c)`;
    const refused = async (set: string, subject: number) => {
      const statement = `update audit_entries set ${set}
        where subject_kind = 'appointment' and subject_id = ${subject}
          and action <> 'appointment.erased'`;
      await expect(client.query(statement)).rejects.toThrow("append-only");
    };
    await refused(`changes = ${withoutText}`, id);
    await staff.eraseAppointment(caller, { id });
    const before = await entries();
    await refused(`changes = ${withoutText}`, other);
    await refused("actor_name = 'Nobody'", id);
    await refused(`changes = ${withoutText}, ip_address = null`, id);
    await refused("changes = '[]'", id);
    await refused(`changes = '[{"field": "overrideReason", "after": "Another"}]'`, id);
    await refused("created_at = now()", id);
    expect(await entries()).toEqual(before);
  } finally {
    await client.end();
  }
});

test("later deliveries send the erased body, which keeps its format", async () => {
  await using desk = await openDesk();
  const { url, service, staff, caller, id } = desk;
  const bodies = () =>
    inDatabase<{ body: string }>(
      url,
      `select body from webhook_events where appointment_id = ${id} order by id`,
    );
  const events = await bodies();
  expect(events).toHaveLength(3);
  await staff.eraseAppointment(caller, { id });
  const contact = /"email":.*?"metadata":\{.*?\}/;
  const expected = events.map(({ body }) => ({
    body: body.replace("Ada Lovelace", "Erased").replace("+49 30 5", "")
      .replace(contact, '"email":null,"locale":null,"metadata":null'),
  }));
  expect(await bodies()).toEqual(expected);
  const claimed = await service.persistence.deliveryQueue.claim(20);
  const sent = claimed.map(({ body }) => body).filter((body) =>
    JSON.parse(body).data.object.id === id
  );
  expect(sent.toSorted()).toEqual(expected.map(({ body }) => body).toSorted());
  const found = await inDatabase(url, "select id from webhook_events");
  await staff.eraseAppointment(caller, { id });
  expect(await inDatabase(url, "select id from webhook_events")).toHaveLength(found.length);
});

test("a repeated creation returns the first answer without the personal data, its fields in the same order", async () => {
  await using desk = await openDesk();
  const { service, seeded, fields, staff, caller, id, appointment } = desk;
  await staff.eraseAppointment(caller, { id });
  const again = await service.application.bookAppointment(seeded, fields);
  const { externalUserId: _, ...rest } = appointment;
  expect(again.isReplay).toBe(true);
  expect(JSON.stringify(again.appointment)).toBe(JSON.stringify({ ...rest, name: "Erased" }));
  const other = await service.application.bookAppointment(seeded, {
    ...fields,
    "Idempotency-Key": "other",
  });
  expect(other).toMatchObject({ appointment: desk.other.appointment, isReplay: true });
});

test("the bodies of its events are found by an index", async () => {
  const client = new Client({ connectionString: await freshDatabase() });
  await client.connect();
  try {
    await client.query("set enable_seqscan = off");
    const { rows } = await client.query(
      `explain (costs off) select body from webhook_events
       where appointment_id = 1 and organization_id = 1`,
    );
    expect(JSON.stringify(rows)).toMatch(/appointment_id_idx/);
  } finally {
    await client.end();
  }
});
