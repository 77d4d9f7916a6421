import { Client } from "pg";
import { openService, seedOrganization } from "../support/seeded.ts";
import { maxConnections } from "./measurements.ts";
import { bookingOf, keysPerConnection, rateLimitPerHour, type Seeded } from "./requests.ts";

const credits = 1_000_000_000;
// Few enough that none waits long at the booking gate.
const bookingsAtOnce = 250;

/**
 * Fills a migrated database through the use cases: one organization with a huge balance, one department of
 * the demo's kind (five places in each slot, no restriction), its appointments, and keys for the load.
 */
export async function seed(databaseUrl: string, appointments: number): Promise<Seeded> {
  await using service = await openService(databaseUrl);
  const { application } = service;
  const scope = await seedOrganization(service, {
    timeZone: "Europe/Berlin",
    credits,
    name: "Citizens' Office",
    slotInterval: 30,
    slotCapacity: 5,
  });
  const ids: number[] = [];
  for (let first = 0; first < appointments; first += bookingsAtOnce) {
    const count = Math.min(bookingsAtOnce, appointments - first);
    const numbers = Array.from({ length: count }, (_, i) => first + i);
    const booked = await Promise.all(
      numbers.map((number) => application.bookAppointment(scope, bookingOf(number, scope))),
    );
    ids.push(...booked.map(({ appointment }) => appointment.id));
    if (first === 0) await analyze(databaseUrl);
  }
  const made = await Promise.all(
    Array.from(
      { length: maxConnections * keysPerConnection },
      (_, i) =>
        application.createApiKey(scope.organizationId, {
          name: `Load ${i}`,
          environment: "LIVE",
          scopes: ["READ_APPOINTMENTS", "WRITE_APPOINTMENTS"],
          rateLimitPerHour,
        }),
    ),
  );
  const keys = made.map(({ key }) => key);
  const firstAppointmentId = ids.reduce((least, id) => Math.min(least, id));
  const { organizationId, departmentId } = scope;
  return { organizationId, departmentId, firstAppointmentId, appointments, keys };
}

/**
 * Statements planned while the tables were empty may use any index. Autovacuum ends that within a minute,
 * which is longer than the seeding should take.
 */
async function analyze(databaseUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query("analyze");
  await client.end();
}
