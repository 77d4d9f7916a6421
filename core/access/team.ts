import { z } from "zod";
import { idField, requiredOr } from "../input.ts";
import { formatInstant } from "../local_date_time.ts";
import { type Role, roles, type TeamMember } from "./staff_user.ts";

/** Input with the id of a staff user. */
export const staffUserIdInput = z.object({ id: idField("Id of the staff user") });

/** The role of a staff user. */
export const roleField = z.enum(roles, { error: requiredOr(`Must be ${roles.join(", ")}`) });

/** A staff user as ADMIN and OWNER see the team; times are local to the organization. */
export interface StaffUserView {
  id: number;
  email: string;
  name: string;
  role: Role;
  isDisabled: boolean;
  mustChangePassword: boolean;
  createdAt: string;
  /** At most a minute late; null if the user has no session. */
  lastActiveAt: string | null;
}

/** Makes the view of a staff user. */
export function toStaffUserView(
  { user, lastActiveAt }: TeamMember,
  timeZone: string,
): StaffUserView {
  return {
    id: user.id,
    email: user.email,
    name: user.name,
    role: user.role,
    isDisabled: user.disabledAt !== null,
    mustChangePassword: user.mustChangePassword,
    createdAt: formatInstant(user.createdAt, timeZone),
    lastActiveAt: lastActiveAt && formatInstant(lastActiveAt, timeZone),
  };
}
