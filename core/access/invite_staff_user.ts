import { z } from "zod";
import { nameField, parseInput } from "../input.ts";
import { createStaffUser } from "./create_staff_user.ts";
import { emailField } from "./password.ts";
import { actorOf, type StaffCaller } from "./staff_caller.ts";
import { roleField } from "./team.ts";

/** Input of an invitation. */
export const inviteStaffUserInput = z.object({
  email: emailField,
  name: nameField(255, "Name of the person"),
  role: roleField,
});

/**
 * Adds a staff user to the caller's organization. Returns a one-time password, which is never returned again and must
 * be changed at the first sign-in. Throws VALIDATION_ERROR, or CONFLICT if the organization already has the e-mail
 * address. Accounts of other organizations make no difference (core/access/README.md 9).
 */
export async function inviteStaffUser(
  ports: Parameters<typeof createStaffUser>[0],
  caller: StaffCaller,
  input: unknown,
): Promise<{ id: number; oneTimePassword: string }> {
  const wanted = parseInput(inviteStaffUserInput, input);
  const { organizationId } = caller;
  const added = await createStaffUser(ports, organizationId, wanted, actorOf(caller));
  return { id: added.user.id, oneTimePassword: added.password };
}
