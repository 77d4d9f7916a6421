import { randomUUID } from "node:crypto";
import { Pool } from "pg";

type Row = Record<string, unknown>;

/** A valid row of each table that a list or a report reads. */
const usual = {
  departments: (n: number): Row => ({
    name: `Department ${n}`,
    address: "",
    phone_number: "",
    slot_interval: 30,
    working_hours: "",
    show_admins_in_booking: false,
    slot_capacity: 1,
    slot_offset: 0,
    closures: [],
    is_active: true,
    created_at: "2026-01-01T00:00:00Z",
  }),
  workers: (n: number): Row => ({
    name: `Worker ${n}`,
    is_active: true,
    created_at: "2026-01-01T00:00:00Z",
  }),
  appointments: (n: number): Row => ({
    environment: "LIVE",
    date_time: "2026-03-05T10:00:00",
    // The slot has any number of places, so that a test can use any times.
    slot_start: "2000-01-01T00:00:00",
    slot_minutes: 100_000_000,
    place: n,
    slot_capacity: 1_000_000_000,
    status: "SCHEDULED",
    name: `Person ${n}`,
    phone: "",
    worker_id: null,
    worker_is_exclusive: false,
    external_user_id: null,
    qr_code: `code ${n}`,
    created_at: "2026-03-01T10:00:00Z",
    archived_at: null,
  }),
  visits: (n: number): Row => ({
    environment: "LIVE",
    date: "2026-03-05",
    number: n,
    part: 1,
    ticket: `ticket ${n}`,
    note: "",
    state: "CALLED",
    desk: `Room ${n}`,
    calls: 1,
    arrived_at: "2026-03-05T10:00:00Z",
    called_at: "2026-03-05T10:05:00Z",
  }),
  credit_entries: (n: number): Row => ({
    environment: "LIVE",
    kind: "GRANTED",
    amount: n,
    balance_after: n,
    appointment_id: null,
    note: "",
    created_at: "2026-03-01T10:00:00Z",
  }),
  api_keys: (n: number): Row => ({
    name: `Key ${n}`,
    environment: "LIVE",
    key_hash: `hash ${n}`,
    masked_key: `mk_live_****${n}`,
    scopes: ["READ_APPOINTMENTS"],
    rate_limit_per_hour: 1000,
    lineage_id: randomUUID(),
    created_at: "2026-03-01T10:00:00Z",
    last_used_at: null,
    revoked_at: null,
  }),
  webhooks: (n: number): Row => ({
    url: `https://receiver.example/${n}`,
    events: ["APPOINTMENT_CREATED"],
    is_active: true,
    include_test: false,
    sealed_secret: `sealed secret ${n}`,
    created_at: "2026-03-01T10:00:00Z",
    consecutive_failures: 0,
    deleted_at: null,
  }),
  webhook_events: (): Row => ({
    id: randomUUID(),
    environment: "LIVE",
    type: "appointment.created",
    appointment_id: null,
    created_at: "2026-03-01T10:00:00Z",
    body: "{}",
  }),
  webhook_attempts: (): Row => ({
    environment: "LIVE",
    event_id: randomUUID(),
    event_type: "appointment.created",
    event_created_at: "2026-03-01T10:00:00Z",
    delivery_id: randomUUID(),
    attempt: 1,
    status: "DELIVERED",
    status_code: 204,
    response_time_ms: 3,
    created_at: "2026-03-01T10:00:00Z",
    due_at: "2026-03-01T10:00:00Z",
    abandon_at: "2026-03-02T10:00:00Z",
  }),
  waitlist_entries: (): Row => ({
    environment: "LIVE",
    api_key_id: 1,
    lineage_id: randomUUID(),
    from_date: "2026-03-05",
    to_date: "2026-03-05",
    weekdays: [],
    state: "WAITING",
    created_at: "2026-03-01T10:00:00Z",
  }),
  usage_entries: (): Row => ({
    environment: "LIVE",
    endpoint: "/api/v1/appointments",
    route_template: "GET /api/v1/appointments",
    method: "GET",
    status_code: 200,
    credits_consumed: 0,
    response_time_ms: 5,
    timestamp: "2026-03-01T10:00:00Z",
    ip_address: "203.0.113.7",
    user_agent: "test",
  }),
};

/** A table that a list or a report reads. */
export type ListTable = keyof typeof usual;

/** Writes rows without the service: any number of them, in any state. */
export interface ListRows extends AsyncDisposable {
  /** Adds rows with default values, except for the given ones. Returns their ids. */
  add(table: ListTable, organizationId: number, rows: readonly Row[]): Promise<number[]>;
  /** Removes rows, also rows that the service cannot delete. */
  remove(table: ListTable, organizationId: number, ids: readonly number[]): Promise<void>;
  /** Returns every row of an organization as JSON. */
  all(table: ListTable, organizationId: number): Promise<Row[]>;
  pool: Pool;
}

/** Opens a database to write rows of lists into it. */
export function openListRows(connectionString: string): ListRows {
  const pool = new Pool({ connectionString, max: 2 });
  let made = 0;
  return {
    pool,
    async add(table, organizationId, rows) {
      const whole = rows.map((row) => {
        made += 1;
        // An entry of an appointment gets its own appointment unless the test names one.
        const of = row["appointment_id"] === 0 ? { appointment_id: made } : {};
        return { ...usual[table](made), ...row, ...of, organization_id: organizationId };
      });
      if (whole.length === 0) return [];
      const columns = Object.keys(whole[0]!).join(", ");
      const client = await pool.connect();
      try {
        // The trigger that sums usage must run. The triggers of balances and counts must not.
        const role = table === "usage_entries" ? "origin" : "replica";
        await client.query(`set session_replication_role = ${role}`);
        const { rows: added } = await client.query<{ id: string }>(
          `insert into ${table} (${columns})
            select ${columns} from json_populate_recordset(null::${table}, $1::json) returning id`,
          [JSON.stringify(whole)],
        );
        return added.map(({ id }) => Number(id));
      } finally {
        client.release();
      }
    },
    async remove(table, organizationId, ids) {
      const client = await pool.connect();
      try {
        await client.query("set session_replication_role = replica");
        const text = `delete from ${table} where organization_id = $1 and id = any ($2)`;
        await client.query(text, [organizationId, ids]);
      } finally {
        client.release();
      }
    },
    async all(table, organizationId) {
      const { rows } = await pool.query<{ row: Row }>(
        `select row_to_json(a) as row from ${table} a where organization_id = $1`,
        [organizationId],
      );
      return rows.map(({ row }) => row);
    },
    [Symbol.asyncDispose]: () => pool.end(),
  };
}
