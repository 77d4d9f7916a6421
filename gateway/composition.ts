import { type Application, createApplication, type Ports } from "../core/mod.ts";
import type { Persistence } from "./persistence/mod.ts";
import { hashPassword } from "./security/hash_password.ts";
import { now } from "./security/now.ts";
import { randomBytes } from "./security/random_bytes.ts";
import { sha256 } from "./security/sha256.ts";
import { verifyPassword } from "./security/verify_password.ts";

/** Every use case over the real clock, randomness, hashing and database; calls are limited where given. */
export function composeApplication(
  persistence: Persistence,
  limits: Pick<Ports, "hourlyLimits" | "staffLimits" | "signInLimits"> = {},
): Application {
  return createApplication({
    now,
    randomBytes,
    sha256,
    hashPassword,
    verifyPassword,
    organizations: persistence.organizations,
    staffUsers: persistence.staffUsers,
    sessions: persistence.sessions,
    apiKeys: persistence.apiKeys,
    departments: persistence.departments,
    appointments: persistence.appointments,
    gate: persistence.gate,
    usageLog: persistence.usageLog,
    usageReports: persistence.usageReports,
    ...limits,
  });
}
