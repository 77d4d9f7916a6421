import { z } from "zod";
import { changesBetween } from "../audit/audit_record.ts";
import { nameField, parseInput } from "../input.ts";
import type { Ports } from "../ports.ts";
import { emailIsTaken } from "./create_staff_user.ts";
import { emailField, oneTimePassword } from "./password.ts";
import { actorOf, type StaffCaller } from "./staff_caller.ts";
import { StaffUser } from "./staff_user.ts";
import { roleField } from "./team.ts";

/** What is asked for of a new member of the team. */
export const inviteStaffInput = z.object({
  email: emailField,
  name: nameField(255, "Name of the person"),
  role: roleField,
});

/**
 * Adds a staff user to the caller's organization with a one-time password, which is returned this once and
 * must be changed at the first sign-in. Throws VALIDATION_ERROR, or CONFLICT when the e-mail is taken.
 */
export async function inviteStaff(
  ports: Pick<Ports, "now" | "randomBytes" | "hashPassword" | "team">,
  caller: StaffCaller,
  input: unknown,
): Promise<{ id: number; oneTimePassword: string }> {
  const wanted = parseInput(inviteStaffInput, input);
  const password = oneTimePassword(ports);
  const { organizationId } = caller;
  const user = new StaffUser({
    ...wanted,
    passwordHash: await ports.hashPassword(password),
    mustChangePassword: true,
    createdAt: ports.now(),
  });
  user.organizationId = organizationId;
  const isAdded = await ports.team.add(user, ({ id, name }) => ({
    organizationId,
    actor: actorOf(caller),
    action: "staff.created",
    subjectId: id,
    subjectName: name,
    environment: null,
    changes: changesBetween<Partial<StaffUser>>({}, user, { fields: ["email", "name", "role"] }),
    at: user.createdAt,
  }));
  if (!isAdded) throw emailIsTaken();
  return { id: user.id, oneTimePassword: password };
}
