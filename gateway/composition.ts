import { type Application, createApplication, type HourlyLimits } from "../core/mod.ts";
import type { Persistence } from "./persistence/mod.ts";
import { hashPassword } from "./security/hash_password.ts";
import { now } from "./security/now.ts";
import { randomBytes } from "./security/random_bytes.ts";
import { sha256 } from "./security/sha256.ts";

/** Every use case over the real clock, randomness, hashing and database; calls are limited where given. */
export function composeApplication(
  persistence: Persistence,
  { hourlyLimits }: { hourlyLimits?: HourlyLimits } = {},
): Application {
  const { organizations, apiKeys, departments, appointments, gate, usageLog } = persistence;
  return createApplication({
    now,
    randomBytes,
    sha256,
    hashPassword,
    organizations,
    apiKeys,
    departments,
    appointments,
    gate,
    usageLog,
    ...(hourlyLimits && { hourlyLimits }),
  });
}
