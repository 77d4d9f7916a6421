import { type Application, createApplication, type Ports } from "../../core/mod.ts";
import { holidayCalendar } from "../holidays/holiday_calendar.ts";
import { networkOf } from "../limits/mod.ts";
import type { Metrics } from "../metrics/mod.ts";
import type { Tracing } from "../tracing/mod.ts";
import type { Persistence } from "../persistence/mod.ts";
import { isCommonPassword } from "../security/common_passwords.ts";
import { hashPassword, matchPassword } from "../security/passwords.ts";
import { hmacSha256, randomBytes, sha256 } from "../security/crypto.ts";
import { createPersonLinkAddresses } from "../security/person_links.ts";
import { createPasskeys } from "../security/passkeys.ts";
import { createReportingTokenSigner, type SigningSecret } from "../security/session_tokens.ts";
import { totp } from "../security/totp.ts";
import { traceApplication } from "./tracing.ts";

/** The ports that the service has and commands do not have. */
export type ServiceTools =
  & Pick<Ports, "hourlyLimits" | "staffLimits" | "reportingLimits" | "signInLimits" | "heavyWork">
  & Pick<Ports, "publicLimits" | "background" | "mailer">
  & Pick<Ports, "secretBox" | "sendDelivery" | "refuseUrl" | "identityClient">
  & {
    /** Signs reporting tokens and the challenges of passkeys. */
    sessionSecret: SigningSecret;
    /** The address at which people reach the service. Passkeys belong to its domain. */
    publicUrl: string | undefined;
  };

/**
 * Creates the use cases over the database, with its clock, real randomness and hashing. Without the service's tools
 * nothing is limited, and a use case that needs a secret or sends webhooks throws. Without metrics nothing is counted,
 * and without tracing nothing is traced.
 */
export function composeApplication(
  persistence: Persistence,
  { sessionSecret, publicUrl, ...tools }: Partial<ServiceTools> = {},
  { metrics, tracing }: {
    metrics?: Pick<Metrics, "countRefusals"> | undefined;
    tracing?: Tracing | undefined;
  } = {},
): Application {
  const application = createApplication({
    now: persistence.now,
    randomBytes,
    sha256,
    hmacSha256,
    isCommonPassword,
    hashPassword: (password, options) => hashPassword(password, byNetwork(options)),
    matchPassword: (password, hashes, options) =>
      matchPassword(password, hashes, byNetwork(options)),
    organizations: persistence.organizations,
    staffUsers: persistence.staffUsers,
    sessions: persistence.sessions,
    factors: persistence.factors,
    identityProviders: persistence.identityProviders,
    emailStore: persistence.emailStore,
    totp,
    passkeys: createPasskeys({
      sessionSecret,
      publicUrl,
      now: persistence.now,
    }),
    doneRequests: persistence.doneRequests,
    reportingTokens: persistence.reportingTokens,
    reportingRoles: persistence.reportingRoles,
    apiKeys: persistence.apiKeys,
    departments: persistence.departments,
    holidays: holidayCalendar,
    appointments: persistence.appointments,
    calendarFiles: persistence.calendarFiles,
    shortNumbers: persistence.shortNumbers,
    holds: persistence.holds,
    waitlist: persistence.waitlist,
    gate: persistence.gate,
    legalHolds: persistence.legalHolds,
    retention: persistence.retention,
    visits: persistence.visits,
    visitGate: persistence.visitGate,
    screens: persistence.screens,
    publicQueue: persistence.publicQueue,
    personLinks: persistence.personLinks,
    ...(sessionSecret !== undefined && {
      personLinkAddresses: createPersonLinkAddresses(sessionSecret, publicUrl),
    }),
    creditLedger: persistence.creditLedger,
    webhooks: persistence.webhooks,
    deliveryLog: persistence.deliveryLog,
    deliveryQueue: persistence.deliveryQueue,
    eventFeed: persistence.eventFeed,
    usageLog: persistence.usageLog,
    usageReports: persistence.usageReports,
    auditLog: persistence.auditLog,
    changeFeed: persistence.changeFeed,
    reporting: persistence.reporting,
    reportingTokenSigner: sessionSecret === undefined
      ? { sign: unavailable, verify: unavailable }
      : createReportingTokenSigner(sessionSecret, persistence.now),
    ...commandTools,
    ...tools,
  });
  const counted = metrics ? metrics.countRefusals(application) : application;
  return tracing ? traceApplication(counted, tracing) : counted;
}

const commandTools: Pick<Ports, "secretBox" | "sendDelivery" | "refuseUrl" | "identityClient"> = {
  identityClient: {
    refusalOf: unavailable,
    signInAddress: unavailable,
    identityOf: unavailable,
    logoutOf: unavailable,
  },
  secretBox: { seal: unavailable, open: unavailable },
  sendDelivery: unavailable,
  refuseUrl: unavailable,
};

function unavailable(): never {
  throw new Error("This process has no secrets and no webhook sender");
}

/** Lets the hashes of one network take turns with those of others: one subscriber has many IPv6 addresses. */
function byNetwork<O extends { from?: string }>(options: O = {} as O): O {
  return options.from === undefined ? options : { ...options, from: networkOf(options.from) };
}
