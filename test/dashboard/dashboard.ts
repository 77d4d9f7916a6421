import { Client } from "pg";
import type { Browser } from "playwright-core";
import { type Demo, seedDemo } from "../../gateway/demo/seed_demo.ts";
import { type Api, startApi } from "../support/api.ts";
import { makeStaff, type Staff } from "../support/staff_session.ts";
import { onePerWorker } from "../support/one_per_worker.ts";
import { zoneAhead } from "../support/zone_ahead.ts";
import { openChromium } from "./chromium.ts";

/** An organization of its own with the demo data, the service, and a browser. */
export interface Dashboard extends AsyncDisposable {
  api: Api;
  url: string;
  browser: Browser;
  demo: Demo;
  /** A staff user with the role OWNER. */
  owner: Staff;
  /** A direct connection to the database, which also contains the organizations of other files. */
  sql: Client;
  /** Ends the sessions of the organization, as if they were too old. */
  endSessions(): Promise<void>;
  /** Tomorrow in the zone of the organization. The first appointments of the demo are on this day. */
  tomorrow: string;
}

/** Returns a zone in which it is between 11:00 and 12:00, so that a test meets the same day whenever it runs. */
export function zoneBeforeNoon(): string {
  return zoneAhead(11 - Temporal.Now.zonedDateTimeISO("UTC").hour);
}

/** The service of the files that need no variables of their own. */
const sharedApi = onePerWorker(() => startApi());

/**
 * Opens a new organization in the service of this worker, or in a service of its own if `environment` is given. The
 * service has built the dashboard when it listens.
 */
export async function startDashboard(environment?: Record<string, string>): Promise<Dashboard> {
  await using opening = new AsyncDisposableStack();
  const api = environment ? opening.use(await startApi({ environment })) : await sharedApi();
  const demo = await seedDemo(api.seeding.application, { timeZone: zoneBeforeNoon() });
  const owner = await makeStaff(api.seeding, demo.organizationId);
  const sql = new Client({ connectionString: api.databaseUrl });
  await sql.connect();
  opening.defer(() => sql.end());
  // Most files test appointments without a queue. queue.test.ts uses the default, which notes arrivals.
  await sql.query(
    `insert into queue_rules
       (organization_id, department_id, check_in, tolerance_minutes, max_calls, priorities)
     select organization_id, id, 'COMPLETE', 15, 3, '{}' from departments where organization_id = $1`,
    [demo.organizationId],
  );
  const browser = await openChromium();
  opening.defer(() => closeContexts(browser));
  // Until here, a failure closes everything that was opened.
  const opened = opening.move();
  const today = Temporal.Now.plainDateISO(demo.timeZone);
  return {
    api,
    url: api.services[0]!.url,
    browser,
    demo,
    owner,
    sql,
    async endSessions() {
      await sql.query("delete from sessions where organization_id = $1", [demo.organizationId]);
    },
    tomorrow: today.add({ days: 1 }).toString(),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

async function closeContexts(browser: Browser): Promise<void> {
  await Promise.all(browser.contexts().map((context) => context.close()));
}
