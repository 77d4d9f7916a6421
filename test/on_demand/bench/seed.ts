import { Client } from "pg";
import type { AppointmentView } from "../../../core/mod.ts";
import { openService, seedOrganization, type TestService } from "../../support/seeded.ts";
import { bookingOf, type Seeded } from "./requests.ts";

/** What the service's database holds of one organization. */
export interface SeededOrganization {
  id: number;
  name: string;
  timeZone: string;
  credits: number;
  department: { id: number; name: string; slotInterval: number; slotCapacity: number };
  keys: string[];
  scopes: string[];
  rateLimitPerHour: number;
  appointments: AppointmentView[];
}

const timeZone = "Europe/Berlin";
const credits = 1_000_000_000;
// Five places in each slot and no other restriction, as in the demo's first department.
const department = { name: "Citizens' Office", slotInterval: 30, slotCapacity: 5 };
const scopes = ["READ_APPOINTMENTS", "WRITE_APPOINTMENTS"];
// The largest limit that the service allows. Together the keys allow more than a run sends.
const rateLimitPerHour = 1_000_000;
const keysOfMain = 64;
// Few enough that none waits long at the booking gate.
const bookingsAtOnce = 250;
const bookingsPerProgress = 5000;
const organizationsAtOnce = 8;

/**
 * Fills a migrated database through the use cases: the main organization with appointments, and others without.
 * All have one department and a huge balance.
 */
export async function seedService(
  databaseUrl: string,
  { appointments, others, progress }: {
    appointments: number;
    others: number;
    progress(line: string): void;
  },
): Promise<SeededOrganization[]> {
  await using service = await openService(databaseUrl);
  const main = await seedOne(service, keysOfMain);
  const scope = { organizationId: main.id, environment: "LIVE" as const };
  for (let first = 0; first < appointments; first += bookingsAtOnce) {
    const count = Math.min(bookingsAtOnce, appointments - first);
    const booked = await Promise.all(
      Array.from({ length: count }, (_, i) =>
        service.application.bookAppointment(
          { ...scope, actor: main.actor },
          bookingOf(first + i, main.department.id),
        )),
    );
    main.appointments.push(...booked.map(({ appointment }) => appointment));
    if (first === 0) await analyze(databaseUrl);
    else if (first % bookingsPerProgress === 0) progress(`seeded ${first} appointments`);
  }
  const organizations: SeededOrganization[] = [main];
  while (organizations.length <= others) {
    const count = Math.min(organizationsAtOnce, others + 1 - organizations.length);
    organizations.push(
      ...await Promise.all(Array.from({ length: count }, () => seedOne(service, 1))),
    );
  }
  return organizations;
}

/** Returns what the load needs to know of the seeded organizations. */
export function toSeeded([main, ...others]: readonly SeededOrganization[]): Seeded {
  const { id, department, keys, appointments } = main!;
  return {
    organizationId: id,
    departmentId: department.id,
    keys,
    appointmentIds: appointments.map((appointment) => appointment.id),
    others: others.map(({ department, keys }) => ({ departmentId: department.id, key: keys[0]! })),
  };
}

async function seedOne(service: TestService, keyCount: number) {
  const { application } = service;
  const { organizationId, departmentId, actor } = await seedOrganization(service, {
    timeZone,
    credits,
    ...department,
  });
  const keys = await Promise.all(
    Array.from({ length: keyCount }, (_, i) =>
      application.createApiKey(organizationId, {
        name: `Load ${i}`,
        environment: "LIVE",
        scopes,
        rateLimitPerHour,
      })),
  );
  return {
    id: organizationId,
    actor,
    name: "Test",
    timeZone,
    credits,
    department: { id: departmentId, ...department },
    keys: keys.map(({ key }) => key),
    scopes,
    rateLimitPerHour,
    appointments: [] as AppointmentView[],
  };
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
