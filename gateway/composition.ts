import { type Application, createApplication } from "../core/mod.ts";
import type { Persistence } from "./persistence/mod.ts";
import { hashPassword } from "./security/hash_password.ts";
import { now } from "./security/now.ts";
import { randomBytes } from "./security/random_bytes.ts";
import { sha256 } from "./security/sha256.ts";

/** Every use case over the real clock, randomness, hashing and database. */
export function composeApplication(persistence: Persistence): Application {
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
  });
}
