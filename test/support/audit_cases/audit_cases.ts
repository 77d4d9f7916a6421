import { type Actor, type AuditRecord, type StaffCaller } from "../../../core/mod.ts";
import { accessCases } from "./access_cases.ts";
import { appointmentCases } from "./appointment_cases.ts";
import type { AuditCase, Left, Stage } from "./audit_case.ts";
import { departmentCases } from "./department_cases.ts";
import { teamCases } from "./team_cases.ts";
import { webhookCases } from "./webhook_cases.ts";

/** A case for every use case that changes something. */
export const auditCases: readonly AuditCase[] = [
  ...appointmentCases,
  ...departmentCases,
  ...accessCases,
  ...teamCases,
  ...webhookCases,
];

/** Returns the complete audit record that a case must write. */
export function recordOfCase(
  { useCase }: AuditCase,
  { organizationId, caller, actor }: Stage,
  { left, at }: { left: Left; at: Temporal.Instant },
): AuditRecord {
  const by = useCase.startsWith("staff.") ? staffActor(caller) : actor;
  return { organizationId, actor: by, environment: null, changes: [], ...left, at };
}

function staffActor({ staffUserId: id, name, ipAddress }: StaffCaller): Actor {
  return { kind: "STAFF", id, name, ipAddress };
}
