import type { Application } from "../../core/mod.ts";
import type { DemoHistory } from "../persistence/mod.ts";
import { demoCalls } from "./demo_calls.ts";
import { addDemoDay, settleEarlier } from "./demo_day.ts";
import { addDemoPast, ignoreConflict } from "./demo_past.ts";
import { createDemoScreens, type DemoScreens } from "./demo_screens.ts";
import { demoVisits } from "./demo_visits.ts";
import { newDemoPassword, replaceDemoPassword } from "./demo_secrets.ts";
import { addDemoWebhook } from "./demo_webhook.ts";

const ipAddress = "127.0.0.1";

/** Adds the clerk, or replaces the password that a killed start did not show. */
export async function addDemoClerk(
  application: Application,
  { organizationId, email }: { organizationId: number; email: string },
): Promise<{ email: string; password: string }> {
  const password = newDemoPassword();
  const clerk = { email, name: "Clara Schmidt", role: "STAFF", password };
  const added = await application.createStaffUser(organizationId, clerk).catch(ignoreConflict);
  return {
    email,
    password: added ? password : await replaceDemoPassword(application, { email, organizationId }),
  };
}

/** The one without restrictions, the clinic, and the one that books by worker. */
export type Departments = readonly [DemoDepartment, DemoDepartment, DemoDepartment];

/** A department of the demo with its workers. */
export interface DemoDepartment {
  id: number;
  name: string;
  workers: { id: number; name: string }[];
}

interface HistoryOptions {
  organizationId: number;
  timeZone: string;
  today: Temporal.PlainDate;
  departments: Departments;
  /** Signs in to set what became of the appointments. */
  owner: { email: string; password: string };
  /** The LIVE and the TEST key that made the API calls. */
  keyIds: { LIVE: number; TEST: number };
}

/**
 * Adds what happened in the two weeks before (appointments with outcomes, visits, deliveries of a webhook, and API calls),
 * and the day of today around now. Returns the screens.
 */
export async function addDemoHistory(
  application: Application,
  history: DemoHistory,
  { owner, today, ...options }: HistoryOptions,
): Promise<DemoScreens> {
  const { caller } = await application.signIn({ ipAddress }, owner);
  const [open, , studio] = options.departments;
  const past = await addDemoPast(application, caller, { departmentId: open.id, today });
  await addDemoWebhook(application, caller, { visits: past, history });
  const now = application.now();
  const workerIds = studio.workers.map(({ id }) => id);
  const places = [
    { departmentId: open.id, workerIds: [null] },
    { departmentId: studio.id, workerIds },
  ];
  const completed = [
    ...past.filter(({ status }) => status === "COMPLETED"),
    ...await settleEarlier(application, caller),
  ];
  const visits = demoVisits({ ...options, now, places, appointments: completed });
  await history.addVisits(options, visits);
  const worker = { id: workerIds[0]!, departmentId: studio.id };
  await addDemoDay(application, caller, { departments: [open], worker, history });
  const screens = await createDemoScreens(application, caller);
  await application.signOut(caller);
  await history.addUsage(demoCalls({ ...options, departmentId: open.id, now }));
  return screens;
}
