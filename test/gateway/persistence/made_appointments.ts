import type { Pool } from "pg";
import { appointmentStatuses, environments } from "../../../core/mod.ts";
import { pick, randomFrom } from "../../support/random.ts";
import { localTimes, type ReportingTenant } from "./reporting_database.ts";

/** An appointment as it was written. */
export type MadeAppointment = ReturnType<typeof appointmentsOf>[number];

/** Writes appointments around a day, past the rules for booking, and returns them. */
export async function writeAppointments(
  pool: Pool,
  tenant: ReportingTenant,
  { day, count, seed }: { day: string; count: number; seed: number },
): Promise<MadeAppointment[]> {
  const made = appointmentsOf(tenant, { day, count, seed });
  await pool.query(
    `insert into appointments (organization_id, environment, department_id, date_time, slot_start,
      slot_minutes, place, slot_capacity, status, name, phone, worker_id, worker_is_exclusive,
      qr_code, created_at, archived_at)
    select $1, environment, department_id, date_time, date_time, 1, position, 1000000, status, '', '',
      worker_id, false, gen_random_uuid()::text, created_at, archived_at
    from unnest($2::text[], $3::int[], $4::timestamp[], $5::text[], $6::int[], $7::timestamptz[],
      $8::timestamptz[]) with ordinality as made (environment, department_id, date_time, status,
      worker_id, created_at, archived_at, position)`,
    [
      tenant.organizationId,
      made.map(({ environment }) => environment),
      made.map(({ departmentId }) => departmentId),
      made.map(({ dateTime }) => dateTime.toString()),
      made.map(({ status }) => status),
      made.map(({ workerId }) => workerId),
      made.map(({ createdAt }) => createdAt.toString()),
      made.map(({ isArchived, createdAt }) => isArchived ? createdAt.toString() : null),
    ],
  );
  return made;
}

function appointmentsOf(
  { departmentIds, workerIds, timeZone }: ReportingTenant,
  { day, count, seed }: { day: string; count: number; seed: number },
) {
  const random = randomFrom(seed);
  return localTimes(day, count, random).map((dateTime) => {
    const departmentId = pick(departmentIds, random);
    const itsWorkers = workerIds.filter((_, i) => departmentIds[i % 2] === departmentId);
    // A few were written down afterwards, and some long before.
    const leadSeconds = Math.floor((random() ** 3 * 90 - 1) * 86_400);
    return {
      dateTime,
      environment: pick(environments, random),
      departmentId,
      status: pick(appointmentStatuses, random),
      workerId: pick([null, ...itsWorkers], random),
      isArchived: random() < 0.2,
      createdAt: dateTime.toZonedDateTime(timeZone).toInstant().subtract({ seconds: leadSeconds }),
    };
  });
}
