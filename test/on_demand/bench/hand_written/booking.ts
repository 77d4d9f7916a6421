import { randomBytes } from "node:crypto";
import type { Pool, PoolClient } from "pg";
import { type Answer, refuse } from "./answer.ts";
import type { Caller } from "./callers.ts";
import {
  countBooked,
  type Department,
  findDepartment,
  fullReason,
  slotStartOf,
} from "./departments.ts";

/** A valid request for a booking. */
export interface Booking {
  departmentId: number;
  dateTime: string;
  name: string;
  workerId: number | null;
  externalUserId: string | null;
}

/** POST /appointments: one transaction for each booking. */
export async function book(pool: Pool, caller: Caller, booking: Booking): Promise<Answer> {
  const department = await findDepartment(pool, caller, booking.departmentId);
  if (department.showAdminsInBooking && booking.workerId === null) {
    refuse(400, "VALIDATION_ERROR", "workerId is required");
  }
  const client = await pool.connect();
  try {
    await client.query("begin");
    const { appointment, credits } = await bookLocked(client, caller, { booking, department });
    await client.query("commit");
    const headers = {
      Location: `/api/v1/appointments/${appointment.id}`,
      "X-Credits-Remaining": String(credits),
    };
    return { status: 201, body: appointment, headers };
  } catch (error) {
    await client.query("rollback");
    throw error;
  } finally {
    client.release();
  }
}

async function bookLocked(
  client: PoolClient,
  caller: Caller,
  { booking, department }: { booking: Booking; department: Department },
) {
  const { organizationId, environment } = caller;
  const ledger = [organizationId, environment];
  // Before the count, so that the count sees every booking that was committed before this one.
  const { rows: [locked] } = await client.query<{ balance: string }>({
    name: "lock",
    text: "select balance from balances where organization_id = $1 and environment = $2 for update",
    values: ledger,
  });
  const balance = Number(locked!.balance);
  if (balance < 1) refuse(402, "INSUFFICIENT_CREDITS", "The balance has no credit");
  const slotStart = slotStartOf(booking.dateTime, department);
  const booked = await countBooked(client, caller, { departmentId: department.id, slotStart });
  const reason = fullReason(department, booked);
  if (reason !== null) refuse(400, "VALIDATION_ERROR", reason);
  const appointment = await insertAppointment(client, caller, { booking, department, slotStart });
  await client.query({
    name: "pay",
    text: `update balances set balance = balance - 1
      where organization_id = $1 and environment = $2`,
    values: ledger,
  });
  await client.query({
    name: "ledger entry",
    text: `insert into ledger_entries (organization_id, environment, amount, balance_after,
        appointment_id) values ($1, $2, -1, $3, $4)`,
    values: [...ledger, balance - 1, appointment.id],
  });
  await client.query({
    name: "event",
    text: `insert into events (organization_id, environment, type, payload)
      values ($1, $2, 'appointment.created', $3)`,
    values: [...ledger, JSON.stringify(appointment)],
  });
  return { appointment, credits: balance - 1 };
}

async function insertAppointment(
  client: PoolClient,
  { organizationId, environment, timeZone }: Caller,
  { booking, department, slotStart }: {
    booking: Booking;
    department: Department;
    slotStart: string;
  },
) {
  const { dateTime, name, workerId, externalUserId } = booking;
  const qrCode = randomBytes(11).toString("hex");
  const { rows: [made] } = await client.query<{ id: string; createdAt: string }>({
    name: "appointment",
    text: `insert into appointments (organization_id, environment, department_id, date_time,
        slot_start, name, qr_code, worker_id, external_user_id)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
      returning id, to_char(created_at at time zone $10, 'YYYY-MM-DD"T"HH24:MI:SS') as "createdAt"`,
    // deno-fmt-ignore
    values: [
      organizationId, environment, department.id, dateTime,
      slotStart, name, qrCode, workerId, externalUserId,
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
