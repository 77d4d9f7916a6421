import type { Application } from "../../core/mod.ts";
import type { DemoHistory } from "../persistence/mod.ts";
import { demoCalls } from "./demo_calls.ts";
import { addDemoPast, ignoreConflict } from "./demo_past.ts";
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

interface HistoryOptions {
  organizationId: number;
  timeZone: string;
  today: Temporal.PlainDate;
  departmentId: number;
  /** Signs in to set what became of the appointments. */
  owner: { email: string; password: string };
  /** The LIVE and the TEST key that made the API calls. */
  keyIds: { LIVE: number; TEST: number };
}

/** Adds what happened in the two weeks before: appointments with outcomes, deliveries of a webhook, and API calls. */
export async function addDemoHistory(
  application: Application,
  history: DemoHistory,
  { owner, today, ...options }: HistoryOptions,
): Promise<void> {
  const { caller } = await application.signIn({ ipAddress }, owner);
  const visits = await addDemoPast(application, caller, { ...options, today });
  await addDemoWebhook(application, caller, { visits, history });
  await application.signOut(caller);
  await history.addUsage(demoCalls({ ...options, now: application.now() }));
}
