import type { Ports } from "../../../core/mod.ts";
import { Factor, maxFactors, type Passkey, type StaffUserRef } from "../../../core/ports.ts";
import type { Memory } from "./memory.ts";
import { changeIn, keep, record } from "./rows.ts";

interface OfUser {
  organizationId: number;
  staffUserId: number;
}

const isOf = ({ id, organizationId }: StaffUserRef) => (one: OfUser) =>
  one.staffUserId === id && one.organizationId === organizationId;

/** Returns a copy, like a row of a database. */
function copyOf(factor: Factor): Factor {
  return Object.assign(Object.create(Factor.prototype), factor);
}

/** Deletes the factors and recovery codes of a user. */
export function dropFactorsOf(memory: Memory, user: StaffUserRef): void {
  memory.factors = memory.factors.filter((one) => !isOf(user)(one));
  memory.recoveryCodes = memory.recoveryCodes.filter((one) => !isOf(user)(one));
}

/** The second factors in memory. */
export function factorsIn(memory: Memory): Ports["factors"] {
  const find = ({ id, staffUserId, organizationId }: OfUser & { id: number }) =>
    memory.factors.find((one) => one.id === id && isOf({ id: staffUserId, organizationId })(one));
  const appsOf = (user: StaffUserRef) =>
    memory.factors.filter((one) => isOf(user)(one) && one.kind === "TOTP");
  const store = ({ id: staffUserId, organizationId }: StaffUserRef, hashes: readonly string[]) => {
    const isOther = (one: OfUser) => !isOf({ id: staffUserId, organizationId })(one);
    const added = hashes.map((codeHash) => ({ organizationId, staffUserId, codeHash }));
    memory.recoveryCodes = [...memory.recoveryCodes.filter(isOther), ...added];
  };
  return {
    list: async (user) => memory.factors.filter(isOf(user)).map(copyOf),
    findPasskey: async ({ organizationId, credentialId }) =>
      memory.factors.find((one) =>
        one.organizationId === organizationId && one.passkey?.credentialId === credentialId
      ),
    async add(factor, { sessionId, codeHashes }, audit) {
      const { organizationId, staffUserId, passkey } = factor;
      const user = { id: staffUserId, organizationId };
      const own = memory.factors.filter(isOf(user));
      if (own.length >= maxFactors) return "full";
      const isTaken = memory.factors.some((one) =>
        one.organizationId === organizationId && passkey !== null &&
        one.passkey?.credentialId === passkey.credentialId
      );
      if (isTaken) return "taken";
      keep(memory.factors, factor);
      record(memory, audit(factor));
      if (own.length > 0) return "further";
      store(user, codeHashes);
      const isEnded = (one: OfUser & { id: string }) => isOf(user)(one) && one.id !== sessionId;
      memory.sessions = memory.sessions.filter((one) => !isEnded(one));
      for (const session of memory.sessions.filter(isOf(user))) session.withFactor = true;
      return "first";
    },
    rename: async (ref, name, audit) =>
      changeIn(memory, find(ref), { change: (factor) => factor.name = name, audit }),
    async remove(ref, audit) {
      const found = find(ref);
      if (!found) return undefined;
      record(memory, audit(found));
      memory.factors = memory.factors.filter((one) => one !== found);
      const user = { id: ref.staffUserId, organizationId: ref.organizationId };
      if (!memory.factors.some(isOf(user))) dropFactorsOf(memory, user);
      return found;
    },
    countFailure: async (user) => Math.max(0, ...appsOf(user).map((app) => ++app.failures)),
    async use(ref, { usedUntil, counter, at }) {
      const found = find(ref);
      if (!found || Temporal.Instant.compare(found.usedUntil, usedUntil) >= 0) return false;
      Object.assign(found, { usedUntil, lastUsedAt: at });
      const user = { id: ref.staffUserId, organizationId: ref.organizationId };
      if (found.kind === "TOTP") { for (const app of appsOf(user)) app.failures = 0; }
      if (found.passkey && counter !== undefined) found.passkey.counter = counter;
      return true;
    },
    countRecoveryCodes: async (user) => memory.recoveryCodes.filter(isOf(user)).length,
    async replaceRecoveryCodes(user, codeHashes, made) {
      if (!memory.factors.some(isOf(user))) return false;
      store(user, codeHashes);
      record(memory, made);
      return true;
    },
    async useRecoveryCode(user, codeHash, made) {
      const index = memory.recoveryCodes
        .findIndex((one) => isOf(user)(one) && one.codeHash === codeHash);
      if (index < 0) return false;
      memory.recoveryCodes.splice(index, 1);
      record(memory, made);
      return true;
    },
  };
}

/** Authenticator apps whose code is the last six digits of the time step, whatever the seed. */
export const fakeTotp: Ports["totp"] = {
  newSecret: () => "A".repeat(32),
  address: (secret, { issuer, label }) => `otpauth://totp/${issuer}:${label}?secret=${secret}`,
  matches: (_, code, step) => code === codeOf(step),
};

/** Returns the code of the fake apps at a time step. */
export function codeOf(step: number): string {
  return String(step % 1_000_000).padStart(6, "0");
}

/** Returns the input that adds a fake app. */
export function appAt({ epochMilliseconds }: Temporal.Instant) {
  return {
    name: "App",
    secret: "A".repeat(32),
    code: codeOf(Math.floor(epochMilliseconds / 30_000)),
  };
}

interface FakeChallenge {
  purpose: string;
  issuedAt: string;
}

/** The answer of a fake authenticator, which signs nothing. */
export interface FakeAnswer {
  challenge: FakeChallenge;
  organizationId: number;
  passkey: Passkey;
}

/** Returns the answer of a fake authenticator to a challenge. */
export function passkeyAnswer(
  challenge: FakeChallenge,
  { organizationId, credentialId, counter = 0 }: {
    organizationId: number;
    credentialId: string;
    counter?: number;
  },
): FakeAnswer {
  const passkey = { credentialId, publicKey: `key of ${credentialId}`, counter };
  return { challenge, organizationId, passkey };
}

/** Passkeys without signatures: an answer is right if its challenge has the purpose and its key is the stored one. */
export function fakePasskeys(now: () => Temporal.Instant): Ports["passkeys"] {
  const challengeOf = (purpose: string) => ({
    challenge: { purpose, issuedAt: now().toString() },
  });
  return {
    refusal: null,
    creationOptions: async (_, purpose) => challengeOf(purpose),
    verifyCreation: async (answer, purpose) => {
      const { challenge, passkey } = answer as FakeAnswer;
      return challenge.purpose === purpose ? { ...passkey } : undefined;
    },
    proofOptions: async (_, purpose) => challengeOf(purpose),
    claimOf: (answer) => {
      const { organizationId, passkey } = answer as FakeAnswer;
      return { organizationId, credentialId: passkey.credentialId };
    },
    async verifyProof(answer, { publicKey }, purpose) {
      const { challenge, passkey } = answer as FakeAnswer;
      if (challenge.purpose !== purpose || passkey.publicKey !== publicKey) return undefined;
      const { counter } = passkey;
      return { issuedAt: Temporal.Instant.from(challenge.issuedAt), counter };
    },
  };
}
