import { Client } from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { freshDatabase } from "../../support/fresh_database.ts";
import { openService, seedOrganization } from "../../support/seeded.ts";

// Each invariant is tried against the database itself, past every line of our code.
let client: Client;

beforeAll(async () => {
  const connectionString = await freshDatabase();
  await using service = await openService(connectionString);
  const seeded = await seedOrganization(service, { slotCapacity: 2, credits: 3 });
  const worker = await service.application.createWorker(seeded.departmentId, { name: "W" });
  await service.application.bookAppointment(seeded, {
    departmentId: seeded.departmentId,
    dateTime: "2026-12-01T10:00:00",
    name: "A",
    workerId: worker.id,
  });
  client = new Client({ connectionString });
  await client.connect();
});
afterAll(() => client.end());
beforeEach(() => client.query("begin"));
afterEach(() => client.query("rollback"));

const columns = `organization_id, environment, department_id, date_time, slot_start, slot_minutes,
  slot_capacity, status, name, phone, worker_id, created_at`;
const copy = (place: string, qrCode: string, isExclusive = "false") =>
  `insert into appointments (${columns}, place, qr_code, worker_is_exclusive)
   select ${columns}, ${place}, ${qrCode}, ${isExclusive} from appointments`;
const entry = (kind: string, amount: number, after: number, appointment: string) =>
  `insert into credit_entries (organization_id, environment, kind, amount, balance_after,
     appointment_id, note, created_at)
   values (1, 'LIVE', '${kind}', ${amount}, ${after}, ${appointment}, '', now())`;

test.each<readonly [string, string, RegExp]>([
  ["a place of a slot is taken once", copy("place", "'new'"), /appointments_place"/],
  ["a place lies within the capacity", copy("3", "'new'"), /appointments_sound/],
  ["places start at 1", copy("0", "'new'"), /appointments_sound/],
  ["a code is unique", copy("2", "qr_code"), /appointments_qr_code/],
  [
    "an exclusive worker takes one appointment of a slot",
    `update appointments set worker_is_exclusive = true; ${copy("2", "'new'", "true")}`,
    /appointments_worker"/,
  ],
  [
    "an appointment lies in its slot",
    "update appointments set date_time = '2026-12-01 10:30'",
    /appointments_sound/,
  ],
  ["a status is one of four", "update appointments set status = 'LOST'", /appointments_sound/],
  [
    "an appointment is live or a test",
    "update appointments set environment = 'DEMO'",
    /appointments_sound/,
  ],
  ...["count = -1", "status = 'LOST'", "environment = 'DEMO'"].map((change) =>
    [
      `a total of appointments is refused with ${change}`,
      `update appointment_counts set ${change}`,
      /appointment_counts_sound/,
    ] as const
  ),
  ...[
    ["an actor of a known kind", "'ROBOT', 1, 'appointment.created', 'appointment', 'LIVE'"],
    ["no id of an operator", "'OPERATOR', 1, 'appointment.created', 'appointment', 'LIVE'"],
    ["an id of any other actor", "'STAFF', null, 'appointment.created', 'appointment', 'LIVE'"],
    ["an action of its subject", "'STAFF', 1, 'appointments.created', 'appointment', 'LIVE'"],
    ["a known environment", "'STAFF', 1, 'appointment.created', 'appointment', 'DEMO'"],
  ].map(([rule, values]) =>
    [
      `an audit entry has ${rule}`,
      `insert into audit_entries (organization_id, actor_kind, actor_id, action, subject_kind,
         environment, subject_id, subject_name, actor_name, changes, created_at, transaction_tag)
       values (1, ${values}, 1, 'x', 'x', '{}', now(), gen_random_uuid())`,
      /audit_entries_sound/,
    ] as const
  ),
  [
    "a department of an appointment exists",
    "update appointments set department_id = 99",
    /appointments_department_id_foreign/,
  ],
  [
    "a department of an appointment belongs to its organization",
    `${otherDepartment("id + 1")}; update appointments set worker_id = null,
       department_id = (select max(id) from departments)`,
    /appointments_department_id_foreign/,
  ],
  [
    "a worker of an appointment belongs to its department",
    `${
      otherDepartment("id")
    }; update appointments set department_id = (select max(id) from departments)`,
    /appointments_worker_id_foreign/,
  ],
  [
    "a credit entry and its appointment have one environment",
    `insert into credit_entries (organization_id, environment, kind, amount, balance_after,
       appointment_id, note, created_at)
     select organization_id, 'TEST', 'REFUNDED', 1, 4, id, '', now() from appointments`,
    /credit_entries_appointment_id_foreign/,
  ],
  [
    "a worker of an appointment exists",
    "update appointments set worker_id = 99",
    /appointments_worker_id_foreign/,
  ],
  ["a balance is moved by entries only", "update balances set balance = 9", /credit_entries only/],
  [
    "a balance starts at 0",
    "insert into balances select id + 1, 'LIVE', 5 from organizations",
    /credit_entries only/,
  ],
  ["an entry says the balance that it leaves", entry("GRANTED", 5, 3, "null"), /does not match/],
  [
    "a balance never goes below 0",
    `insert into appointments (${columns}, place, qr_code, worker_is_exclusive)
       select organization_id, environment, department_id, date_time + n * interval '1 day',
         slot_start + n * interval '1 day', slot_minutes, slot_capacity, status, name, phone,
         worker_id, created_at, 1, 'new' || n, false
       from appointments, generate_series(1, 4) n;
     insert into credit_entries (organization_id, environment, kind, amount, balance_after,
         appointment_id, note, created_at)
       select organization_id, environment, 'CONSUMED', -1,
         balance - row_number() over (order by id), id, '', now()
       from appointments join balances using (organization_id, environment)
       where qr_code like 'new%'`,
    /credit_entries_sound/,
  ],
  [
    "an appointment is paid for once",
    "insert into credit_entries (organization_id, environment, kind, amount, balance_after, " +
    "appointment_id, note, created_at) select organization_id, environment, kind, amount, 1, " +
    "appointment_id, note, created_at from credit_entries where kind = 'CONSUMED'",
    /credit_entries_once_a_round/,
  ],
  [
    "an appointment costs exactly one credit",
    entry("CONSUMED", -2, 0, "1"),
    /credit_entries_sound/,
  ],
  ["a refund gives one credit", entry("REFUNDED", 2, 4, "1"), /credit_entries_sound/],
  ["a refund has an appointment", entry("REFUNDED", 1, 3, "null"), /credit_entries_sound/],
  ["a grant has no appointment", entry("GRANTED", 1, 3, "1"), /credit_entries_sound/],
  ["an entry is of a known kind", entry("LENT", 1, 3, "1"), /credit_entries_sound/],
  [
    "an entry is live or a test",
    entry("GRANTED", 1, 3, "null").replace("LIVE", "DEMO"),
    /credit_entries_sound/,
  ],
  ["a grant adds", entry("GRANTED", -1, 1, "null"), /credit_entries_sound/],
  ["an entry is never changed", "update credit_entries set note = 'x'", /append-only/],
  ["an entry is never deleted", "delete from credit_entries", /append-only/],
  ["the ledger is never emptied", "truncate credit_entries", /append-only/],
  [
    "a slot interval lies within a day",
    "update departments set slot_interval = 1441",
    /departments_slot_interval/,
  ],
  [
    "a slot offset lies within an interval",
    "update departments set slot_offset = slot_interval",
    /departments_slot_offset/,
  ],
  [
    "a number is of one open visit, whatever their dates",
    `${visitOf(1)}; ${visitOf(2)}`,
    /visits_owned_number/,
  ],
  ["an API key has a scope", insertKey("'{}'", 5), /api_keys_scopes/],
  ["a limit is at least 1", insertKey("'{READ_APPOINTMENTS}'", 0), /api_keys_rate_limit/],
  [
    "an e-mail address belongs to one user of an organization",
    "insert into staff_users (organization_id, email, name, role, password_hash, " +
    "must_change_password, created_at) select organization_id, email, name, role, password_hash, " +
    "must_change_password, created_at from staff_users",
    /staff_users_email/,
  ],
])("%s", async (_, statement, message) => {
  await expect(client.query(statement)).rejects.toThrow(message);
});

test("the previous version may give a number again that an open visit of another day has", async () => {
  await client.query(visitOf(1));
  await client.query(`${visitOf(2, false)}; ${visitOf(3, false)}`);
  const { rows } = await client.query("select owns_number from visits order by date");
  expect(rows.map((row) => row.owns_number)).toEqual([true, false, false]);
});

test("the monthly counters match the appointments after every change", async () => {
  const counts = async () => {
    const { rows } = await client.query<{ status: string; count: string }>(
      "select status, sum(count) as count from appointment_counts where count > 0 group by status",
    );
    return Object.fromEntries(rows.map(({ status, count }) => [status, Number(count)]));
  };
  expect(await counts()).toEqual({ SCHEDULED: 1 });
  await client.query(copy("2", "'new'"));
  expect(await counts()).toEqual({ SCHEDULED: 2 });
  await client.query("update appointments set status = 'MISSED' where qr_code = 'new'");
  expect(await counts()).toEqual({ MISSED: 1, SCHEDULED: 1 });
  await client.query("update appointments set archived_at = now() where qr_code = 'new'");
  expect(await counts()).toEqual({ SCHEDULED: 1 });
  await client.query("update appointments set name = 'B'");
  expect(await counts()).toEqual({ SCHEDULED: 1 });
  await client.query("delete from appointments where qr_code = 'new'");
  expect(await counts()).toEqual({ SCHEDULED: 1 });
});

/** Adds a department to an organization, which is a new one with `id + 1`. */
function otherDepartment(organizationId: string): string {
  const settings = `name, address, phone_number, slot_interval, working_hours,
    show_admins_in_booking, slot_capacity, slot_offset, closures, is_active, created_at`;
  return `insert into organizations (id, name, time_zone, created_at)
      select id + 1, name, time_zone, created_at from organizations;
    insert into departments (organization_id, ${settings})
      select (select min(${organizationId}) from organizations), ${settings} from departments`;
}

/** Adds an open visit with number 1. The previous version does not know the last column. */
function visitOf(day: number, isOfThisVersion = true): string {
  const [column, value] = isOfThisVersion ? [", owns_number", ", true"] : ["", ""];
  return `insert into visits (organization_id, environment, department_id, date, number, part, ticket,
      note, state, calls, arrived_at${column})
    select organization_id, 'LIVE', id, date '2026-12-01' + ${day}, 1, 1, '', '', 'WAITING', 0,
      now()${value} from departments`;
}

function insertKey(scopes: string, limit: number): string {
  return `insert into api_keys (organization_id, name, environment, key_hash, masked_key, scopes,
      rate_limit_per_hour, lineage_id, created_at)
    values (1, '', 'LIVE', '', '', ${scopes}, ${limit}, gen_random_uuid(), now())`;
}
