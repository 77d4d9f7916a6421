import { Client } from "pg";
import type { TestService } from "../seeded.ts";

/** A request of one surface that costs the service as much as the limits allow. */
export interface HeavyRequest {
  name: string;
  method: "GET" | "POST";
  path: string;
  headers: Record<string, string>;
  body?: string;
}

/** A tenant that is made to be expensive. */
export interface HeavyTenant {
  organizationId: number;
  /** Its slots are of one minute. */
  departmentId: number;
}

const year = `from: "2027-01-01", to: "2027-12-31"`;
const reports = {
  "report of every department": `groupBy: [DEPARTMENT]) { department { name } capacity booked }`,
  "report of 10,000 rows":
    `groupBy: [DAY, HOUR_OF_DAY]) { day hourOfDay capacity booked utilization }`,
};

/** Gives a tenant many departments with closures, and appointments and calls to look through. */
export async function writeHeavyTenant(
  databaseUrl: string,
  { organizationId, departmentId }: HeavyTenant,
  { departments, appointments }: { departments: number; appointments: number },
): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday"];
  const hours = [{ opens: "08:00", closes: "12:00" }, { opens: "13:00", closes: "18:00" }];
  await client.query(
    `insert into departments (organization_id, name, address, phone_number, slot_interval,
       working_hours, show_admins_in_booking, slot_capacity, slot_offset, opening_hours, closures,
       is_active, created_at)
     select $1, 'Desk ' || i, repeat('a', 200), '', 1 + i % 30, repeat('w', 200), false, 3, 0, $2,
       (select jsonb_agg(jsonb_build_object('from', date '2027-01-01' + i % 7 + 9 * k,
          'to', date '2027-01-01' + i % 7 + 9 * k, 'reason', 'Holiday')) from generate_series(0, 39) k),
       true, now()
     from generate_series(1, $3) i`,
    [
      organizationId,
      JSON.stringify(Object.fromEntries(weekdays.map((day) => [day, hours]))),
      departments,
    ],
  );
  await client.query(
    `insert into appointments (organization_id, environment, department_id, date_time, slot_start,
       slot_minutes, place, slot_capacity, status, name, phone, worker_is_exclusive, qr_code, created_at)
     select $1, 'LIVE', $2, at, at, 1, 1, 10000, 'SCHEDULED', 'Name ' || i, '', false, 'q' || i, now()
     from generate_series(0, $3 - 1) i,
       lateral (select timestamp '2027-03-01' + i * interval '1 minute') as t (at)`,
    [organizationId, departmentId, appointments],
  );
  await client.query("analyze departments; analyze appointments");
  await client.end();
}

/** The heavy requests of a tenant, in the session of an ADMIN of it. */
export async function heavyRequestsOf(
  { application }: TestService,
  { organizationId, departmentId }: HeavyTenant,
  cookie: string,
): Promise<HeavyRequest[]> {
  const { key } = await application.createApiKey(organizationId, {
    name: "Noise",
    environment: "LIVE",
    scopes: ["READ_APPOINTMENTS"],
    rateLimitPerHour: 1_000_000,
  });
  const staff = { Cookie: cookie };
  const asked = (input: object) => encodeURIComponent(JSON.stringify(input));
  const month = { id: departmentId, from: "2027-03-01", to: "2027-03-31" };
  const days = Object.fromEntries(
    Array.from({ length: 20 }, (_, i) => [i, { id: departmentId, date: `2027-03-${10 + i}` }]),
  );
  const get = (name: string, path: string, headers = staff as Record<string, string>) =>
    ({ name, method: "GET", path, headers }) as const;
  return [
    get("range of a month", `/trpc/departments.range?input=${asked(month)}`),
    get(
      "batch of 20 days",
      `/trpc/${Array(20).fill("departments.day").join(",")}?batch=1&input=${asked(days)}`,
    ),
    get("search", `/trpc/appointments.list?input=${asked({ search: "no such name" })}`),
    get("page of departments", `/trpc/departments.list?input=${asked({ size: 100 })}`),
    get("list of departments", "/api/v1/departments", { "X-API-Key": key }),
    get(
      "export",
      "/api/staff/api-usage/export/csv?startDate=2027-01-01&endDate=2027-12-31",
    ),
    ...Object.entries(reports).map(([name, rest]) => ({
      name,
      method: "POST" as const,
      path: "/graphql",
      headers: { ...staff, "Content-Type": "application/json" },
      body: JSON.stringify({ query: `{ utilizationReport(${year}, ${rest} }` }),
    })),
  ];
}
