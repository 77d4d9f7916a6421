import { type Actor, type AuditRecord, type StaffCaller } from "../../../core/mod.ts";
import { accessDeeds } from "./access_deeds.ts";
import { appointmentDeeds } from "./appointment_deeds.ts";
import type { Deed, Left, Stage } from "./deed.ts";
import { departmentDeeds } from "./department_deeds.ts";
import { teamDeeds } from "./team_deeds.ts";
import { webhookDeeds } from "./webhook_deeds.ts";

/** Every deed that the audit keeps: each use case that changes something is among them. */
export const deeds: readonly Deed[] = [
  ...appointmentDeeds,
  ...departmentDeeds,
  ...accessDeeds,
  ...teamDeeds,
  ...webhookDeeds,
];

/** The record of a deed in full, by whoever does it. */
export function recordOfDeed(
  { useCase }: Deed,
  { organizationId, caller, actor }: Stage,
  { left, at }: { left: Left; at: Temporal.Instant },
): AuditRecord {
  const by = useCase.startsWith("staff.") ? staffActor(caller) : actor;
  return { organizationId, actor: by, environment: null, changes: [], ...left, at };
}

function staffActor({ staffUserId: id, name, ipAddress }: StaffCaller): Actor {
  return { kind: "STAFF", id, name, ipAddress };
}
