import { recordOf } from "../audit/audit_record.ts";
import { DomainError } from "../errors.ts";
import { say } from "../messages.ts";
import type { Clock, Hashing, Randomness, SecretBox } from "../platform.ts";
import type { Factor, FactorPorts } from "./factor.ts";
import { staffActor } from "./caller.ts";
import type { StaffUserRef } from "./staff_user.ts";

const stepMs = 30_000;
/** The clock of a phone may be one step early or late. */
const maxDrift = 1;
/** After this number of wrong codes, from all addresses together, one code is not enough (core/access/README.md 13). */
export const maxGuesses = 10;

/** Ports of a proof of a second factor. */
export type ProofPorts = Clock & Hashing & FactorPorts & { secretBox: SecretBox };

/** The user of a proof, and the address that it comes from. */
export type Prover = StaffUserRef & { name: string; ipAddress: string };

/** Returns the context of the sealed seed of a user. A seed copied to another user cannot be opened. */
export function totpContext({ organizationId, id }: StaffUserRef): string {
  return `authenticator app of staff user ${organizationId}/${id}`;
}

/**
 * Returns whether a code of an authenticator app or a recovery code is right, and uses it up. Throws FACTOR_REQUIRED if
 * too many codes were wrong: then two codes in a row are needed, which nobody can guess.
 */
export async function acceptCode(
  ports: ProofPorts,
  user: Prover,
  typed: string,
): Promise<boolean> {
  const code = plain(typed);
  if (isRecoveryCode(code)) return await acceptRecoveryCode(ports, user, code);
  if (!isTotpCode(code)) return false;
  const factors = await ports.factors.list(user);
  const apps = factors.filter(({ kind }) => kind === "TOTP");
  if (apps.length === 0) return false;
  // Counted first, so that guesses at once are counted like guesses in turn.
  const failures = await ports.factors.countFailure(user);
  if (failures > maxGuesses && code.length === 6) {
    throw new DomainError("FACTOR_REQUIRED", say("twoCodesNeeded"));
  }
  for (const factor of apps) {
    if (await acceptTotp(ports, user, { factor, code })) return true;
  }
  return false;
}

async function acceptTotp(
  ports: ProofPorts,
  user: Prover,
  { factor, code }: { factor: Factor; code: string },
): Promise<boolean> {
  const secret = ports.secretBox.open(factor.sealedSecret!, totpContext(user));
  const step = stepOf(ports, secret, code);
  if (step === undefined) return false;
  return await ports.factors.use(refOf(factor), { usedUntil: startOf(step), at: ports.now() });
}

function isTotpCode(code: string): boolean {
  return /^(\d{6}){1,2}$/.test(code);
}

/** Returns the time step of a code, or of the second of two codes in a row; undefined if it is wrong or old. */
export function stepOf(
  { now, totp }: Clock & Pick<FactorPorts, "totp">,
  secret: string,
  code: string,
): number | undefined {
  if (!isTotpCode(code)) return undefined;
  const present = Math.floor(now().epochMilliseconds / stepMs);
  const parts = code.match(/.{6}/g)!;
  const isOf = (step: number) =>
    parts.every((part, index) => totp.matches(secret, part, step - parts.length + 1 + index));
  const steps = [0, -maxDrift, maxDrift].map((drift) => present + drift);
  return steps.find(isOf);
}

/** Returns the beginning of a time step. */
export function startOf(step: number): Temporal.Instant {
  return Temporal.Instant.fromEpochMilliseconds(step * stepMs);
}

async function acceptRecoveryCode(
  ports: ProofPorts,
  user: Prover,
  code: string,
): Promise<boolean> {
  const { id: staffUserId, name, ipAddress } = user;
  const record = recordOf(user, {
    actor: staffActor({ staffUserId, name, ipAddress }),
    action: "staff.recovery_code_used",
    at: ports.now(),
  });
  return await ports.factors.useRecoveryCode(user, await ports.sha256(code), record);
}

/**
 * Returns the passkey that an answer proves, and uses the answer up; undefined if it is invalid. `purpose` is that of
 * the challenge.
 */
export async function acceptPasskey(
  ports: Clock & Pick<FactorPorts, "factors" | "passkeys">,
  answer: unknown,
  purpose: string,
): Promise<Factor | undefined> {
  const claim = ports.passkeys.claimOf(answer);
  const factor = claim && await ports.factors.findPasskey(claim);
  const proof = factor?.passkey &&
    await ports.passkeys.verifyProof(answer, factor.passkey, purpose);
  if (!proof) return undefined;
  const { issuedAt: usedUntil, counter } = proof;
  const isNew = await ports.factors.use(refOf(factor), { usedUntil, counter, at: ports.now() });
  return isNew ? factor : undefined;
}

function refOf({ id, organizationId, staffUserId }: Factor) {
  return { id, organizationId, staffUserId };
}

const recoveryAlphabet = "abcdefghijkmnpqrstuvwxyz23456789";
const recoveryForm = /^[a-km-np-z2-9]{16}$/;
const recoveryCount = 10;

/** Generates recovery codes of 80 random bits, such as `k7wm-x2cd-…`, and their hashes. */
export async function generateRecoveryCodes(
  ports: Hashing & Randomness,
): Promise<{ codes: string[]; codeHashes: string[] }> {
  const codes = Array.from({ length: recoveryCount }, () => {
    // 32 characters: 5 bits of each byte are equally likely.
    const text = [...ports.randomBytes(16)].map((byte) => recoveryAlphabet[byte % 32]).join("");
    return text.match(/.{4}/g)!.join("-");
  });
  return { codes, codeHashes: await Promise.all(codes.map((code) => ports.sha256(plain(code)))) };
}

function isRecoveryCode(code: string): boolean {
  return recoveryForm.test(code);
}

/** Returns a typed code without the spaces and hyphens that only help the eye. */
function plain(typed: string): string {
  return typed.replaceAll(/[\s-]/g, "").toLowerCase();
}
