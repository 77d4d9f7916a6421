import { z } from "zod";
import { answering, type AuditRecord, recordOf } from "../audit/audit_record.ts";
import { DomainError } from "../errors.ts";
import { parseInput, textField } from "../input.ts";
import { formatInstant } from "../local_date_time.ts";
import { say } from "../messages.ts";
import type { Clock } from "../platform.ts";
import type { StaffCaller } from "./caller.ts";
import type { Sessions } from "./sessions.ts";
import type { EndedSessions, StaffUser, StaffUserRef, StaffUsers } from "./staff_user.ts";
import { changeStaffUser, staffUserIdInput } from "./team.ts";

/** A session as its user sees it; times are local to the organization. */
export interface OwnSessionView {
  id: string;
  /** What the browser calls itself; "" if it is not known. */
  device: string;
  /** The address of the sign-in; "" if it is not known. */
  ipAddress: string;
  createdAt: string;
  /** At most a minute late. */
  lastActiveAt: string;
  /** Whether the request was made with this session. */
  isCurrent: boolean;
}

/** The number of sessions that a request has ended. */
export interface EndedCount {
  ended: number;
}

/** Lists the caller's sessions that have not ended: this one first, then from the newest to the oldest. */
export async function listOwnSessions(
  { now, sessions }: Clock & { sessions: Sessions },
  caller: StaffCaller,
): Promise<OwnSessionView[]> {
  const at = now();
  const live = (await sessions.list(refOf(caller))).filter((one) => one.isLiveAt(at));
  return live
    .map(({ id, device, ipAddress, createdAt, lastActiveAt }) => ({
      id,
      device,
      ipAddress,
      createdAt: formatInstant(createdAt, caller.timeZone),
      lastActiveAt: formatInstant(lastActiveAt, caller.timeZone),
      isCurrent: id === caller.sessionId,
    }))
    .sort((one, other) => Number(other.isCurrent) - Number(one.isCurrent));
}

/** Input of the end of a session. */
export const sessionIdInput = z.object({ id: textField(36, "Id of the session") });

type EndingPorts = Clock & { staffUsers: StaffUsers };

/** Ends one of the caller's sessions. Throws VALIDATION_ERROR, or SESSION_NOT_FOUND, also for a session of another user. */
export async function endOwnSession(
  ports: EndingPorts,
  caller: StaffCaller,
  input: unknown,
): Promise<EndedCount> {
  const { id } = parseInput(sessionIdInput, input);
  const result = await endSessions(ports, caller, { user: refOf(caller), ends: { only: id } });
  if (result.ended > 0) return result;
  throw new DomainError("SESSION_NOT_FOUND", say("sessionNotFound"));
}

/** Ends all sessions of the caller except the one of the request. */
export async function endOtherSessions(
  ports: EndingPorts,
  caller: StaffCaller,
): Promise<EndedCount> {
  const ends = { allBut: caller.sessionId };
  return await endSessions(ports, caller, { user: refOf(caller), ends });
}

/** Ends all sessions of a staff user of the organization. Throws VALIDATION_ERROR or STAFF_USER_NOT_FOUND. */
export async function endStaffUserSessions(
  ports: EndingPorts,
  caller: StaffCaller,
  input: unknown,
): Promise<EndedCount> {
  const { id } = parseInput(staffUserIdInput, input);
  const user = { id, organizationId: caller.organizationId };
  return await endSessions(ports, caller, { user, ends: "every session" });
}

async function endSessions(
  ports: EndingPorts,
  { actor }: Pick<StaffCaller, "actor">,
  { user, ends }: { user: StaffUserRef; ends: EndedSessions },
): Promise<EndedCount> {
  const at = ports.now();
  let ended = 0;
  await changeStaffUser(ports, user, {
    ends,
    change: () => {},
    audit({ user: found }, _, sessions) {
      ended = sessions.filter((one) => one.isLiveAt(at)).length;
      if (ended === 0) return null;
      return endedRecord(found, { actor: answering(actor, { ended }), at, ended });
    },
  });
  return { ended };
}

/** Makes the audit record of ended sessions of a user. It also ends their open streams (gateway/events/README.md 2). */
export function endedRecord(
  user: Pick<StaffUser, "id" | "organizationId" | "name">,
  { actor, at, ended }: Pick<AuditRecord, "actor" | "at"> & EndedCount,
): AuditRecord {
  const changes = [{ field: "sessions", before: null, after: ended }];
  return recordOf(user, { actor, action: "staff.sessions_ended", changes, at });
}

function refOf({ staffUserId: id, organizationId }: StaffCaller): StaffUserRef {
  return { id, organizationId };
}
