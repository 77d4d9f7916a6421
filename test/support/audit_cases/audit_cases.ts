import { type AuditRecord, operator } from "../../../core/mod.ts";
import { accessCases } from "./access_cases.ts";
import { appointmentCases } from "./appointment_cases.ts";
import type { AuditCase, Left, Stage } from "./audit_case.ts";
import { departmentCases } from "./department_cases.ts";
import { factorCases } from "./factor_cases.ts";
import { ssoCases } from "./sso_cases.ts";
import { screenCases } from "./screen_cases.ts";
import { teamCases } from "./team_cases.ts";
import { visitCases } from "./visit_cases.ts";
import { webhookCases } from "./webhook_cases.ts";

/** A case for every use case that changes something. */
export const auditCases: readonly AuditCase[] = [
  ...appointmentCases,
  ...visitCases,
  ...screenCases,
  ...departmentCases,
  ...accessCases,
  ...teamCases,
  ...factorCases,
  ...ssoCases,
  ...webhookCases,
];

/** Returns the complete audit record that a case must write. By default the actor is the staff caller or the operator. */
export function recordOfCase(
  { useCase }: AuditCase,
  { organizationId, caller }: Stage,
  { left, at }: { left: Left; at: Temporal.Instant },
): AuditRecord {
  const actor = useCase.startsWith("staff.") ? caller.actor : operator;
  return { organizationId, actor, environment: null, changes: [], ...left, at };
}
