import type { Ports } from "../../../core/mod.ts";
import { apiKeysIn, sessionsIn, staffUsersIn } from "./access.ts";
import { appointmentsIn } from "./appointments.ts";
import { calendarFilesIn } from "./calendar_files.ts";
import { shortNumbersIn } from "./short_numbers.ts";
import { auditLogIn } from "./audit_log.ts";
import { changeFeedIn } from "./change_feed.ts";
import { emailStoreIn } from "./email_store.ts";
import { eventFeedIn } from "./event_feed.ts";
import { fakeIdentityClient, identityProvidersIn } from "./identity_providers.ts";
import { factorsIn, fakePasskeys, fakeTotp } from "./factors.ts";
import { gateIn } from "./booking_gate.ts";
import { creditLedgerIn } from "./credits.ts";
import { hmacSha256, sha256, unencryptedBox } from "./crypto.ts";
import { deliveryLogIn } from "./delivery_log.ts";
import { deliveryQueueIn } from "./delivery_queue.ts";
import { departmentsIn } from "./departments.ts";
import { holdsIn } from "./holds.ts";
import { hourlyLimitsIn } from "./hourly_limits.ts";
import { emptyMemory, type Memory } from "./memory.ts";
import { legalHoldsIn, retentionIn } from "./retention.ts";
import { holidayFixture } from "./holidays.ts";
import { organizationsIn } from "./organizations.ts";
import { reportingRolesIn } from "./reporting_roles.ts";
import { reportingTokensIn, unsignedReportingTokens } from "./reporting_tokens.ts";
import { publishSlotChanges } from "./slot_changes.ts";
import { requestKey } from "./rows.ts";
import { takenIn } from "./taken_slots.ts";
import { usageReportsIn } from "./usage_reports.ts";
import { fakeLinkAddresses, personLinksIn } from "./person_links.ts";
import { publicQueueIn, screensIn } from "./screens.ts";
import { visitGateIn, visitsIn } from "./visits.ts";
import { waitlistIn } from "./waitlist.ts";
import { webhooksIn } from "./webhooks.ts";

/** The ports that tests replace. */
export type InMemoryOptions = Partial<
  Pick<
    Ports,
    | "now"
    | "randomBytes"
    | "hourlyLimits"
    | "staffLimits"
    | "reportingLimits"
    | "signInLimits"
    | "usageLog"
    | "background"
    | "secretBox"
    | "hmacSha256"
    | "sendDelivery"
    | "refuseUrl"
    | "mailer"
  >
>;

/**
 * Implements all of core's ports over plain memory. It uses only Web APIs, so Deno runs it too. JavaScript runs one call
 * at a time, so a method that does not wait is as atomic as a transaction.
 */
export function createInMemoryPorts(
  options: InMemoryOptions = {},
): Ports & { memory: Memory; publishSlotChanges(): number } {
  const memory = emptyMemory();
  const now = options.now ?? (() => Temporal.Now.instant());
  return {
    memory,
    publishSlotChanges: () =>
      publishSlotChanges(memory, {
        now,
        occupancyOf: ({ department: { id, organizationId }, environment }, slot) =>
          takenIn(
            memory,
            { organizationId, environment },
            { departmentId: id, slot, now: now() },
          ),
      }),
    now,
    randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
    sha256,
    // Web APIs have no argon2id.
    isCommonPassword: async (password) => password === "q1w2e3r4t5y6",
    hashPassword: async (password) => `$sha256$${await sha256(password)}`,
    async matchPassword(password, hashes) {
      const expected = `$sha256$${await sha256(password)}`;
      return hashes.filter((hash) => hash === expected);
    },
    organizations: organizationsIn(memory, now),
    apiKeys: apiKeysIn(memory, now),
    staffUsers: staffUsersIn(memory),
    sessions: sessionsIn(memory),
    factors: factorsIn(memory),
    identityProviders: identityProvidersIn(memory),
    emailStore: emailStoreIn(memory),
    identityClient: fakeIdentityClient,
    totp: fakeTotp,
    passkeys: fakePasskeys(now),
    doneRequests: {
      async find(ref, since) {
        const found = memory.requests.get(requestKey(ref));
        return found && Temporal.Instant.compare(found.at, since) > 0 ? found : undefined;
      },
    },
    reportingTokens: reportingTokensIn(memory),
    reportingRoles: reportingRolesIn(memory),
    reportingTokenSigner: unsignedReportingTokens,
    departments: departmentsIn(memory, now),
    holidays: holidayFixture,
    appointments: appointmentsIn(memory),
    calendarFiles: calendarFilesIn(memory),
    shortNumbers: shortNumbersIn(memory),
    holds: holdsIn(memory),
    waitlist: waitlistIn(memory),
    gate: gateIn(memory, now),
    legalHolds: legalHoldsIn(memory),
    retention: retentionIn(memory),
    visits: visitsIn(memory),
    visitGate: visitGateIn(memory, now),
    screens: screensIn(memory),
    publicQueue: publicQueueIn(memory),
    personLinks: personLinksIn(memory),
    personLinkAddresses: fakeLinkAddresses,
    creditLedger: creditLedgerIn(memory),
    hourlyLimits: hourlyLimitsIn(now),
    usageReports: usageReportsIn(memory),
    auditLog: auditLogIn(memory),
    changeFeed: changeFeedIn(memory),
    reporting: { requireAvailable() {}, open: noReports },
    webhooks: webhooksIn(memory),
    deliveryLog: deliveryLogIn(memory, now),
    deliveryQueue: deliveryQueueIn(memory, now),
    eventFeed: eventFeedIn(memory),
    secretBox: unencryptedBox,
    hmacSha256,
    sendDelivery: async () => ({
      isDelivered: true,
      statusCode: 204,
      responseTimeMs: 3,
      error: null,
    }),
    refuseUrl: async () => undefined,
    usageLog: {
      record: (entry) => void memory.usageEntries.push(entry),
      noteUse: ({ apiKeyId, timestamp }) => {
        memory.apiKeys.find(({ id }) => id === apiKeyId)!.lastUsedAt = timestamp;
      },
    },
    ...options,
  };
}

function noReports(): never {
  throw new Error("Only Postgres has reports");
}
