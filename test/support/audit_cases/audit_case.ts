import type {
  Actor,
  Application,
  AuditRecord,
  Environment,
  Ports,
  StaffCaller,
} from "../../../core/mod.ts";
import { staffOf } from "../staff_callers.ts";

/** The organization that the cases act on, with a department, two workers and a webhook. */
export interface Stage {
  application: Application;
  deliveryQueue: Ports["deliveryQueue"];
  /** Advances the clock. */
  pass(duration: Temporal.DurationLike): void;
  organizationId: number;
  departmentId: number;
  workerIds: [number, number];
  webhookId: number;
  /** The caller of the use cases of staff. */
  caller: StaffCaller;
  /** The actor of the use cases of the public API. */
  actor: Actor;
  /** The person of the appointments. The audit must not contain these values. */
  person: { name: string; phone: string; externalUserId: string };
  /** The password of staff users. The audit must not contain it. */
  password: string;
}

/** The part of a record that does not depend on the actor and the time. */
export type Left =
  & Pick<AuditRecord, "action" | "subjectId" | "subjectName">
  & Partial<Pick<AuditRecord, "organizationId" | "actor" | "environment" | "changes">>;

/** A change through a use case, with the audit record that it must write. */
export interface AuditCase<Given = unknown, Result = unknown> {
  /** The use case's name in the application. Use cases of staff start with `staff.`. */
  useCase: string;
  /** Names the variant, if a use case has several cases. */
  way?: string;
  /** Prepares the change. */
  given?(stage: Stage): Promise<Given>;
  act(stage: Stage, given: Given): Promise<Result>;
  leaves(stage: Stage, done: { given: Given; result: Result }): Left;
}

/** Makes a case whose functions share their types. */
export function auditCase<Given, Result>(made: AuditCase<Given, Result>): AuditCase {
  return made as AuditCase;
}

/** Returns the name of a case in tests. */
export function nameOf({ useCase, way }: AuditCase): string {
  return way === undefined ? useCase : `${useCase} (${way})`;
}

export const webhookUrl = "https://receiver.example/hook";

/** Creates the organization that the cases act on. */
export async function setStage(
  { application, deliveryQueue, pass }: Pick<Stage, "application" | "deliveryQueue" | "pass">,
): Promise<Stage> {
  const password = "a password that nobody knows";
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

/** Books an appointment of the person with the first worker at 11:00 on Sunday, 1 March 2026, an hour ago. Returns its id. */
export async function booked(
  { application, caller, departmentId, workerIds: [workerId], person }: Stage,
  environment: Environment = "LIVE",
): Promise<number> {
  const request = { departmentId, dateTime: "2026-03-01T11:00", workerId, environment, ...person };
  return (await application.staff.createAppointment(caller, request)).id;
}

/** Joins the waiting list of the department, with a key that has ended, so that nothing is offered. Returns the id. */
export async function joined(
  { application, organizationId, departmentId }: Stage,
  environment: Environment = "LIVE",
): Promise<number> {
  const holder = { organizationId, environment, apiKeyId: 55, lineageId: crypto.randomUUID() };
  const fields = { departmentId, fromDate: "2030-03-04", toDate: "2030-03-05" };
  return (await application.joinWaitlist(holder, fields)).entry.id;
}

/** Makes a new e-mail address for a staff user. */
export function newEmail(): string {
  return `${crypto.randomUUID()}@clinic.example`;
}
