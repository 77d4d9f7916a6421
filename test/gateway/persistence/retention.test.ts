import { Client } from "pg";
import { expect, test } from "vitest";
import { freshDatabase } from "../../support/fresh_database.ts";
import { addWebhook, inDatabase } from "../../support/published_events.ts";
import { openService, seedOrganization } from "../../support/seeded.ts";
import { staffOf } from "../../support/staff_callers.ts";

const rules = { appointmentDays: 30, eventDays: 10, usageDays: 5, auditDays: 3 };
const day = (date: string) => `2026-11-${date}T10:00:00`;

/** Appointments of Ada on the 1st, 2nd and 20th and of Bob on the 1st. It is the 20th. */
async function openOffice() {
  const url = await freshDatabase();
  const stack = new AsyncDisposableStack();
  const service = stack.use(await openService(url));
  const { staff } = service.application;
  service.setNow("2026-11-01T08:00:00Z");
  const seeded = await seedOrganization(service, { slotCapacity: 9 });
  const { organizationId, departmentId } = seeded;
  await addWebhook(service, organizationId);
  const caller = staffOf(organizationId, { name: "Grace Hopper", role: "OWNER" });
  const book = async (name: string, dateTime: string) =>
    (await staff.createAppointment(caller, { departmentId, name, phone: "+49 30 5", dateTime })).id;
  const ids = [
    await book("Ada", day("01")),
    await book("Bob", day("01")),
    await book("Ada", day("02")),
    await book("Ada", day("20")),
  ];
  service.setNow("2026-11-20T08:00:00Z");
  return {
    url,
    service,
    staff,
    caller,
    seeded,
    ids,
    book,
    setRules: (days: Partial<typeof rules>) =>
      staff.setRetention(caller, {
        appointmentDays: null,
        eventDays: null,
        usageDays: null,
        auditDays: null,
        ...days,
      }),
    run: () => service.application.applyRetention(),
    names: async () =>
      (await inDatabase<{ name: string }>(url, "select name from appointments order by id"))
        .map(({ name }) => name),
    runs: async () =>
      (await inDatabase<{ changes: { field: string; after: number }[] }>(
        url,
        "select changes from audit_entries where action = 'organization.retention_applied' order by id",
      )).map(({ changes }) =>
        Object.fromEntries(changes.map(({ field, after }) => [field, after]))
      ),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

test("appointments lose their data in the night after their days, once, with an exact count", async () => {
  await using office = await openOffice();
  const { service } = office;
  await office.setRules({ appointmentDays: 30 });
  service.setNow("2026-12-01T23:59:59Z");
  await office.run();
  expect(await office.names()).toEqual(["Ada", "Bob", "Ada", "Ada"]);
  service.setNow("2026-12-02T20:00:00Z");
  await office.run();
  expect(await office.names()).toEqual(["Erased", "Erased", "Ada", "Ada"]);
  await office.run();
  service.setNow("2026-12-03T20:00:00Z");
  await office.run();
  expect(await office.names()).toEqual(["Erased", "Erased", "Erased", "Ada"]);
  service.setNow("2026-12-04T20:00:00Z");
  await office.run();
  expect(await office.runs()).toEqual([{ appointments: 2 }, { appointments: 1 }]);
  const [row] = await inDatabase<{ row: string }>(
    office.url,
    `select (select string_agg(body, '') from webhook_events where appointment_id = ${
      office.ids[0]
    })
      || (select string_agg(bodies, '') from feed_entries where bodies like '%"id":${
      office.ids[0]
    },%') as row`,
  );
  expect(row!.row).not.toContain("Ada");
});

test("a run reads what changed in the time that is done, and what is free again", async () => {
  await using office = await openOffice();
  const { service, staff, caller, ids: [first, second] } = office;
  await staff.placeLegalHold(caller, { id: second, reason: "Claim 7" });
  await office.setRules({ appointmentDays: 10 });
  await office.run();
  expect(await office.names()).toEqual(["Erased", "Bob", "Erased", "Ada"]);
  await staff.updateAppointment(caller, { id: first, note: "Ada called" });
  service.setNow("2026-11-21T08:00:00Z");
  await office.run();
  expect(await inDatabase(office.url, "select note from appointments where note <> ''")).toEqual(
    [],
  );
  const [hold] = await staff.listLegalHolds(caller);
  await staff.liftLegalHold(caller, { id: hold!.id });
  service.setNow("2026-11-22T08:00:00Z");
  await office.run();
  expect(await office.names()).toEqual(["Erased", "Erased", "Erased", "Ada"]);
  expect(await office.runs()).toEqual([{ appointments: 2 }, { appointments: 1 }, {
    appointments: 1,
  }]);
});

test("events, the feed and calls lose their personal data, and their numbers stay", async () => {
  await using office = await openOffice();
  const { url, service, seeded: { organizationId } } = office;
  const call = (at: string) =>
    `insert into usage_entries (organization_id, api_key_id, environment, endpoint, route_template, method,
      status_code, credits_consumed, response_time_ms, timestamp, ip_address, user_agent)
    values (${organizationId}, 1, 'LIVE', '/a', 'GET /a', 'GET', 200, 0, 1, '${at}', '203.0.113.9', 'curl')`;
  await inDatabase(url, call("2026-11-14T23:59:59.999Z"));
  await inDatabase(url, call("2026-11-15T00:00:00Z"));
  await office.setRules({ eventDays: 10, usageDays: 5 });
  const preview = await office.staff.previewRetention(office.caller, {
    ...rules,
    appointmentDays: 10,
  });
  expect(preview).toEqual({ appointments: 3, held: 0, visits: 0, events: 4, calls: 1, entries: 6 });
  await office.run();
  expect(await inDatabase(url, "select ip_address, user_agent from usage_entries order by id"))
    .toEqual([{ ip_address: "", user_agent: "" }, {
      ip_address: "203.0.113.9",
      user_agent: "curl",
    }]);
  const bodies = await inDatabase<{ body: string }>(
    url,
    "select body from webhook_events union all select bodies from feed_entries",
  );
  expect(bodies.length).toBeGreaterThan(7);
  expect(bodies.filter(({ body }) => /Ada|Bob|49 30/.test(body))).toEqual([]);
  expect(await office.names()).toEqual(["Ada", "Bob", "Ada", "Ada"]);
  service.setNow("2026-11-21T08:00:00Z");
  await office.run();
  expect(await office.runs()).toEqual([{ events: 4, calls: 1 }, { calls: 1 }]);
});

test("events of a held person keep their data until the hold is lifted", async () => {
  await using office = await openOffice();
  const { url, service, staff, caller, ids: [, bob] } = office;
  const named = async (name: string) =>
    (await inDatabase<{ body: string }>(
      url,
      "select body from webhook_events union all select bodies from feed_entries",
    )).filter(({ body }) => body.includes(`"${name}"`)).length;
  await staff.placeLegalHold(caller, { id: bob, reason: "Claim 7" });
  await office.setRules({ eventDays: 10 });
  expect(await staff.previewRetention(caller, { ...rules, appointmentDays: null }))
    .toMatchObject({ events: 3 });
  await office.run();
  expect([await named("Ada"), await named("Bob")]).toEqual([0, 2]);
  const [hold] = await staff.listLegalHolds(caller);
  await staff.liftLegalHold(caller, { id: hold!.id });
  service.setNow("2026-11-21T08:00:00Z");
  await office.run();
  expect(await named("Bob")).toBe(0);
  expect(await office.runs()).toEqual([{ events: 3 }, { events: 1 }]);
});

test("entries of the audit log lose names, addresses and texts, and those about a held person when the hold is lifted", async () => {
  await using office = await openOffice();
  const { url, service, staff, caller, ids: [, bob] } = office;
  await inDatabase(
    url,
    `insert into audit_entries (organization_id, actor_kind, actor_name, action, subject_kind, subject_id,
       subject_name, changes, created_at, transaction_tag)
     select ${caller.organizationId}, 'OPERATOR', 'Operator', 'worker.created', 'worker', n, 'Ada', '[]',
       '2026-11-02T00:00:00Z', gen_random_uuid()
     from generate_series(1, 1200) n`,
  );
  const named = async () =>
    (await inDatabase<{ entries: number }>(
      url,
      "select count(*)::int as entries from audit_entries where actor_name <> 'Erased'",
    ))[0]!.entries;
  const all = await named();
  await staff.placeLegalHold(caller, { id: bob, reason: "Claim 7" });
  await office.setRules({ auditDays: 10 });
  const due = all - 1;
  expect(await staff.previewRetention(caller, { ...rules, auditDays: 10 }))
    .toMatchObject({ entries: due });
  await office.run();
  // Those of today: the hold, the rule and the run.
  expect(await named()).toBe(1 + 3);
  expect(await staff.previewRetention(caller, { ...rules, auditDays: 10 }))
    .toMatchObject({ entries: 0 });
  const [hold] = await staff.listLegalHolds(caller);
  await staff.liftLegalHold(caller, { id: hold!.id });
  service.setNow("2026-11-21T08:00:00Z");
  await office.run();
  expect(await office.runs()).toEqual([{ entries: due }, { entries: 1 }]);
  await office.setRules({});
  service.setNow("2026-12-21T08:00:00Z");
  await office.run();
  expect(await office.runs()).toHaveLength(2);
});

// A service of the version before does not know the column.
test("a run that a service of the version before begins counts entries from 0", async () => {
  await using office = await openOffice();
  await office.setRules({ auditDays: 10 });
  await office.run();
  await inDatabase(
    office.url,
    `update retention_runs set entries = entries where finished_at is not null`,
  );
  const [{ entries } = { entries: "0" }] = await inDatabase<{ entries: string }>(
    office.url,
    `update retention_runs set started_at = started_at + interval '1 day' returning entries`,
  );
  expect(entries).toBe("0");
  expect((await office.runs())[0]!["entries"]).toBeGreaterThan(0);
});

test("a visit without an appointment that nobody ended loses its note", async () => {
  await using office = await openOffice();
  const { service, staff, caller, seeded: { departmentId } } = office;
  await staff.arrive(caller, { departmentId, note: "Ada waits" });
  await office.setRules({ appointmentDays: 2 });
  service.setNow("2026-11-23T08:00:00Z");
  await office.run();
  expect(await inDatabase(office.url, "select note, state from visits"))
    .toEqual([{ note: "", state: "WAITING" }]);
  expect(await office.runs()).toMatchObject([{ visits: 1 }]);
});

test("a hold that is placed while a removal waits for the gate wins", async () => {
  await using office = await openOffice();
  const { url, staff, caller, seeded: { organizationId }, ids: [first] } = office;
  await office.setRules({ appointmentDays: 10 });
  const other = new Client({ connectionString: url });
  await other.connect();
  try {
    await other.query("begin");
    await other.query("select from balances where organization_id = $1 for update", [
      organizationId,
    ]);
    const placing = staff.placeLegalHold(caller, { id: first, reason: "Claim 7" });
    const running = office.run();
    await expect.poll(async () =>
      (await inDatabase(url, "select from retention_runs where claim is not null")).length
    ).toBe(1);
    await other.query("commit");
    await Promise.all([placing, running]);
  } finally {
    await other.end();
  }
  expect(await office.names()).toEqual(["Ada", "Erased", "Ada", "Ada"]);
  await expect(staff.eraseAppointment(caller, { id: first })).rejects.toThrow("legal hold");
  await expect(staff.erasePerson(caller, { id: first })).rejects.toThrow("legal hold");
});

test("two processes that run at once do each removal once", async () => {
  await using office = await openOffice();
  await using other = await openService(office.url);
  other.setNow("2026-11-20T08:00:00Z");
  await office.setRules({ appointmentDays: 10 });
  await Promise.all([office.run(), other.application.applyRetention()]);
  expect(await office.runs()).toEqual([{ appointments: 3 }]);
});

test("a process whose run was taken over changes nothing any more", async () => {
  await using office = await openOffice();
  const { url, service } = office;
  await office.setRules({ appointmentDays: 10 });
  let isFirst = true;
  await service.application.applyRetention({
    rest: async () => {
      if (!isFirst) return;
      isFirst = false;
      await inDatabase(
        url,
        "update retention_runs set claim = gen_random_uuid(), claimed_until = started_at returning 1",
      );
    },
  });
  expect(await office.names()).toEqual(["Erased", "Bob", "Ada", "Ada"]);
  await office.run();
  expect(await office.runs()).toEqual([{ appointments: 3 }]);
});

test.each<[string, (office: Awaited<ReturnType<typeof openOffice>>) => Promise<unknown>]>([
  ["a change of the rules", (office) => office.setRules({})],
  [
    "a change of the zone",
    ({ staff, caller }) => staff.updateOrganization(caller, { timeZone: "Asia/Tokyo" }),
  ],
  [
    "a closing",
    ({ service, caller }) => service.application.closeOrganization(caller.organizationId),
  ],
])("%s ends the run, which removes nothing after it", async (_, change) => {
  await using office = await openOffice();
  const { url, service } = office;
  await office.setRules({ eventDays: 10 });
  let isChanged = false;
  await service.application.applyRetention({
    rest: async () => {
      if (isChanged) return;
      isChanged = true;
      await change(office);
    },
  });
  const bodies = await inDatabase<{ body: string }>(url, "select body from webhook_events");
  expect(bodies.filter(({ body }) => /Ada|Bob/.test(body))).toHaveLength(4);
});

test("a run whose last rule was removed is finished with its count", async () => {
  await using office = await openOffice();
  const { url, service } = office;
  await office.setRules({ appointmentDays: 10 });
  await service.application.applyRetention({ rest: async () => void await office.setRules({}) });
  expect(await office.names()).toEqual(["Erased", "Bob", "Ada", "Ada"]);
  await office.run();
  expect(await office.names()).toEqual(["Erased", "Bob", "Ada", "Ada"]);
  expect(await office.runs()).toEqual([{ appointments: 1 }]);
  expect(await inDatabase(url, "select from retention_runs where finished_at is null")).toEqual([]);
});

test("a run applies the rules of its own start, however long the runs before it took", async () => {
  await using office = await openOffice();
  const { service, staff, caller } = office;
  const { organizationId, departmentId } = await seedOrganization(service);
  const other = staffOf(organizationId, { role: "OWNER" });
  service.setNow("2026-11-01T08:00:00Z");
  await staff.createAppointment(other, { departmentId, name: "Eve", dateTime: day("02") });
  service.setNow("2026-11-20T08:00:00Z");
  const none = { appointmentDays: null, eventDays: null, usageDays: null };
  await office.setRules({ appointmentDays: 10 });
  await staff.setRetention(other, { ...none, appointmentDays: 10 });
  let isChanged = false;
  await service.application.applyRetention({
    // The run of the caller's organization is the first one.
    rest: async () => {
      if (isChanged) return;
      isChanged = true;
      await staff.setRetention(other, none);
    },
  });
  expect(caller.organizationId).toBeLessThan(organizationId);
  expect(await office.names()).toEqual(["Erased", "Erased", "Erased", "Ada", "Eve"]);
});

/** Runs work while a change of rows is not committed. Commits the change as soon as the work waits for it. */
async function duringChange(
  url: string,
  change: { text: string; values: unknown[] },
  work: () => Promise<unknown>,
) {
  const other = new Client({ connectionString: url });
  await other.connect();
  try {
    await other.query("begin");
    expect((await other.query(change)).rowCount).toBeGreaterThan(0);
    const working = work();
    await expect.poll(async () =>
      (await inDatabase(
        url,
        `select from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      )).length
    ).toBe(1);
    await other.query("commit");
    await working;
  } finally {
    await other.end();
  }
}

test("a first run waits for a change of its rules", async () => {
  await using office = await openOffice();
  await office.setRules({ appointmentDays: 10 });
  const { organizationId } = office.seeded;
  const text = "update organizations set appointment_days = null where id = $1";
  await duringChange(office.url, { text, values: [organizationId] }, office.run);
  expect(await office.names()).toEqual(["Ada", "Bob", "Ada", "Ada"]);
});

test("a pass waits for no change of an organization whose run is not due", async () => {
  await using office = await openOffice();
  await office.setRules({ appointmentDays: 10 });
  await office.run();
  const other = new Client({ connectionString: office.url });
  await other.connect();
  try {
    await other.query("begin");
    await other.query("select from organizations for no key update");
    expect(await office.run()).toEqual([]);
    await other.query("commit");
  } finally {
    await other.end();
  }
});

test.each([true, false])(
  "a run of a clock that was set back keeps no later run waiting (it was finished: %s)",
  async (isFinished) => {
    await using office = await openOffice();
    const { url, service, seeded: { organizationId } } = office;
    await office.setRules({ appointmentDays: 10, eventDays: 10, usageDays: 10 });
    const ahead = "'2027-11-20T08:00:00Z'";
    await inDatabase(
      url,
      `insert into retention_runs (organization_id, claim, claimed_until, started_at, finished_at,
         audit_heads, appointments_until, events_until, usage_until)
       values (${organizationId}, ${isFinished ? "null, null" : `gen_random_uuid(), ${ahead}`},
         ${ahead}, ${isFinished ? ahead : "null"}, array[1, 1, 1],
         '2027-11-10', ${ahead}, ${ahead})`,
    );
    await inDatabase(
      url,
      `insert into usage_entries (organization_id, api_key_id, environment, endpoint, route_template,
         method, status_code, credits_consumed, response_time_ms, timestamp, ip_address, user_agent)
       values (${organizationId}, 1, 'LIVE', '/a', 'GET /a', 'GET', 200, 0, 1,
         '2026-11-02T00:00:00Z', '203.0.113.9', 'curl')`,
    );
    await office.run();
    expect(await office.names()).toEqual(["Erased", "Erased", "Erased", "Ada"]);
    expect(await office.runs()).toMatchObject([{ appointments: 3, calls: 1 }]);
    service.setNow("2026-11-21T03:59:00Z");
    expect(await service.application.applyRetention()).toEqual([]);
    service.setNow("2026-11-21T04:00:00Z");
    expect(await service.application.applyRetention()).toEqual([organizationId]);
  },
);

test.each<[string, (office: Awaited<ReturnType<typeof openOffice>>) => Promise<unknown>]>([
  ["an erasure", ({ staff, caller, ids: [ada] }) => staff.eraseAppointment(caller, { id: ada })],
  // Nothing erases a held person. A hold keeps the batch from removing the name itself.
  ["a batch", async (office) => {
    await office.staff.placeLegalHold(office.caller, { id: office.ids[1], reason: "Claim 7" });
    await office.setRules({ eventDays: 10 });
    await office.run();
  }],
])(
  "%s brings no person back into an entry of the feed that another one erases",
  async (_, erase) => {
    await using office = await openOffice();
    const { url, ids: [ada, bob] } = office;
    const ofBoth = `select string_agg(bodies, E'\n') from feed_entries
    where bodies like '%"id":${ada},%' or bodies like '%"id":${bob},%'`;
    await inDatabase(
      url,
      `update feed_entries set events = 2, bodies = (${ofBoth}) where bodies like '%"id":${ada},%'`,
    );
    const text = `update feed_entries set bodies = replace(bodies, '"Bob"', '"Erased"')
    where bodies like '%"id":${ada},%'`;
    await duringChange(url, { text, values: [] }, () => erase(office));
    const entries = await inDatabase<{ bodies: string }>(
      url,
      `select bodies from feed_entries where bodies like '%"id":${ada},%'`,
    );
    expect(entries.map(({ bodies }) => bodies.match(/"name":"\w+"/g)))
      .toEqual([['"name":"Erased"', '"name":"Erased"']]);
  },
);
