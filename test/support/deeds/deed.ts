import type {
  Actor,
  Application,
  AuditRecord,
  Environment,
  Ports,
  StaffCaller,
} from "../../../core/mod.ts";
import { staffOf } from "../staff_callers.ts";

/** What deeds are done on: an organization with a department, two workers and a webhook. */
export interface Stage {
  application: Application;
  deliveryQueue: Ports["deliveryQueue"];
  /** Lets time pass. */
  pass(duration: Temporal.DurationLike): void;
  organizationId: number;
  departmentId: number;
  workerIds: [number, number];
  webhookId: number;
  /** Who calls what staff call. */
  caller: StaffCaller;
  /** Who does the rest. */
  actor: Actor;
  /** Who appointments are for; found in no audit. */
  person: { name: string; phone: string; externalUserId: string };
  /** Of staff users; found in no audit. */
  password: string;
}

/** What of a record is not told by who does a deed and when. */
export type Left =
  & Pick<AuditRecord, "action" | "subjectId" | "subjectName">
  & Partial<Pick<AuditRecord, "organizationId" | "actor" | "environment" | "changes">>;

/** One way to change something through a use case, and what it must leave in the audit. */
export interface Deed<Given = unknown, Result = unknown> {
  /** As the application calls it; those of staff begin with `staff.`. */
  useCase: string;
  /** Which of its ways, where there are several. */
  way?: string;
  /** What must be there first. */
  given?(stage: Stage): Promise<Given>;
  act(stage: Stage, given: Given): Promise<Result>;
  leaves(stage: Stage, done: { given: Given; result: Result }): Left;
}

/** A deed whose parts know each other's types. */
export function deed<Given, Result>(made: Deed<Given, Result>): Deed {
  return made as Deed;
}

/** What a test calls a deed. */
export function nameOf({ useCase, way }: Deed): string {
  return way === undefined ? useCase : `${useCase} (${way})`;
}

export const webhookUrl = "https://receiver.example/hook";

/** Sets the stage. */
export async function setStage(
  { application, deliveryQueue, pass }: Pick<Stage, "application" | "deliveryQueue" | "pass">,
): Promise<Stage> {
  const password = "a password that nobody is told";
  const { organization: { id: organizationId }, owner: { id: staffUserId } } = await application
    .createOrganization({
      name: "Clinic",
      timeZone: "Europe/Oslo",
      credits: 1000,
      testCredits: 1000,
      ownerEmail: `${crypto.randomUUID()}@clinic.example`,
      ownerPassword: password,
    });
  const settings = { name: "Desk", slotCapacity: 1000 };
  const { id: departmentId } = await application.createDepartment(organizationId, settings);
  const addWorker = async (name: string) =>
    (await application.createWorker(departmentId, { name })).id;
  const workerIds: [number, number] = [await addWorker("Amira"), await addWorker("Jonas")];
  const owner = { role: "OWNER", timeZone: "Europe/Oslo", staffUserId } as const;
  const caller = staffOf(organizationId, owner);
  const wanted = { url: webhookUrl, events: ["APPOINTMENT_CREATED"] };
  const { id: webhookId } = await application.staff.createWebhook(caller, wanted);
  return {
    application,
    deliveryQueue,
    pass,
    organizationId,
    departmentId,
    workerIds,
    webhookId,
    caller,
    actor: { kind: "API_KEY", id: 55, name: "Kiosk", ipAddress: "198.51.100.4" },
    person: { name: "Marker Person", phone: "+47 555 0199", externalUserId: "marker-1815" },
    password,
  };
}

/** Books an appointment at 10:00 on Monday, 2 March 2026, of the person and the first worker; its id. */
export async function booked(
  { application, caller, departmentId, workerIds: [workerId], person }: Stage,
  environment: Environment = "LIVE",
): Promise<number> {
  const wish = { departmentId, dateTime: "2026-03-02T10:00", workerId, environment, ...person };
  return (await application.staff.createAppointment(caller, wish)).id;
}

/** A staff user's e-mail address, new each time. */
export function newEmail(): string {
  return `${crypto.randomUUID()}@clinic.example`;
}
