import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { StaffCaller } from "../../../../core/mod.ts";
import { staffOf } from "../../../support/staff_callers.ts";
import type { Stage } from "../../../support/webhook_stages.ts";
import { openStages, takeBoth } from "./walk.ts";
import { perFile } from "../../../support/per_file.ts";

const both = await perFile(openStages());

/** Somebody of the team, with what this person knows. */
interface Member {
  id: number;
  email: string;
  password: string;
  sessionId?: string;
}

/** An organization of one implementation, with the ids and secrets that exist there. */
interface World {
  stage: Stage;
  caller: StaffCaller;
  team: Member[];
  keys: { id: number; key: string }[];
  tokens: { id: number; token: string }[];
}

const origin = { ipAddress: "203.0.113.7" };
const passwords = ["a password of a test", "another password of a test"];

async function openWorld(stage: Stage, email: string): Promise<World> {
  const { organization, owner } = await stage.application.createOrganization({
    name: "Clinic",
    timeZone: "Europe/Berlin",
    ownerEmail: email,
    ownerPassword: passwords[0]!,
  });
  return {
    stage,
    caller: staffOf(organization.id, { role: "OWNER", staffUserId: owner.id, email }),
    team: [{ id: owner.id, email, password: passwords[0]! }],
    keys: [],
    tokens: [],
  };
}

const index = fc.nat(3);
const verbs = [
  "sign in",
  "sign out",
  "request",
  "change password",
  "disable",
  "enable",
  "reset password",
  "list team",
  "new key",
  "use key",
  "rename key",
  "rotate key",
  "revoke key",
  "list keys",
  "new token",
  "use token",
  "revoke token",
  "list tokens",
  "get organization",
] as const;
const steps = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constantFrom(...verbs), index }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constantFrom("invite" as const, "set role" as const),
      index,
      role: fc.constantFrom("OWNER", "ADMIN", "STAFF"),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("pass" as const),
      minutes: fc.constantFrom(1, 29, 30, 11 * 60),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("update organization" as const),
      timeZone: fc.constantFrom("Asia/Tokyo", "Europe/Berlin"),
    }),
  },
);

type Step = typeof steps extends fc.Arbitrary<infer S> ? S : never;

async function take(step: Step, world: World): Promise<unknown> {
  const { stage, caller, team, keys, tokens } = world;
  const { application } = stage;
  const { staff } = application;
  if (step.do === "pass") return stage.pass({ minutes: step.minutes });
  if (step.do === "update organization") {
    return await staff.updateOrganization(caller, { timeZone: step.timeZone });
  }
  const nobody = { id: 0, email: "nobody@clinic.example", password: "wrong" };
  const member: Member = team[step.index] ?? nobody;
  const key = keys[step.index] ?? { id: 0, key: "mk_live_junk" };
  const token = tokens[step.index] ?? { id: 0, token: "junk" };
  const ofSession = () =>
    application.authenticateSession(member.sessionId, { ...origin, isActivity: true });
  switch (step.do) {
    case "sign in": {
      const { session, caller } = await application.signIn({
        ...origin,
        ...(member.sessionId !== undefined && { previousSessionId: member.sessionId }),
      }, member);
      member.sessionId = session.id;
      return caller;
    }
    case "sign out":
      return await application.signOut(await ofSession());
    case "request":
      return await ofSession();
    case "change password": {
      const newPassword = passwords.find((one) => one !== member.password)!;
      const input = { currentPassword: member.password, newPassword };
      await application.changePassword(await ofSession(), input);
      member.password = newPassword;
      return "changed";
    }
    case "invite": {
      // An e-mail address that the team has already is refused.
      const email = `${step.role}@${caller.email.split("@")[1]}`.toLowerCase();
      const made = await staff.inviteStaffUser(caller, { email, name: "Ada", role: step.role });
      team.push({ id: made.id, email, password: made.oneTimePassword });
      return made;
    }
    case "set role":
      return await staff.setStaffUserRole(caller, { id: member.id, role: step.role });
    case "disable":
      return await staff.disableStaffUser(caller, { id: member.id });
    case "enable":
      return await staff.enableStaffUser(caller, { id: member.id });
    case "reset password": {
      const made = await staff.resetStaffUserPassword(caller, { id: member.id });
      member.password = made.oneTimePassword;
      return made;
    }
    case "list team":
      return await staff.listStaffUsers(caller);
    case "new key": {
      const scopes = ["READ_APPOINTMENTS"];
      // The database has a clock of its own, so no end may pass in a walk.
      const expiresAt = keys.length % 2 === 0 ? null : "2099-12-31T23:59:59";
      const input = { name: `Key ${keys.length}`, environment: "TEST", scopes, expiresAt };
      const made = await staff.createApiKey(caller, input);
      keys.push(made);
      return made;
    }
    case "use key":
      return await application.authenticateApiKey(key.key);
    case "rename key":
      return await staff.renameApiKey(caller, { id: key.id, name: "Renamed" });
    case "rotate key": {
      const made = await staff.rotateApiKey(caller, { id: key.id });
      keys.push(made);
      return made;
    }
    case "revoke key":
      return await staff.revokeApiKey(caller, { id: key.id });
    case "list keys":
      return await staff.listApiKeys(caller);
    case "new token": {
      const input = { name: `Token ${tokens.length}`, expiresDays: 1 };
      const made = await staff.createReportingToken(caller, input);
      tokens.push(made);
      return made;
    }
    case "use token":
      return await application.authenticateReportingToken(token.token);
    case "revoke token":
      return await staff.revokeReportingToken(caller, { id: token.id });
    case "list tokens":
      return await staff.listReportingTokens(caller);
    case "get organization":
      return await staff.getOrganization(caller);
  }
}

test("random walks of sign-ins, keys and tokens give the same answers and audit in memory and in Postgres", async () => {
  const reached = new Set<string>();
  const walks = fc.array(steps, { minLength: 30, maxLength: 60, size: "max" });
  await fc.assert(
    fc.asyncProperty(walks, async (walk) => {
      const email = `owner@${crypto.randomUUID()}.example`;
      const worlds = [await openWorld(both[0], email), await openWorld(both[1], email)] as const;
      for (const step of walk) {
        reached.add(`${step.do} ${await takeBoth(worlds, (world) => take(step, world))}`);
      }
      await takeBoth(
        worlds,
        ({ stage, caller }) => stage.application.staff.listAudit(caller, { size: 100 }),
      );
    }),
    { seed: 1, numRuns: 15, endOnFailure: true },
  );
  for (const verb of verbs) expect(reached).toContain(`${verb} done`);
});
