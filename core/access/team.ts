import { z } from "zod";
import { idField, requiredOr } from "../input.ts";
import { formatInstant } from "../local_date_time.ts";
import { type Role, roles, type TeamMember } from "./staff_user.ts";

/** Names a staff user of the caller's organization. */
export const staffUserIdInput = z.object({ id: idField("The staff user") });

/** A role that somebody is given. */
export const roleField = z.enum(roles, { error: requiredOr(`Must be ${roles.join(", ")}`) });

/** A staff user as ADMINs and OWNERs see the team. */
export interface StaffUserView {
  id: number;
  email: string;
  name: string;
  role: Role;
  isDisabled: boolean;
  mustChangePassword: boolean;
  createdAt: string;
  /** At most a minute late; null where no session is left to tell. */
  lastActiveAt: string | null;
}

/** What is shown of a staff user, with times of the organization's zone. */
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
