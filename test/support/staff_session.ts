import { randomBytes, randomUUID } from "node:crypto";
import { createStaffUser } from "../../core/access/create_staff_user.ts";
import type { StaffUser } from "../../core/mod.ts";
import { isCommonPassword } from "../../gateway/security/common_passwords.ts";
import { hashPassword } from "../../gateway/security/passwords.ts";
import type { TestService } from "./seeded.ts";
import { operatorIn } from "../../core/access/caller.ts";

/** A staff user with the credentials. */
export interface Staff {
  id: number;
  email: string;
  password: string;
}

/** Makes a staff user like the service does, with a real hash of the password. */
export async function makeStaff(
  { persistence }: TestService,
  organizationId: number,
  { role = "OWNER", isOneTime = false }: { role?: StaffUser["role"]; isOneTime?: boolean } = {},
): Promise<Staff> {
  const email = `${randomUUID()}@staff.example`;
  const ports = {
    ...persistence,
    now: () => Temporal.Now.instant(),
    randomBytes,
    hashPassword,
    isCommonPassword,
  };
  const wanted = { email, name: "Staff", role };
  const given = isOneTime ? {} : { password: "a password of a test" };
  const made = await createStaffUser(ports, operatorIn(organizationId), { ...wanted, ...given });
  return { id: made.user.id, email, password: made.password };
}

/** Signs in over HTTP at `url` and returns the `Cookie` header. */
export async function signIn(
  url: string,
  { email, password }: Pick<Staff, "email" | "password">,
  { device = "node" }: { device?: string } = {},
): Promise<string> {
  const response = await fetch(`${url}/api/staff/session`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "User-Agent": device },
    body: JSON.stringify({ email, password }),
  });
  if (response.status !== 200) throw new Error(`Cannot sign in: ${await response.text()}`);
  return response.headers.getSetCookie()[0]!.split(";")[0]!;
}
