import { hkdfSync, randomBytes } from "node:crypto";
import { isIP } from "node:net";
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import type { Passkey, PasskeyRefusal, Passkeys } from "../../core/ports.ts";
import { lazily } from "../lazily.ts";
import type { SigningSecret } from "./session_tokens.ts";
import { createSignedTokens, secondsOf } from "./signed_tokens.ts";

// It takes 0.2 s to load, which no start waits for.
const library = lazily(() => import("@simplewebauthn/server"));

const rpName = "Appointment booking";
const audience = "appointment-booking/passkey";
/** How long a person may take to answer a challenge. */
const validMinutes = 5;

/** What makes the challenges of a service. */
interface PasskeyTools {
  /** Absent in a command, which makes no challenges. */
  sessionSecret: SigningSecret | undefined;
  publicUrl: string | undefined;
  now(): Temporal.Instant;
}

/**
 * Creates core's `Passkeys` for a service at `publicUrl`. A challenge is a signed token, so any process accepts the answer
 * to a challenge of another one, and nothing is stored.
 */
export function createPasskeys({ sessionSecret, publicUrl, now }: PasskeyTools): Passkeys {
  const { hostname: rpID = "", origin: expectedOrigin = "" } = URL.parse(publicUrl ?? "") ?? {};
  const keys = [sessionSecret ?? randomBytes(32)].flat()
    .map((secret) => new Uint8Array(hkdfSync("sha256", secret, "", audience, 32)));
  const challenges = createSignedTokens({
    keys,
    audience,
    required: ["exp", "sub", "ms", "jti"],
    read: ({ sub, ms }) => typeof ms === "number" ? { purpose: sub!, ms } : undefined,
    now,
  });
  const newChallenge = async (purpose: string) => {
    const at = now();
    const token = await challenges.sign({
      sub: purpose,
      ms: at.epochMilliseconds,
      jti: crypto.randomUUID(),
      exp: secondsOf(at.add({ minutes: validMinutes })),
    });
    return new TextEncoder().encode(token);
  };
  /** Returns a check that remembers when the accepted challenge was issued. */
  const checkOf = (purpose: string) => {
    const accepted: { ms?: number } = {};
    const expectedChallenge = async (challenge: string) => {
      const token = Buffer.from(challenge, "base64url").toString();
      const found = await challenges.verify(token);
      if (found?.purpose !== purpose) return false;
      accepted.ms = found.ms;
      return true;
    };
    return { accepted, expectedChallenge };
  };
  const expected = { expectedOrigin, expectedRPID: rpID, requireUserVerification: true };

  return {
    refusal: refusalOf(rpID),

    creationOptions: async ({ id, organizationId, email, name, known }, purpose) =>
      await (await library()).generateRegistrationOptions({
        rpName,
        rpID,
        userID: new TextEncoder().encode(`${organizationId}/${id}`),
        userName: email,
        userDisplayName: name,
        challenge: (await newChallenge(purpose)) as Uint8Array<ArrayBuffer>,
        excludeCredentials: known.map((one) => ({ id: one })),
        // Stored in the authenticator with its user, so that it signs in without a password.
        authenticatorSelection: { residentKey: "required", userVerification: "required" },
        timeout: validMinutes * 60_000,
      }),

    async verifyCreation(answer, purpose) {
      const { expectedChallenge } = checkOf(purpose);
      const response = answer as RegistrationResponseJSON;
      const { verifyRegistrationResponse } = await library();
      const verified = await verifyRegistrationResponse({
        ...expected,
        response,
        expectedChallenge,
      }).catch(invalid);
      if (!verified?.verified) return undefined;
      const { id: credentialId, publicKey, counter } = verified.registrationInfo.credential;
      return { credentialId, publicKey: Buffer.from(publicKey).toString("base64url"), counter };
    },

    proofOptions: async (allowed, purpose) =>
      await (await library()).generateAuthenticationOptions({
        rpID,
        challenge: (await newChallenge(purpose)) as Uint8Array<ArrayBuffer>,
        allowCredentials: allowed.map((id) => ({ id })),
        userVerification: "required",
        timeout: validMinutes * 60_000,
      }),

    claimOf: (answer) => claimOf(answer as AuthenticationResponseJSON),

    async verifyProof(answer, { credentialId, publicKey, counter }: Passkey, purpose) {
      const { accepted, expectedChallenge } = checkOf(purpose);
      const credential = {
        id: credentialId,
        publicKey: new Uint8Array(Buffer.from(publicKey, "base64url")),
        counter,
      };
      const response = answer as AuthenticationResponseJSON;
      const { verifyAuthenticationResponse } = await library();
      const verified = await verifyAuthenticationResponse({
        ...expected,
        response,
        expectedChallenge,
        credential,
      }).catch(invalid);
      if (!verified?.verified || accepted.ms === undefined) return undefined;
      return {
        issuedAt: Temporal.Instant.fromEpochMilliseconds(accepted.ms),
        counter: verified.authenticationInfo.newCounter,
      };
    },
  };
}

/** Returns why no passkey can be used at a host. Browsers accept `localhost`, but no IP address. */
function refusalOf(hostname: string): PasskeyRefusal | null {
  if (hostname === "") return "NO_ADDRESS";
  return isIP(hostname.replaceAll(/[[\]]/g, "")) === 0 ? null : "IP_ADDRESS";
}

/** At most 1,023 bytes (WebAuthn, 4) as base64url. Postgres refuses other texts, such as one with NUL. */
const credentialForm = /^[\w-]{1,1364}$/;

/** Reads the id of the passkey and the organization of its user, which the authenticator has stored with it. */
function claimOf(answer: AuthenticationResponseJSON | undefined) {
  const { id, response } = answer ?? {};
  const handle = response?.userHandle;
  if (typeof id !== "string" || !credentialForm.test(id)) return undefined;
  if (typeof handle !== "string") return undefined;
  const [, organization] = /^(\d{1,10})\/\d{1,10}$/.exec(
    Buffer.from(handle, "base64url").toString(),
  ) ?? [];
  return organization === undefined
    ? undefined
    : { organizationId: Number(organization), credentialId: id };
}

/** The library throws for an answer that is not right, as for one that it cannot read. Neither is a defect. */
function invalid(): undefined {
  return undefined;
}
