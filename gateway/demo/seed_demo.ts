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
import { createDemoKeys, newDemoPassword, replaceDemoPassword } from "./demo_secrets.ts";
import type { Persistence } from "../persistence/mod.ts";

/** The access data of a demo. Its keys and password are not stored in readable form. */
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
  /** Identifies the demo. An incomplete demo with this mark is completed. */
  mark?: string;
}

const credits = 10_000;

/** Creates the mark of a demo. With it, each demo has its own name and e-mail address. */
function newDemoMark(): string {
  return randomBytes(4).toString("hex");
}

/**
 * Creates a demo organization with appointments for today and the next 7 days. If a killed process left an incomplete
 * demo with this mark, completes it and replaces its keys and its password.
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
  const keys = await createDemoKeys(application, organizationId);
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
  // The day of the organization's creation, so that a later completion requests the same appointments.
  const today = createdAt.toZonedDateTimeISO(timeZone).toPlainDate();
  const added = await addDemoDepartments(application, { organizationId, today });
  const appointments = demoAppointments(added, today);
  const scope = { organizationId, environment: "LIVE" } as const;
  const { LIVE: balance } = await application.getBalances(organizationId);
  if (balance === 0) {
    const amount = credits + appointments.length;
    await application.grantCredits(organizationId, { amount, note: "Demo credits" });
  }
  // Concurrently: the booking gate writes them in one or two transactions, in this order.
  await Promise.all(appointments.map((appointment, i) => {
    const input = { ...appointment, "Idempotency-Key": `demo-${i}` };
    return bookUnlessPast(application, scope, input);
  }));
  const workers = added.workers.map(({ id, name }) => ({ id, name }));
  return [added.open, added.clinic, added.studio].map((department) => ({
    id: department.id,
    name: department.name,
    workers: department === added.studio ? workers : [],
  }));
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
  persistence: Pick<Persistence, "demoStates" | "isEmpty" | "withLock">;
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
    const mark = begun?.mark ?? newDemoMark();
    if (!begun) await demoStates.begin(mark);
    if (await show(await seedDemo(application, { mark }))) await demoStates.noteShown();
    return true;
  });
}
