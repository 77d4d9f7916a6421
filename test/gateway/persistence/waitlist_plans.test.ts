import { Client } from "pg";
import { expect, onTestFinished, test } from "vitest";
import { date, openFull } from "../../support/full_slot.ts";
import { inDatabase } from "../../support/published_events.ts";
import { type SentStatement, sentStatementsOf } from "../../support/statements.ts";

type Office = Awaited<ReturnType<typeof openFull>>;

const slotCapacity = 6;
/** The most that a department has (core/booking/README.md 29), without the entries that the work adds. */
const waiting = 990;
const otherOrganizations = 300;

async function connected(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

/**
 * Writes entries that have ended, each with an offer, directly into the tables. 1,500 ended more than 90 days ago, and 1,000 in
 * the last 20 days. The others are between.
 */
async function addEnded(
  client: Client,
  { organizationId, departmentId, lineageId }: Office["caller"],
  count: number,
): Promise<void> {
  await client.query(
    `with entries as (
       insert into waitlist_entries (organization_id, environment, api_key_id, lineage_id,
         department_id, from_date, to_date, weekdays, external_user_id, state, appointment_id,
         created_at)
       select $1, 'LIVE', 1, $3::uuid, $2, day, day, '{}', 'user-' || i,
         case when i = $4 then 'CANCELLED' when i % 10 = 0 then 'BOOKED' else 'ENDED' end,
         case when i % 10 = 0 and i < $4 then 1000000 + i end, day
       from generate_series(1, $4::int) i cross join lateral (
         select date '2026-11-29' - case when i <= 1500 then 91 + i % 20 when i <= 2500 then i % 20
           else 40 + i % 45 end as day
       ) days
       returning *
     )
     insert into waitlist_offers (organization_id, environment, hold_id, entry_id, slot_start,
       offered_at, expires_at, outcome, ended_at)
     select organization_id, environment, 1000000000 + id, id, to_date + time '10:00', created_at,
       created_at + interval '1 hour', case when state = 'BOOKED' then 'ACCEPTED'
         else (array['DECLINED', 'EXPIRED'])[1 + id % 2] end, created_at + interval '1 hour'
     from entries`,
    [organizationId, departmentId, lineageId, count],
  );
}

/** Writes entries that wait for the full slot, or for another date. */
async function addWaiting(
  client: Client,
  { organizationId, departmentId, lineageId }: Office["caller"],
): Promise<void> {
  await client.query(
    `insert into waitlist_entries (organization_id, environment, api_key_id, lineage_id,
       department_id, from_date, to_date, from_time, to_time, weekdays, state, created_at)
     select $1, 'LIVE', 1, $3::uuid, $2, $5::date, $5::date, '10:00', '10:30', '{}', 'WAITING',
       now() from generate_series(1, $4::int)`,
    [organizationId, departmentId, lineageId, waiting, date],
  );
  await client.query(
    "update balances set waiting = $2 where organization_id = $1 and environment = 'LIVE'",
    [organizationId, waiting],
  );
}

/** Writes organizations with 10 entries that wait, 2 live offers and 100 entries that have ended. */
async function addOrganizations(client: Client, { apiKeyId }: Office["caller"]): Promise<void> {
  await client.query(
    `with made as (
       insert into organizations (name, time_zone, created_at)
       select '', 'UTC', now() from generate_series(1, $1::int) returning id
     ), balance as (
       insert into balances (organization_id, environment, waiting)
       select id, environment, case environment when 'LIVE' then 12 else 0 end
       from made, unnest(array['LIVE', 'TEST']) as environment
     ), department as (
       insert into departments (organization_id, name, address, phone_number, slot_interval,
         working_hours, show_admins_in_booking, slot_capacity, slot_offset, closures, is_active,
         created_at)
       select id, '', '', '', 30, '', false, 1, 0, '[]', true, now() from made
       returning organization_id, id
     ), entries as (
       insert into waitlist_entries (organization_id, environment, api_key_id, lineage_id,
         department_id, from_date, to_date, weekdays, state, created_at)
       select organization_id, 'LIVE', $2, gen_random_uuid(), id, $3::date, $3::date, '{}',
         case when i <= 10 then 'WAITING' when i <= 12 then 'OFFERED' else 'ENDED' end, now()
       from department, generate_series(1, 112) i
       returning *
     ), offers as (
       insert into waitlist_offers (organization_id, environment, hold_id, entry_id, slot_start,
         offered_at, expires_at, outcome, ended_at)
       select organization_id, environment, 2000000000 + id, id, to_date + time '10:00', created_at,
         timestamptz '2026-12-01', case state when 'ENDED' then 'EXPIRED' end,
         case state when 'ENDED' then now() end
       from entries where state <> 'WAITING'
     )
     insert into holds (id, organization_id, environment, api_key_id, department_id, date_time,
       slot_start, slot_minutes, place, created_at, expires_at, waitlist_entry_id)
     select 2000000000 + id, organization_id, environment, $2, department_id,
       to_date + time '10:00', to_date + time '10:00', 30, id, now(), timestamptz '2026-12-01', id
     from entries where state = 'OFFERED'`,
    [otherOrganizations, apiKeyId, date],
  );
}

/** Everything that reads or writes the waiting list, part by part. */
function workOf(office: Office): [name: string, act: () => Promise<unknown>][] {
  const { application, persistence, caller, staff, service, ids, booking } = office;
  const { listWaitlist } = application;
  const { departmentId, organizationId } = caller;
  let newest = 0;
  const liveOffer = async () => {
    const [live] = await inDatabase<{ hold: number; entry: number }>(
      office.url,
      `select id::int as hold, waitlist_entry_id::int as entry from holds
       where organization_id = ${organizationId} and waitlist_entry_id is not null`,
    );
    return live!;
  };
  const change = async (settings: object) => {
    await application.updateDepartment(departmentId, settings);
    await persistence.publishSlotChanges();
  };
  return [
    ["join", async () => void (newest = await office.join({ "Idempotency-Key": "k" }))],
    ["join again", () => office.join({ "Idempotency-Key": "k" })],
    ["get an entry", () => application.getWaitlistEntry(caller, newest)],
    ["list all", () => listWaitlist(caller, {})],
    ["list waiting", () => listWaitlist(caller, { state: "WAITING" })],
    ["list booked", () => listWaitlist(caller, { state: "BOOKED" })],
    ["list ended", () => listWaitlist(caller, { state: "ENDED" })],
    ["list of the last", () => listWaitlist(caller, { state: "CANCELLED" })],
    ["list of a user", () => listWaitlist(caller, { externalUserId: "user-7" })],
    ["list of a department", () => listWaitlist(caller, { departmentId, state: "WAITING" })],
    ["list of the desk", () => application.staff.getWaitlist(staff, {})],
    ["list of a desk", () => application.staff.getWaitlist(staff, { departmentId })],
    ["cancel", () => application.archiveAppointment(caller, ids[0]!)],
    ["accept", async () => {
      const { hold: holdId } = await liveOffer();
      await application.bookAppointment(caller, { ...booking, holdId });
    }],
    ["cancel again", () => application.archiveAppointment(caller, ids[1]!)],
    ["decline", async () => application.releaseHold(caller, (await liveOffer()).hold)],
    ["leave", async () => application.leaveWaitlist(caller, (await liveOffer()).entry)],
    ["remove", async () => {
      const { entry: id } = await liveOffer();
      await application.staff.removeFromWaitlist(staff, { id });
    }],
    [
      "hold",
      () => application.holdPlace(caller, { departmentId, dateTime: `${date}T12:00`, seconds: 30 }),
    ],
    ["end offers", () => {
      service.setNow("2026-11-30T09:30:00Z");
      return persistence.waitlistPasses.offerEnded();
    }],
    ["refresh", () => persistence.waitlistPasses.refresh()],
    ["close", () => change({ closures: [{ from: date, to: date, reason: "" }] })],
    ["open", () => change({ closures: [] })],
    ["move to another zone", async () => {
      await application.staff.updateOrganization(staff, { timeZone: "Europe/Berlin" });
      await persistence.publishSlotChanges();
    }],
    ["report", async () => {
      const reports = application.openReports({ organizationId, timeZone: "UTC" });
      try {
        const [from, to] = ["2026-11-10", "2026-11-30"].map((one) => Temporal.PlainDate.from(one));
        const request = { from: from!, to: to!, environment: null, withTimes: true };
        await reports.waitlistReport({ ...request, groupBy: ["DAY", "DEPARTMENT"] });
      } finally {
        await reports.close();
      }
    }],
    ["erase", () => application.staff.eraseAppointment(staff, { id: ids[0]! })],
    ["delete old entries", () => persistence.clean()],
  ];
}

interface Plan {
  "Node Type": string;
  "Relation Name"?: string;
  Plans?: Plan[];
  "Shared Hit Blocks": number;
  "Shared Read Blocks": number;
}

function nodesOf(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}

const isAbout = ({ text }: SentStatement) => /waitlist_|\bholds\b/.test(text);

/** Writes a value as a literal. */
function literal(client: Client, value: unknown): string {
  if (value === null || value === undefined) return "null";
  if (Array.isArray(value)) {
    const items = value.map((one) => one === null ? "null" : JSON.stringify(String(one)));
    return client.escapeLiteral(`{${items.join()}}`);
  }
  return client.escapeLiteral(typeof value === "object" ? JSON.stringify(value) : String(value));
}

/** Repeats a statement without an effect, and returns its plan. Undefined if it cannot be repeated. */
async function planOf(client: Client, { name, text, values = [] }: SentStatement) {
  const explain = "explain (analyze, buffers, format json)";
  await client.query("begin");
  try {
    if (name === undefined) {
      const { rows } = await client.query({ text: `${explain} ${text}`, values: [...values] });
      return rows[0]["QUERY PLAN"][0].Plan as Plan;
    }
    await client.query("savepoint before");
    // Prepares it. The plan of the first time is kept.
    await client.query({ name, text, values: [...values] }).catch(() => {});
    await client.query("rollback to before");
    const given = values.map((value) => literal(client, value)).join();
    const { rows } = await client.query(
      `${explain} execute "${name}"${given === "" ? "" : `(${given})`}`,
    );
    return rows[0]["QUERY PLAN"][0].Plan as Plan;
  } catch (error) {
    // The row is there already, or what it refers to is not.
    if ((error as { code?: string }).code?.startsWith("23")) return undefined;
    throw error;
  } finally {
    await client.query("rollback");
  }
}

/** Returns the blocks that each statement reads at most, and the statements that scan a table of the waiting list. */
async function measure(ended: number) {
  await using office = await openFull({ slotCapacity });
  const client = await connected(office.url);
  await client.query("set session_replication_role = replica");
  await addOrganizations(client, office.caller);
  await addEnded(client, office.caller, ended);
  await addWaiting(client, office.caller);
  // The service does it every 2 s for tables that have grown.
  await client.query("analyze");
  const blocks = new Map<string, number>();
  const scans: string[] = [];
  for (const [part, act] of workOf(office)) {
    const sent = (await sentStatementsOf(act)).filter(isAbout);
    for (const mode of ["force_generic_plan", "force_custom_plan"]) {
      await client.query(`set plan_cache_mode = ${mode}`);
      for (const one of sent) {
        if (one.name === undefined && mode === "force_generic_plan") continue;
        const plan = await planOf(client, one);
        if (!plan) continue;
        const key = `${part}: ${one.name ?? one.text.trim().slice(0, 60)}`;
        const count = plan["Shared Hit Blocks"] + plan["Shared Read Blocks"];
        blocks.set(key, Math.max(count, blocks.get(key) ?? 0));
        const isScan = (node: Plan) =>
          node["Node Type"] === "Seq Scan" && node["Relation Name"]?.startsWith("waitlist_");
        if (nodesOf(plan).some(isScan)) scans.push(key);
      }
    }
  }
  return { blocks, scans, parts: workOf(office).length };
}

test("no statement of the waiting list reads more because many entries have ended", async () => {
  const few = await measure(3000);
  const many = await measure(100_000);
  expect(many.scans).toEqual([]);
  expect([...many.blocks.keys()].toSorted()).toEqual([...few.blocks.keys()].toSorted());
  expect(new Set([...many.blocks.keys()].map((key) => key.split(":")[0])).size).toBe(many.parts);
  const grown = [...many.blocks].filter(([key, blocks]) =>
    blocks > 2 * (few.blocks.get(key) ?? 0) + 50
  );
  expect(grown.map(([key, blocks]) => [key, few.blocks.get(key), blocks])).toEqual([]);
});
