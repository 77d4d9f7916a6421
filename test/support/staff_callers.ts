import { staffActor } from "../../core/access/caller.ts";
import type { StaffCaller } from "../../core/mod.ts";

/** A caller with this proof needs no step-up, whatever the clock of a test says. */
export const provedForEver = Temporal.Instant.from("9999-12-31T00:00:00Z");

/** Makes a signed-in caller of an organization without a session. */
export function staffOf(organizationId: number, more: Partial<StaffCaller> = {}): StaffCaller {
  const caller = {
    sessionId: "00000000-0000-4000-8000-000000000000",
    staffUserId: 1,
    email: "ada@clinic.example",
    name: "Ada Lovelace",
    role: "ADMIN" as const,
    departmentIds: null,
    mustChangePassword: false,
    hasFactor: false,
    mustAddFactor: false,
    bySso: false,
    provedAt: provedForEver,
    organizationId,
    organizationName: "Clinic",
    timeZone: "UTC",
    ipAddress: "203.0.113.9",
    ...more,
  };
  return { ...caller, actor: staffActor(caller) };
}
