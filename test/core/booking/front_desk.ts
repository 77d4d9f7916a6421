import { createApplication } from "../../../core/application.ts";
import type { Appointment } from "../../../core/booking/appointment.ts";
import type { DepartmentSettings } from "../../../core/departments/department.ts";
import { eventNames } from "../../../core/webhooks/event_catalogue.ts";
import { Webhook } from "../../../core/webhooks/webhook.ts";
import { createInMemoryPorts } from "../../support/in_memory/ports.ts";
import { seedOrganization } from "../../support/in_memory/seed_organization.ts";
import { staffOf } from "../../support/staff_callers.ts";
import { now } from "./samples.ts";
import { unaudited } from "../../support/unaudited.ts";
import { operatorIn } from "../../../core/access/caller.ts";

/** Opens the front desk of an organization whose webhook subscribes to every event in both environments. */
export async function openDesk(
  { workers = [], ...settings }: Partial<DepartmentSettings> & { workers?: string[] } = {},
) {
  const clock = { now };
  const ports = createInMemoryPorts({ now: () => clock.now });
  const { memory } = ports;
  const application = createApplication(ports);
  const { organizationId, departments } = await seedOrganization(application, {
    departments: [{ name: "Desk", slotCapacity: 2, ...settings, workers }],
  });
  const webhook = new Webhook({
    organizationId,
    url: "https://receiver.example",
    events: eventNames,
    sealedSecret: "",
    createdAt: now,
  });
  webhook.includeTest = true;
  await ports.webhooks.add(webhook, unaudited);
  const caller = staffOf(organizationId, { role: "STAFF" });
  const { id: departmentId, workerIds } = departments[0]!;
  return {
    ...ports,
    application,
    staff: application.staff,
    caller,
    clock,
    departmentId,
    workerIds,
    /** Books at 10:00 on Monday, 2 March 2026, unless other fields are given. */
    book: (given: object = {}) =>
      application.staff.createAppointment(caller, {
        departmentId,
        dateTime: "2026-03-02T10:00:00",
        name: "Ada",
        ...given,
      }),
    kept: (id: number): Appointment => memory.appointments.find((one) => one.id === id)!,
    /** Returns the events that were published since the last call. */
    published() {
      const bodies = memory.webhookAttempts.splice(0).map(({ body }) => JSON.parse(body));
      return bodies.map(({ type, data }) => Object.assign({ type }, data.object));
    },
    balance: async (environment: "LIVE" | "TEST" = "LIVE") =>
      (await application.getBalances(organizationId))[environment],
  };
}

/** The time of the appointments that `book` makes. */
export const dueTime = Temporal.Instant.from("2026-03-02T10:00:00Z");

/** The states in which most changes of an appointment are refused. */
export const settledStates = ["COMPLETED", "MISSED", "CANCELLED", "archived"] as const;

/** Books an appointment and brings it into a state. Discards the events of that. */
export async function bookedAs(
  desk: Awaited<ReturnType<typeof openDesk>>,
  state: (typeof settledStates)[number] | "SCHEDULED",
): Promise<number> {
  const { application, staff, caller } = desk;
  const { id } = await desk.book();
  // Nobody comes before the day of an appointment, and nobody has missed it before its time.
  if (state === "COMPLETED" || state === "MISSED") desk.clock.now = dueTime;
  if (state === "COMPLETED") await staff.completeAppointment(caller, { id });
  if (state === "MISSED") await staff.markMissed(caller, { id });
  if (state === "CANCELLED") await staff.cancelAppointment(caller, { id });
  if (state === "archived") {
    const scope = { ...operatorIn(caller.organizationId), environment: "LIVE" as const };
    await application.archiveAppointment(scope, id);
  }
  desk.published();
  return id;
}

/** Returns the message with which a change in such a state is refused. */
export function present(state: (typeof settledStates)[number]): string {
  return `The appointment is already ${state === "archived" ? "SCHEDULED and archived" : state}`;
}
