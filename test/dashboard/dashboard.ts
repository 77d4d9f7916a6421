import { Client } from "pg";
import type { Browser } from "playwright-core";
import { type Demo, seedDemo } from "../../gateway/demo/seed_demo.ts";
import { type Api, startApi } from "../support/api.ts";
import { makeStaff, type Staff } from "../support/staff_session.ts";
import { openChromium } from "./chromium.ts";

/** A service with the demo data, and a browser. */
export interface Dashboard extends AsyncDisposable {
  api: Api;
  url: string;
  browser: Browser;
  demo: Demo;
  /** A staff user with the role OWNER. */
  owner: Staff;
  /** A direct connection to the database. */
  sql: Client;
  /** Tomorrow in the zone of the organization. The first appointments of the demo are on this day. */
  tomorrow: string;
}

/** Returns a zone in which it is day, so that no midnight falls into the tests. */
function zoneWithDaylight(): string {
  const { hour } = Temporal.Now.zonedDateTimeISO("Europe/Berlin");
  return hour >= 5 && hour < 22 ? "Europe/Berlin" : "Asia/Tokyo";
}

/** Starts the service and the browser. The service has built the dashboard when it listens. */
export async function startDashboard(environment: Record<string, string> = {}): Promise<Dashboard> {
  await using opening = new AsyncDisposableStack();
  const api = opening.use(await startApi({ environment }));
  const demo = await seedDemo(api.seeding.application, { timeZone: zoneWithDaylight() });
  const owner = await makeStaff(api.seeding, demo.organizationId);
  const sql = new Client({ connectionString: api.databaseUrl });
  await sql.connect();
  opening.defer(() => sql.end());
  const browser = await openChromium();
  opening.defer(() => browser.close());
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
    tomorrow: today.add({ days: 1 }).toString(),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
