import type { Caller } from "../access/caller.ts";
import { answering, changesBetween, ifChanged, recordOf } from "../audit/audit_record.ts";
import { auditedIn } from "../audit/field_catalogue.ts";
import { departmentNotFound } from "../departments/list_departments.ts";
import { parseChange } from "../input.ts";
import type { Clock } from "../platform.ts";
import { requireVersion } from "../version.ts";
import { queueRuleFields } from "./queue_rule_fields.ts";
import { changeQueueRulesInput, type QueueRules } from "./queue_rules.ts";
import type { Visits } from "./visits.ts";

/**
 * Changes the rules of a department's queue. Throws VALIDATION_ERROR, DEPARTMENT_NOT_FOUND, or CONFLICT if `version` is
 * not the present one.
 */
export async function changeQueueRules(
  { now, visits }: Clock & { visits: Visits },
  { organizationId, actor }: Pick<Caller, "organizationId" | "actor">,
  input: unknown,
): Promise<QueueRules> {
  const { id, version, ...change } = parseChange(changeQueueRulesInput, input);
  const rules = await visits.changeRules(
    { organizationId, id },
    (before) => {
      requireVersion(before, version);
      return Object.assign({}, before, change, { version: before.version + 1 });
    },
    ({ name, before, after }) => {
      const changes = changesBetween(before, after, auditedIn(queueRuleFields));
      const by = answering(actor, after);
      const action = "department.queue_changed";
      const subject = { organizationId, id, name };
      return ifChanged(recordOf(subject, { actor: by, action, changes, at: now() }));
    },
  );
  if (!rules) throw departmentNotFound();
  return rules;
}
