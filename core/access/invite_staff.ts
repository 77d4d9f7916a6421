import { z } from "zod";
import { nameField, parseInput } from "../input.ts";
import { createStaffUser } from "./create_staff_user.ts";
import { emailField } from "./password.ts";
import { actorOf, type StaffCaller } from "./staff_caller.ts";
import { roleField } from "./team.ts";

/** What is asked for of a new member of the team. */
export const inviteStaffInput = z.object({
  email: emailField,
  name: nameField(255, "Name of the person"),
  role: roleField,
});

/**
 * Adds a staff user to the caller's organization with a one-time password, which is returned this once and
 * must be changed at the first sign-in. Throws VALIDATION_ERROR, or CONFLICT when the organization has
 * the e-mail address already. What other organizations have makes no difference (core/access/README.md 9).
 */
export async function inviteStaff(
  ports: Parameters<typeof createStaffUser>[0],
  caller: StaffCaller,
  input: unknown,
): Promise<{ id: number; oneTimePassword: string }> {
  const wanted = parseInput(inviteStaffInput, input);
  const { organizationId } = caller;
  const added = await createStaffUser(ports, organizationId, wanted, actorOf(caller));
  return { id: added.user.id, oneTimePassword: added.password };
}
