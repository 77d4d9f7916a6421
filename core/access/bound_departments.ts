import { z } from "zod";
import { validationError } from "../errors.ts";
import { idField, requiredOr } from "../input.ts";
import { say } from "../messages.ts";
import type { Role, StaffUser } from "./staff_user.ts";

/** The roles that can be bound to departments (core/access/README.md 12). */
const boundRoles: readonly Role[] = ["STAFF", "VIEWER"];
const maxBound = 500;

/** The departments that a staff user is bound to; null for all. */
export const departmentIdsField = z
  .array(idField("A department that the person sees"), {
    error: requiredOr("mustBe", { what: "a list of departments, or null for all" }),
  })
  .min(1, JSON.stringify(say("nameDepartment")))
  .max(maxBound, JSON.stringify(say("nameFewerDepartments", { max: maxBound })))
  .transform((ids) => [...new Set(ids)].toSorted((a, b) => a - b))
  .nullish();

/** Finds departments. The area of departments comes after this one, so this is the part of its port that is needed. */
export interface DepartmentLookup {
  departments: {
    find(ref: { id: number; organizationId: number }): Promise<object | undefined>;
  };
}

/**
 * Throws VALIDATION_ERROR on `departmentIds` if the role cannot be bound, or if the organization has no such department.
 * Departments are never deleted, so they exist when the user is written.
 */
export async function requireBindable(
  { departments }: DepartmentLookup,
  organizationId: number,
  { role, departmentIds }: { role: Role; departmentIds?: readonly number[] | null | undefined },
): Promise<void> {
  if (!departmentIds) return;
  const field = "departmentIds";
  if (!boundRoles.includes(role)) {
    throw validationError({ field, message: say("boundRoles", { roles: boundRoles.join(", ") }) });
  }
  const found = await Promise.all(
    departmentIds.map((id) => departments.find({ id, organizationId })),
  );
  const unknown = departmentIds.find((_, i) => !found[i]);
  if (unknown === undefined) return;
  throw validationError({ field, message: say("unknownDepartment", { id: unknown }) });
}

/** Returns the departments of a user with a new role: the given ones, else the present ones. Other roles have all. */
export function boundTo(
  present: Pick<StaffUser, "departmentIds">,
  { role, departmentIds = present.departmentIds }: {
    role: Role;
    departmentIds?: number[] | null | undefined;
  },
): number[] | null {
  return boundRoles.includes(role) ? departmentIds : null;
}
