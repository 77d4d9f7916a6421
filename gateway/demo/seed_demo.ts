import { randomBytes } from "node:crypto";
import { type Application, scopes } from "../../core/mod.ts";
import { demoAppointments } from "./demo_appointments.ts";
import { addDemoDepartments } from "./demo_departments.ts";

/** What somebody needs to try the demo; the keys and the password are not to be had again. */
export interface Demo {
  organizationId: number;
  timeZone: string;
  apiKey: string;
  testApiKey: string;
  email: string;
  password: string;
  departments: { id: number; name: string; workers: { id: number; name: string }[] }[];
}

const credits = 10_000;
const rateLimitPerHour = 100_000;

/** Makes one more demo organization, with appointments of today and a week. */
export async function seedDemo(
  application: Application,
  { timeZone = "Europe/Berlin" }: { timeZone?: string } = {},
): Promise<Demo> {
  // E-mail addresses are unique in a deployment, and the demo may be made again.
  const mark = randomBytes(4).toString("hex");
  const email = `owner+${mark}@demo.example`;
  const password = randomBytes(15).toString("base64url");
  const { organization } = await application.createOrganization({
    name: `Demo ${mark}`,
    timeZone,
    testCredits: credits,
    ownerEmail: email,
    ownerPassword: password,
  });
  const organizationId = organization.id;
  const departments = await addDemoWeek(application, { organizationId, timeZone });
  const key = async (environment: "LIVE" | "TEST", name: string) => {
    const wanted = { name, environment, scopes: [...scopes], rateLimitPerHour };
    return (await application.createApiKey(organizationId, wanted)).key;
  };
  const apiKey = await key("LIVE", "Demo");
  const testApiKey = await key("TEST", "Demo (test)");
  return { organizationId, timeZone, apiKey, testApiKey, email, password, departments };
}

async function addDemoWeek(
  application: Application,
  { organizationId, timeZone }: { organizationId: number; timeZone: string },
): Promise<Demo["departments"]> {
  const today = application.now().toZonedDateTimeISO(timeZone).toPlainDate();
  const made = await addDemoDepartments(application, { organizationId, today });
  const appointments = demoAppointments(made, today);
  const scope = { organizationId, environment: "LIVE" } as const;
  await application.grantCredits(organizationId, {
    amount: credits + appointments.length,
    note: "Demo credits",
  });
  // All at once: they share a transaction or two, in this order.
  await Promise.all(appointments.map((wish) => application.bookAppointment(scope, wish)));
  const workers = made.workers.map(({ id, name }) => ({ id, name }));
  return [made.open, made.clinic, made.studio].map((department) => ({
    id: department.id,
    name: department.name,
    workers: department === made.studio ? workers : [],
  }));
}
