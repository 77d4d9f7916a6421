import { randomBytes } from "node:crypto";
import {
  type Application,
  type BookingScope,
  DomainError,
  operator,
  type Organization,
} from "../../../core/mod.ts";
import { type DemoAppointment, demoAppointments } from "./demo_appointments.ts";
import { addDemoDepartments } from "./demo_departments.ts";
import { makeDemoKeys, newDemoPassword, replaceDemoPassword } from "./demo_secrets.ts";
import type { Persistence } from "../../persistence/mod.ts";

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

export interface SeedDemoOptions {
  timeZone?: string;
  /** Identifies the demo. A demo with this mark that is there in part is completed. */
  mark?: string;
}

const credits = 10_000;

/** Makes a demo's mark. The demo may be made again, and each has its own name and e-mail address. */
function newDemoMark(): string {
  return randomBytes(4).toString("hex");
}

/**
 * Makes a demo organization, with appointments of today and a week. Completes the one with this mark if a killed
 * process left it in part, and replaces its keys and its password.
 */
export async function seedDemo(
  application: Application,
  { timeZone = "Europe/Berlin", mark = newDemoMark() }: SeedDemoOptions = {},
): Promise<Demo> {
  const email = `owner+${mark}@demo.example`;
  const name = `Demo ${mark}`;
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
  const departments = await addDemoWeek(application, organization);
  const keys = await makeDemoKeys(application, organizationId);
  return {
    organizationId,
    timeZone: organization.timeZone,
    ...keys,
    email,
    password: found ? await replaceDemoPassword(application, { email, organizationId }) : password,
    departments,
  };
}

async function addDemoWeek(
  application: Application,
  { id: organizationId, timeZone, createdAt }: Organization,
): Promise<Demo["departments"]> {
  // Of the organization's first day, so that a later completion asks for the same appointments.
  const today = createdAt.toZonedDateTimeISO(timeZone).toPlainDate();
  const made = await addDemoDepartments(application, { organizationId, today });
  const appointments = demoAppointments(made, today);
  const scope = { organizationId, environment: "LIVE" } as const;
  const { LIVE: balance } = await application.getBalances(organizationId);
  if (balance === 0) {
    const amount = credits + appointments.length;
    await application.grantCredits(organizationId, { amount, note: "Demo credits" });
  }
  // All at once: they share a transaction or two, in this order.
  await Promise.all(appointments.map((wish, i) => {
    const input = { ...wish, "Idempotency-Key": `demo-${i}` };
    return bookUnlessPast(application, scope, input);
  }));
  const workers = made.workers.map(({ id, name }) => ({ id, name }));
  return [made.open, made.clinic, made.studio].map((department) => ({
    id: department.id,
    name: department.name,
    workers: department === made.studio ? workers : [],
  }));
}

/** Books an appointment. A demo that is completed days later may ask for one that lies in the past by then. */
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
  persistence: Pick<Persistence, "demoStates" | "isEmpty" | "withLock">;
  progress(line: string): void;
  /** Shows the demo's keys and password. Returns whether they have certainly been written. */
  show(demo: Demo): Promise<boolean>;
}

/**
 * Makes the demo in an empty database and shows it. Completes and shows a demo whose start was killed before it
 * had shown it (gateway/command_line/demo/README.md 1). Returns whether a demo was shown. Holds a lock meanwhile: of two
 * processes that start at once the second waits, and shows the demo if the first is killed.
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
    progress("Making demo data ...");
    const begun = await demoStates.find();
    const mark = begun?.mark ?? newDemoMark();
    if (!begun) await demoStates.begin(mark);
    if (await show(await seedDemo(application, { mark }))) await demoStates.noteShown();
    return true;
  });
}
