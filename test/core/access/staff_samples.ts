import { createStaffUser } from "../../../core/access/create_staff_user.ts";
import type { SignInAttempt } from "../../../core/access/limits.ts";
import { signIn } from "../../../core/access/sign_in.ts";
import type { Role } from "../../../core/access/staff_user.ts";
import { createApplication } from "../../../core/application.ts";
import { createInMemoryPorts } from "../../support/in_memory/ports.ts";
import { seedOrganization } from "../../support/in_memory/seed_organization.ts";
import { operatorIn } from "../../../core/access/caller.ts";

/** A valid password. */
export const password = "a password of a test";

/** Makes a valid password of a number of characters. */
export function lengthy(characters: number): string {
  return "zk3vq8tj5wn9x".repeat(10).slice(0, characters);
}

export const ipAddress = "203.0.113.7";

/** Opens an organization over memory, with a clock that the test moves and a limiter that only records. */
export async function openStaff() {
  let at = Temporal.Instant.from("2026-03-01T08:00:00Z");
  const failures: SignInAttempt[] = [];
  const later: Promise<void>[] = [];
  const delays = { all: 0, known: 0 };
  const ports = createInMemoryPorts({
    now: () => at,
    background: { runLater: (work) => void later.push(work()) },
    signInLimits: {
      async attempt(attempt) {
        failures.push(attempt);
        return { isAllowed: true, retryAfterSeconds: 0, delays };
      },
      async forgive(attempt) {
        failures.splice(failures.indexOf(attempt), 1);
      },
      countFailure: async ({ email, ipAddress }) =>
        failures.filter((one) => one.email === email && one.ipAddress === ipAddress).length,
    },
  });
  const application = createApplication(ports);
  const { organizationId } = await seedOrganization(application, {
    organization: { timeZone: "Europe/Oslo", ownerEmail: "owner@clinic.example" },
  });
  return {
    ports,
    application,
    organizationId,
    /** Waits for the work after answers. */
    settled: () => Promise.all(later),
    /** The sign-in attempts that count as failures. */
    failures,
    /** The delays of the next attempts, which a test may set. */
    delays,
    pass: (time: Temporal.DurationLike) => void (at = at.add(time)),
    async newUser(role: Role, email = `${crypto.randomUUID()}@clinic.example`) {
      const wanted = { email, name: "Ada", role, password };
      return (await createStaffUser(ports, operatorIn(organizationId), wanted)).user;
    },
    signIn: ({ email }: { email: string }) => signIn(ports, { ipAddress }, { email, password }),
    /** Returns whether a session is still valid. */
    isLive: async ({ id }: { id: string }) => {
      const caller = application.authenticateSession(id, { isActivity: false, ipAddress: "" });
      return await caller.then(() => true, () => false);
    },
  };
}
