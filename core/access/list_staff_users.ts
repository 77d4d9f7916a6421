import type { Ports } from "../ports.ts";
import type { StaffCaller } from "./staff_caller.ts";
import { type StaffUserView, toStaffUserView } from "./team.ts";

/** Lists the staff users of the caller's organization by id, disabled users too. */
export async function listStaffUsers(
  { staffUsers }: Pick<Ports, "staffUsers">,
  { organizationId, timeZone }: Pick<StaffCaller, "organizationId" | "timeZone">,
): Promise<StaffUserView[]> {
  return (await staffUsers.list(organizationId)).map((member) => toStaffUserView(member, timeZone));
}
