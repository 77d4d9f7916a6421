import { type Application, createApplication, type Ports } from "../core/mod.ts";
import type { Persistence } from "./persistence/mod.ts";
import { hashPassword } from "./security/hash_password.ts";
import { hmacSha256 } from "./security/hmac_sha256.ts";
import { now } from "./security/now.ts";
import { randomBytes } from "./security/random_bytes.ts";
import { sha256 } from "./security/sha256.ts";
import { verifyPassword } from "./security/verify_password.ts";

/** What the service has and its commands have not. */
export type ServiceTools =
  & Pick<Ports, "hourlyLimits" | "staffLimits" | "signInLimits">
  & Pick<Ports, "secretBox" | "sendDelivery" | "refuseUrl">;

/**
 * Every use case over the real clock, randomness, hashing and database. Without the tools of the service
 * nothing is limited, and what needs the secrets of webhooks or sends to them is a defect.
 */
export function composeApplication(
  persistence: Persistence,
  tools: ServiceTools = commandTools,
): Application {
  return createApplication({
    now,
    randomBytes,
    sha256,
    hmacSha256,
    hashPassword,
    verifyPassword,
    organizations: persistence.organizations,
    staffUsers: persistence.staffUsers,
    sessions: persistence.sessions,
    apiKeys: persistence.apiKeys,
    departments: persistence.departments,
    appointments: persistence.appointments,
    gate: persistence.gate,
    creditLedger: persistence.creditLedger,
    webhooks: persistence.webhooks,
    deliveryLog: persistence.deliveryLog,
    deliveryQueue: persistence.deliveryQueue,
    usageLog: persistence.usageLog,
    usageReports: persistence.usageReports,
    auditLog: persistence.auditLog,
    ...tools,
  });
}

const commandTools: ServiceTools = {
  secretBox: { seal: noCommand, open: noCommand },
  sendDelivery: noCommand,
  refuseUrl: noCommand,
};

function noCommand(): never {
  throw new Error("No command has to do with webhooks");
}
