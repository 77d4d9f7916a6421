import { Client } from "pg";
import type { Browser } from "playwright-core";
import { type Demo, seedDemo } from "../../gateway/command_line/demo/seed_demo.ts";
import { type Api, startApi } from "../support/api.ts";
import { makeStaff, type Staff } from "../support/staff_session.ts";
import { openChromium } from "./chromium.ts";

/** A browser before the service with the demo's departments and appointments. */
export interface Dashboard extends AsyncDisposable {
  api: Api;
  url: string;
  browser: Browser;
  demo: Demo;
  /** Somebody who may do everything. */
  owner: Staff;
  /** The database, past the service. */
  sql: Client;
  /** The day after today, in the organization's zone; the demo's first appointments are on it. */
  tomorrow: string;
}

/** A zone in which it is day, so that no midnight comes while the pages are walked through. */
function zoneByDay(): string {
  const { hour } = Temporal.Now.zonedDateTimeISO("Europe/Berlin");
  return hour >= 5 && hour < 22 ? "Europe/Berlin" : "Asia/Tokyo";
}

/** Starts it; the service has built its pages when it listens. */
export async function startDashboard(environment: Record<string, string> = {}): Promise<Dashboard> {
  await using opening = new AsyncDisposableStack();
  const api = opening.use(await startApi({ environment }));
  const demo = await seedDemo(api.seeding.application, { timeZone: zoneByDay() });
  const owner = await makeStaff(api.seeding, demo.organizationId);
  const sql = new Client({ connectionString: api.databaseUrl });
  await sql.connect();
  opening.defer(() => sql.end());
  const browser = await openChromium();
  opening.defer(() => browser.close());
  // Up to here a failure ends what was begun.
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
