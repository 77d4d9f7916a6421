import { randomBytes, randomUUID } from "node:crypto";
import {
  type Actor,
  type Application,
  type BookingScope,
  createApplication,
  type Environment,
  operator,
  type Ports,
} from "../../core/mod.ts";
import { fakePasskeys, fakeTotp } from "./in_memory/factors.ts";
import { fakeIdentityClient } from "./in_memory/identity_providers.ts";
import { holidayFixture } from "./in_memory/holidays.ts";
import { hmacSha256, sha256 } from "../../gateway/security/crypto.ts";
import { createPersonLinkAddresses } from "../../gateway/security/person_links.ts";
import { createSecretBox } from "../../gateway/security/secret_box.ts";
import { createReportingTokenSigner } from "../../gateway/security/session_tokens.ts";
import {
  openPersistence,
  type Persistence,
  type PersistenceOptions,
} from "../../gateway/persistence/mod.ts";
import { type Way, wayTo } from "./pooled.ts";

/** The use cases over a real database, with a clock that the test may set. */
export interface TestService extends AsyncDisposable {
  application: Application;
  persistence: Persistence;
  /** Stops the clock at an instant. */
  setNow(instant: string): void;
}

/**
 * Opens the use cases over a database; passwords are not hashed, which no test of booking needs, and every
 * delivery of a webhook succeeds unless the test sends it itself. `databaseNow` is the time of the queue, if it is not
 * that of the clock.
 */
export async function openService(
  way: string | Way,
  { poolSize = 10, reportingPoolSize = 2, databaseNow, log, ...ways }:
    & { poolSize?: number; reportingPoolSize?: number; databaseNow?: string }
    & Pick<PersistenceOptions, "log">
    & Partial<
      Pick<
        Ports,
        | "sendDelivery"
        | "refuseUrl"
        | "staffLimits"
        | "reportingLimits"
        | "publicLimits"
        | "heavyWork"
        | "mailer"
      >
    > = {},
): Promise<TestService> {
  let fixed: Temporal.Instant | undefined;
  const now = () => fixed ?? Temporal.Instant.fromEpochMilliseconds(Date.now());
  const persistence = await openPersistence({
    ...(typeof way === "string" ? wayTo(way) : way),
    poolSize,
    reportingPoolSize,
    now,
    ...(log && { log }),
    // If the clock is stopped, so are the clocks of the queue.
    queueClocks: {
      databaseNow: () => databaseNow ? Temporal.Instant.from(databaseNow) : fixed ?? null,
      monotonicMs: () => fixed?.epochMilliseconds ?? performance.now(),
    },
  });
  const application = createApplication({
    ...persistence,
    holidays: holidayFixture,
    now,
    randomBytes,
    sha256,
    isCommonPassword: async () => false,
    hashPassword: (password) => Promise.resolve(`unhashed ${password}`),
    matchPassword: async (password, hashes) =>
      hashes.filter((hash) => hash === `unhashed ${password}`),
    secretBox: createSecretBox(new Uint8Array(32)),
    hmacSha256,
    personLinkAddresses: createPersonLinkAddresses("s".repeat(32), "https://office.test"),
    identityClient: fakeIdentityClient,
    totp: fakeTotp,
    passkeys: fakePasskeys(now),
    reportingTokenSigner: createReportingTokenSigner("s".repeat(32), now),
    sendDelivery: async () => ({
      isDelivered: true,
      statusCode: 204,
      responseTimeMs: 3,
      error: null,
    }),
    refuseUrl: async () => undefined,
    ...ways,
  });
  return {
    application,
    persistence,
    setNow(instant) {
      fixed = Temporal.Instant.from(instant);
    },
    [Symbol.asyncDispose]: () => persistence.close(),
  };
}

/** An organization with one department. */
export interface Seeded extends BookingScope {
  /** The actor of bookings. */
  actor: Actor;
  timeZone: string;
  departmentId: number;
}

/** Makes an organization with credits and one department of the given settings. */
export async function seedOrganization(
  { application }: TestService,
  { timeZone = "UTC", credits = 1000, environment = "LIVE" as Environment, ...department }: {
    timeZone?: string;
    credits?: number;
    environment?: Environment;
    [setting: string]: unknown;
  } = {},
): Promise<Seeded> {
  const { organization } = await application.createOrganization({
    name: "Test",
    timeZone,
    credits,
    testCredits: credits,
    ownerEmail: `${randomUUID()}@test.example`,
    ownerPassword: "a password of a test",
  });
  const { id } = await application.createDepartment(organization.id, {
    name: "Desk",
    ...department,
  });
  return {
    actor: operator,
    organizationId: organization.id,
    environment,
    timeZone,
    departmentId: id,
  };
}
