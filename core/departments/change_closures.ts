import { z } from "zod";
import type { Caller } from "../access/caller.ts";
import { answering, recordOf } from "../audit/audit_record.ts";
import { validationError } from "../errors.ts";
import { idField, inSchema, parseInput, requiredOr } from "../input.ts";
import type { Clock } from "../platform.ts";
import type { Department } from "./department.ts";
import type { Departments } from "./departments.ts";
import { departmentNotFound } from "./list_departments.ts";
import { type Closure, closureField, isSameClosure } from "./opening_hours.ts";
import { type Message, say } from "../messages.ts";

/** The departments of a change: their ids, or null for all departments of the organization. */
export const chosenDepartments = z
  .array(idField("A department"), {
    error: requiredOr("mustBe", { what: "a list of ids, or null for all" }),
  })
  .min(1, inSchema("chooseDepartment"))
  .max(5000, inSchema("tooManyChosen", { max: 5000 }))
  .nullable();

/** Input of one closure: the departments, the dates and the reason. */
export const closureInput = closureField.safeExtend({ departmentIds: chosenDepartments });

/** The departments that a change of closures has changed, by id. */
export interface ClosuresView {
  changed: Pick<Department, "id" | "name" | "closures" | "version">[];
  /** The number of departments that were already as requested. */
  unchanged: number;
}

/**
 * Adds one closure to some or all departments, in one transaction. Departments that have a closure of the same dates
 * keep it. Throws VALIDATION_ERROR, also if all of them have it, or DEPARTMENT_NOT_FOUND.
 */
export async function addClosure(
  ports: Clock & { departments: Departments },
  caller: Pick<Caller, "organizationId" | "actor">,
  input: unknown,
): Promise<ClosuresView> {
  const { departmentIds, ...closure } = parseInput(closureInput, input);
  return await changeClosures(ports, caller, {
    departmentIds,
    closure,
    message: say("closureExists"),
    decide: (closures) =>
      closures.some((one) => isSameClosure(one, closure)) ? closures : [...closures, closure],
  });
}

/**
 * Removes the closure of these dates from some or all departments, in one transaction. Throws VALIDATION_ERROR, also if
 * none of them has it, or DEPARTMENT_NOT_FOUND.
 */
export async function removeClosure(
  ports: Clock & { departments: Departments },
  caller: Pick<Caller, "organizationId" | "actor">,
  input: unknown,
): Promise<ClosuresView> {
  const { departmentIds, ...closure } = parseInput(closureInput, input);
  return await changeClosures(ports, caller, {
    departmentIds,
    closure,
    message: say("noClosure"),
    decide: (closures) =>
      closures.some((one) => isSameClosure(one, closure))
        ? closures.filter((one) => !isSameClosure(one, closure))
        : closures,
  });
}

/** `decide` returns the same list if nothing changes. */
async function changeClosures(
  { now, departments }: Clock & { departments: Departments },
  { organizationId, actor }: Pick<Caller, "organizationId" | "actor">,
  { departmentIds, closure, message, decide }: {
    departmentIds: number[] | null;
    closure: Closure;
    message: Message;
    decide(closures: Closure[]): Closure[];
  },
): Promise<ClosuresView> {
  const at = now();
  let found = 0;
  const changed = await departments.changeClosures(organizationId, departmentIds, (locked) => {
    found = locked.length;
    if (departmentIds && found < new Set(departmentIds).size) throw departmentNotFound();
    const changes = locked
      .map((department) => ({ department, closures: decide(department.closures) }))
      .filter(({ department, closures }) => closures !== department.closures);
    if (changes.length === 0) throw validationError({ field: "from", message });
    return changes;
  }, (changes) => {
    const by = answering(actor, viewOf(changes.map(({ after }) => after), found));
    return changes.map(({ after, before }) => {
      const isAdded = after.closures.length > before.closures.length;
      const known = before.closures.find((one) => isSameClosure(one, closure));
      const change = isAdded ? { after: closure } : { before: known };
      const recorded = [{ field: "closure", ...change }];
      return recordOf(after, { actor: by, action: "department.updated", changes: recorded, at });
    });
  });
  return viewOf(changed, found);
}

function viewOf(changed: Department[], found: number): ClosuresView {
  return {
    changed: changed.map(({ id, name, closures, version }) => ({ id, name, closures, version })),
    unchanged: found - changed.length,
  };
}
