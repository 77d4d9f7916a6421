import { randomBytes } from "node:crypto";
import {
  type Application,
  type BookingScope,
  DomainError,
  operator,
  type Organization,
} from "../../core/mod.ts";
import { type DemoAppointment, demoAppointments } from "./demo_appointments.ts";
import { addDemoDepartments } from "./demo_departments.ts";
import { creditsOfDay } from "./demo_day.ts";
import { addDemoClerk, addDemoHistory, type Departments } from "./demo_history.ts";
import { creditsOfPast } from "./demo_past.ts";
import type { DemoScreens } from "./demo_screens.ts";
import { createDemoKeys, newDemoPassword, replaceDemoPassword } from "./demo_secrets.ts";
import type { DemoHistory, Persistence } from "../persistence/mod.ts";

/** The access data of a demo. Its keys and passwords are not stored in readable form. */
export interface Demo {
  organizationId: number;
  timeZone: string;
  apiKey: string;
  testApiKey: string;
  email: string;
  password: string;
  /** A user with the role STAFF. Only the first demo of a database has one. */
  clerk?: { email: string; password: string };
  /** The paths of a display and a kiosk. Only the first demo of a database has them. */
  screens?: DemoScreens;
  departments: Departments;
}

export interface SeedDemoOptions {
  timeZone?: string;
  /** Identifies the demo. An incomplete demo with this mark is completed. */
  mark?: string;
  /** Writes the demo's usage and deliveries. Without it, the demo has no past and no clerk. */
  history?: DemoHistory;
}

const credits = 10_000;

/** The mark of the demo in an empty database. Its addresses are surely free, so they are plain. */
const firstMark = "first";

/** Creates the mark of a further demo. With it, each demo has its own name and e-mail addresses. */
function newDemoMark(): string {
  return randomBytes(4).toString("hex");
}

function namesOf(mark: string): { name: string; email: string; clerkEmail: string } {
  if (mark === firstMark) {
    return { name: "Demo City", email: "owner@demo.example", clerkEmail: "clerk@demo.example" };
  }
  return {
    name: `Demo ${mark}`,
    email: `owner+${mark}@demo.example`,
    clerkEmail: `clerk+${mark}@demo.example`,
  };
}

/**
 * Creates a demo organization with appointments for today and the next 7 days. With `history` it also has a clerk, two
 * weeks of past appointments, visits, API calls, a webhook with deliveries, people who are in the office now, and screens. If a killed process left an incomplete demo with
 * this mark, completes it and replaces its keys and its passwords.
 */
export async function seedDemo(
  application: Application,
  { timeZone = "Europe/Berlin", mark = newDemoMark(), history }: SeedDemoOptions = {},
): Promise<Demo> {
  const { name, email, clerkEmail } = namesOf(mark);
  const found = (await application.listOrganizations()).find((one) => one.name === name);
  const password = newDemoPassword();
  const organization = found ?? (await application.createOrganization({
    name,
    timeZone,
    testCredits: credits,
    ownerEmail: email,
    ownerPassword: password,
  })).organization;
  const { id: organizationId } = organization;
  const departments = await addDemoWeek(application, organization, history !== undefined);
  const { ids: keyIds, ...keys } = await createDemoKeys(application, organizationId);
  const owner = {
    email,
    password: found ? await replaceDemoPassword(application, { email, organizationId }) : password,
  };
  const demo = { organizationId, timeZone: organization.timeZone, ...keys, ...owner, departments };
  if (!history) return demo;
  const clerk = await addDemoClerk(application, { organizationId, email: clerkEmail });
  const today = dayOf(organization);
  const screens = await addDemoHistory(application, history, { ...demo, owner, keyIds, today });
  return { ...demo, clerk, screens };
}

/** Returns the day of the organization's creation, so that a later completion requests the same appointments. */
function dayOf({ createdAt, timeZone }: Organization): Temporal.PlainDate {
  return createdAt.toZonedDateTimeISO(timeZone).toPlainDate();
}

async function addDemoWeek(
  application: Application,
  organization: Organization,
  hasPast: boolean,
): Promise<Demo["departments"]> {
  const { id: organizationId } = organization;
  const today = dayOf(organization);
  const added = await addDemoDepartments(application, { organizationId, today });
  const appointments = demoAppointments(added, today);
  const scope = { organizationId, environment: "LIVE" } as const;
  const { LIVE: balance } = await application.getBalances(organizationId);
  if (balance === 0) {
    const amount = credits + appointments.length + (hasPast ? creditsOfPast + creditsOfDay : 0);
    await application.grantCredits(organizationId, { amount, note: "Demo credits" });
  }
  // Concurrently: the booking gate writes them in one or two transactions, in this order.
  await Promise.all(appointments.map((appointment, i) => {
    const input = { ...appointment, "Idempotency-Key": `demo-${i}` };
    return bookUnlessPast(application, scope, input);
  }));
  const workers = added.workers.map(({ id, name }) => ({ id, name }));
  const { open, clinic, studio } = added;
  return [
    { id: open.id, name: open.name, workers: [] },
    { id: clinic.id, name: clinic.name, workers: [] },
    { id: studio.id, name: studio.name, workers },
  ];
}

/** Books an appointment. Ignores a refusal, because a demo that is completed days later requests past times. */
async function bookUnlessPast(
  application: Application,
  scope: BookingScope,
  input: DemoAppointment & { "Idempotency-Key": string },
): Promise<void> {
  try {
    await application.bookAppointment({ ...scope, actor: operator }, input);
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== "VALIDATION_ERROR") throw error;
  }
}

export interface SeedOptions {
  persistence: Pick<Persistence, "demoStates" | "demoHistory" | "isEmpty" | "withLock">;
  progress(line: string): void;
  /** Shows the demo's keys and password. Returns whether standard output has taken them. */
  show(demo: Demo): Promise<boolean>;
}

/**
 * Creates the demo in an empty database and shows it. If an earlier start was killed before it showed the demo,
 * completes and shows that demo (gateway/demo/README.md 1). Returns whether a demo was shown. Holds a lock: of two
 * concurrent starts the second waits, and shows the demo if the first is killed.
 */
export async function seedEmptyDatabase(
  application: Application,
  { persistence, progress, show }: SeedOptions,
): Promise<boolean> {
  const { demoStates } = persistence;
  const isDue = async () => {
    const state = await demoStates.find();
    return state ? !state.isShown : await persistence.isEmpty();
  };
  if (!(await isDue())) return false;
  return persistence.withLock("demo data", async () => {
    if (!(await isDue())) return false;
    progress("Creating demo data ...");
    const begun = await demoStates.find();
    const mark = begun?.mark ?? firstMark;
    if (!begun) await demoStates.begin(mark);
    const demo = await seedDemo(application, { mark, history: persistence.demoHistory });
    if (await show(demo)) await demoStates.noteShown();
    return true;
  });
}
