import { createHash, randomBytes } from "node:crypto";
import type { Pool, PoolClient } from "pg";
import { type Answer, type Caller, refuse } from "./refusal.ts";
import {
  type Department,
  findDepartment,
  occupancyOf,
  slotOf,
  type Taken,
  unavailableReason,
} from "./slot.ts";

/** A booking that was asked for, its fields checked. */
export interface Booking {
  departmentId: number;
  dateTime: Temporal.PlainDateTime;
  name: string;
  workerId: number | null;
  externalUserId: string | null;
  /** The `Idempotency-Key`. */
  key: string | undefined;
}

/** POST /appointments: books in a transaction of its own. */
export async function book(pool: Pool, caller: Caller, booking: Booking): Promise<Answer> {
  const client = await pool.connect();
  try {
    await client.query("begin");
    const body = await bookIn(client, caller, booking);
    await client.query("commit");
    return { status: 201, body, headers: { Location: `/api/v1/appointments/${body.id}` } };
  } catch (error) {
    await client.query("rollback");
    throw error;
  } finally {
    client.release();
  }
}

async function bookIn(client: PoolClient, caller: Caller, booking: Booking) {
  const { organizationId, environment, timeZone } = caller;
  // First, so that from here on the bookings of an organization come one after the other.
  const { rows: [ledger] } = await client.query<{ balance: string }>({
    name: "lock",
    text: "select balance from balances where organization_id = $1 and environment = $2 for update",
    values: [organizationId, environment],
  });
  const { key, ...wish } = booking;
  const fingerprint = createHash("sha256").update(JSON.stringify(wish)).digest("hex");
  const replay = key === undefined
    ? undefined
    : await remembered(client, caller, { key, fingerprint });
  if (replay) return replay;
  const department = await findDepartment(client, caller, booking.departmentId);
  const slot = slotOf(booking.dateTime, department);
  const taken = await occupancyOf(client, caller, { department, slot });
  await checkWorker(client, booking.workerId, { department, taken });
  const balance = Number(ledger!.balance);
  if (balance < 1) refuse(402, "INSUFFICIENT_CREDITS", "The balance holds no credit");
  const reason = unavailableReason(department, { time: booking.dateTime, taken, timeZone });
  if (reason !== null) refuse(400, "VALIDATION_ERROR", reason);
  const answer = await insertAppointment(client, caller, { booking, department, slot, taken });
  await client.query({
    name: "entry",
    text: `insert into credit_entries (organization_id, environment, kind, amount, balance_after,
        appointment_id, note, created_at) values ($1, $2, 'CONSUMED', -1, $3, $4, '', now())`,
    values: [organizationId, environment, balance - 1, answer.id],
  });
  if (key !== undefined) {
    await client.query({
      name: "remember",
      text: "insert into idempotency_keys values ($1, $2, $3, $4, $5, now())",
      values: [organizationId, environment, key, fingerprint, JSON.stringify(answer)],
    });
  }
  return answer;
}

async function remembered(
  client: PoolClient,
  { organizationId, environment }: Caller,
  { key, fingerprint }: { key: string; fingerprint: string },
): Promise<{ id: number } | undefined> {
  const { rows: [known] } = await client.query<{ fingerprint: string; answer: { id: number } }>({
    name: "remembered",
    text: `select fingerprint, answer from idempotency_keys where organization_id = $1
      and environment = $2 and key = $3 and created_at > now() - interval '24 hours'`,
    values: [organizationId, environment, key],
  });
  if (known && known.fingerprint !== fingerprint) {
    refuse(400, "VALIDATION_ERROR", "The Idempotency-Key was used with another body");
  }
  return known?.answer;
}

async function checkWorker(
  client: PoolClient,
  workerId: number | null,
  { department, taken }: { department: Department; taken: Taken[] },
): Promise<void> {
  if (workerId === null) {
    if (department.byWorker) refuse(400, "VALIDATION_ERROR", "workerId is required");
    return;
  }
  const { rowCount } = await client.query({
    name: "worker",
    text: "select from workers where id = $1::bigint and department_id = $2 and is_active",
    values: [workerId, department.id],
  });
  const isBusy = department.byWorker && taken.some((other) => other.workerId === workerId);
  if (rowCount === 0 || isBusy) refuse(400, "VALIDATION_ERROR", "workerId cannot be booked");
}

async function insertAppointment(
  client: PoolClient,
  { organizationId, environment, timeZone }: Caller,
  { booking, department, slot, taken }: {
    booking: Booking;
    department: Department;
    slot: ReturnType<typeof slotOf>;
    taken: Taken[];
  },
) {
  const { name, workerId, externalUserId } = booking;
  const dateTime = booking.dateTime.toString();
  const qrCode = randomBytes(16).toString("base64url");
  let place = 1;
  while (taken.some((other) => other.place === place)) place += 1;
  const { rows: [made] } = await client.query<{ id: string; createdAt: string }>({
    name: "appointment",
    text: `insert into appointments (organization_id, environment, department_id, date_time,
        slot_start, slot_minutes, place, slot_capacity, status, name, phone, worker_id,
        worker_is_exclusive, external_user_id, qr_code, created_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, 'SCHEDULED', $9, '', $10, $11, $12, $13, now())
      returning id, to_char(created_at at time zone $14, 'YYYY-MM-DD"T"HH24:MI:SS') as "createdAt"`,
    // One line for each that the statement has.
    // deno-fmt-ignore
    values: [
      organizationId, environment, department.id, dateTime,
      slot.start, slot.minutes, place, department.slotCapacity, name, workerId,
      department.byWorker, externalUserId, qrCode,
      timeZone,
    ],
  });
  return {
    id: Number(made!.id),
    dateTime,
    status: "SCHEDULED",
    name,
    qrCode,
    departmentId: department.id,
    departmentName: department.name,
    ...(externalUserId !== null && { externalUserId }),
    createdAt: made!.createdAt,
  };
}
