import { Pool } from "pg";
import { writeAppointments } from "../../gateway/persistence/made_appointments.ts";
import { visitsOf } from "../../gateway/persistence/made_visits.ts";
import { openService, seedOrganization } from "../seeded.ts";
import { writeTraffic } from "../usage_traffic.ts";
import { writeVisits } from "../written_visits.ts";

/** An organization whose reports of March 2027 all have rows. */
export interface AnalystTenant {
  organizationId: number;
  departmentIds: number[];
  /** A LIVE key of the REST API. */
  key: string;
}

/** The names need quotes in CSV, and letters beyond ASCII. */
export const departmentNames = ["Bürgeramt, Nord", 'Standesamt "Mitte"'] as const;

const timeZone = "Europe/Berlin";
const day = "2027-03-15";

/** Writes an organization with appointments, visits, credits and API calls in March 2027. */
export async function writeAnalystTenant(
  databaseUrl: string,
  { appointments, seed }: { appointments: number; seed: number },
): Promise<AnalystTenant> {
  await using service = await openService(databaseUrl, { poolSize: 2 });
  // Credits move when something is booked.
  service.setNow("2027-03-10T09:00:00Z");
  const { application } = service;
  const settings = { timeZone, slotCapacity: 10_000, name: departmentNames[0] };
  const own = await seedOrganization(service, settings);
  const { organizationId } = own;
  const other = await application.createDepartment(organizationId, { name: departmentNames[1] });
  const departmentIds = [own.departmentId, other.id];
  const workerIds: number[] = [];
  for (const id of [...departmentIds, ...departmentIds]) {
    workerIds.push((await application.createWorker(id, { name: "Kim" })).id);
  }
  const { id, key } = await application.createApiKey(organizationId, {
    name: "Website",
    environment: "LIVE",
    scopes: ["READ_APPOINTMENTS"],
    rateLimitPerHour: 1_000_000,
  });
  for (const departmentId of departmentIds) {
    const booking = { departmentId, dateTime: "2027-03-20T10:00", name: "Ada" };
    await application.bookAppointment(own, booking);
  }
  const pool = new Pool({ connectionString: databaseUrl, max: 1 });
  const tenant = { organizationId, timeZone, departmentIds, workerIds };
  await writeAppointments(pool, tenant, { day, count: appointments, seed });
  // Lists of REST leave archived appointments out, so a recount from them would have fewer.
  await pool.query(
    "delete from appointments where archived_at is not null and organization_id = $1",
    [
      organizationId,
    ],
  );
  await writeVisits(pool, organizationId, visitsOf(tenant, { day, count: appointments, seed }));
  const until = Temporal.Instant.from("2027-03-25T00:00:00Z");
  await writeTraffic(pool, {
    organizationId,
    apiKeyIds: [id],
    rows: appointments,
    days: 20,
    until,
  });
  await pool.end();
  return { organizationId, departmentIds, key };
}
