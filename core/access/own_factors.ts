import { z } from "zod";
import { answering, type AuditAction, recordOf } from "../audit/audit_record.ts";
import { DomainError, validationError } from "../errors.ts";
import {
  idField,
  idInput,
  inSchema,
  nameField,
  parseInput,
  rawField,
  textField,
} from "../input.ts";
import { formatInstant } from "../local_date_time.ts";
import { say } from "../messages.ts";
import type { Clock, Hashing, Randomness, SecretBox } from "../platform.ts";
import type { StaffCaller } from "./caller.ts";
import { Factor, type FactorKind, type FactorPorts, maxFactors } from "./factor.ts";
import { generateRecoveryCodes, startOf, stepOf, totpContext } from "./factor_proof.ts";
import { proofPurpose } from "./step_up.ts";

/** A factor as its owner sees it; times are local to the organization. */
export interface FactorView {
  id: number;
  kind: FactorKind;
  name: string;
  createdAt: string;
  lastUsedAt: string | null;
}

function toFactorView(
  { id, kind, name, createdAt, lastUsedAt }: Factor,
  timeZone: string,
): FactorView {
  return {
    id,
    kind,
    name,
    createdAt: formatInstant(createdAt, timeZone),
    lastUsedAt: lastUsedAt && formatInstant(lastUsedAt, timeZone),
  };
}

/** Lists the caller's own factors, how many recovery codes are left, and why no passkey can be added, if so. */
export async function listFactors(
  { factors, passkeys }: FactorPorts,
  caller: StaffCaller,
) {
  const user = userOf(caller);
  const [own, recoveryCodes] = await Promise.all([
    factors.list(user),
    factors.countRecoveryCodes(user),
  ]);
  return {
    factors: own.map((factor) => toFactorView(factor, caller.timeZone)),
    recoveryCodes,
    passkeyRefusal: passkeys.refusal,
  };
}

/** Returns a new seed for an authenticator app, and the address of its QR code. Nothing is stored yet. */
export async function startTotp({ totp }: FactorPorts, caller: StaffCaller) {
  const secret = totp.newSecret();
  const { organizationName: issuer, email: label } = caller;
  return { secret, address: totp.address(secret, { issuer, label }) };
}

/** Input of a new authenticator app: its seed, and a code that shows that the app has it. */
export const addTotpInput = z.object({
  name: nameField(100, "Name of the factor"),
  secret: textField(64, "The seed of `startTotp`").regex(/^[A-Z2-7]{32}$/, inSchema("wrongCode")),
  code: textField(64, "A code of the app"),
});

type AddPorts = Clock & Hashing & Randomness & FactorPorts & { secretBox: SecretBox };

/**
 * Adds an authenticator app to the caller's account. Returns recovery codes with the first factor, which are never
 * returned again. Throws VALIDATION_ERROR, also for a wrong code, and CONFLICT if there is no room.
 */
export async function addTotp(ports: AddPorts, caller: StaffCaller, input: unknown) {
  const { name, secret, code } = parseInput(addTotpInput, input);
  const step = stepOf(ports, secret, code.replaceAll(/\s/g, ""));
  if (step === undefined) throw validationError({ field: "code", message: say("wrongCode") });
  const user = userOf(caller);
  const sealedSecret = ports.secretBox.seal(secret, totpContext(user));
  const made = { kind: "TOTP", name, sealedSecret, createdAt: ports.now() } as const;
  return await addFactor(ports, caller, new Factor(user, { ...made, usedUntil: startOf(step) }));
}

/** Returns what the browser needs to make a passkey. Throws CONFLICT if passkeys cannot be used here. */
export async function startPasskey({ factors, passkeys }: FactorPorts, caller: StaffCaller) {
  refuseWithoutDomain(passkeys.refusal);
  const user = userOf(caller);
  const known = (await factors.list(user)).flatMap(({ passkey }) => passkey?.credentialId ?? []);
  const { email, name } = caller;
  return await passkeys.creationOptions({ ...user, email, name, known }, additionOf(caller));
}

/** Input of a new passkey: the answer of the browser. */
export const addPasskeyInput = z.object({
  name: nameField(100, "Name of the factor"),
  passkey: rawField<object>(),
});

/** Adds a passkey to the caller's account, like `addTotp`. */
export async function addPasskey(ports: AddPorts, caller: StaffCaller, input: unknown) {
  const { name, passkey: answer } = parseInput(addPasskeyInput, input);
  refuseWithoutDomain(ports.passkeys.refusal);
  const passkey = await ports.passkeys.verifyCreation(answer, additionOf(caller));
  if (!passkey) throw validationError({ field: "passkey", message: say("wrongProof") });
  const createdAt = ports.now();
  const made = { kind: "PASSKEY", name, passkey, createdAt, usedUntil: createdAt } as const;
  return await addFactor(ports, caller, new Factor(userOf(caller), made));
}

async function addFactor(ports: AddPorts, caller: StaffCaller, factor: Factor) {
  const { codes, codeHashes } = await generateRecoveryCodes(ports);
  await caller.requireStill?.();
  const { sessionId } = caller;
  const added = await ports.factors.add(
    factor,
    { sessionId, codeHashes },
    (made) =>
      recordFor(caller, {
        action: "staff.factor_added",
        at: made.createdAt,
        changes: [{ field: "factor", before: null, after: described(made) }],
      }),
  );
  if (added === "full") {
    throw new DomainError("CONFLICT", say("tooManyFactors", { max: maxFactors }));
  }
  if (added === "taken") throw validationError({ field: "passkey", message: say("passkeyTaken") });
  return {
    factor: toFactorView(factor, caller.timeZone),
    recoveryCodes: added === "first" ? codes : null,
  };
}

/** Input of a new name of a factor. */
export const renameFactorInput = idInput.extend({ name: nameField(100, "Name of the factor") });

/** Renames one of the caller's own factors. Throws VALIDATION_ERROR or FACTOR_NOT_FOUND. */
export async function renameFactor(
  { factors, now }: Clock & FactorPorts,
  caller: StaffCaller,
  input: unknown,
): Promise<FactorView> {
  const { id, name } = parseInput(renameFactorInput, input);
  const renamed = await factors.rename(
    { ...refOf(caller), id },
    name,
    (factor) =>
      recordFor(caller, {
        action: "staff.factor_renamed",
        at: now(),
        changes: [{ field: "factor", after: described(factor) }],
        answer: toFactorView(factor, caller.timeZone),
      }),
  );
  if (!renamed) throw factorNotFound();
  return toFactorView(renamed, caller.timeZone);
}

/** Input of a removal. */
export const removeFactorInput = z.object({ id: idField("Id of the factor") });

/** Removes one of the caller's own factors. With the last one the recovery codes end. Throws FACTOR_NOT_FOUND. */
export async function removeFactor(
  { factors, now }: Clock & FactorPorts,
  caller: StaffCaller,
  input: unknown,
): Promise<FactorView> {
  const { id } = parseInput(removeFactorInput, input);
  const removed = await factors.remove({ ...refOf(caller), id }, (factor) =>
    recordFor(caller, {
      action: "staff.factor_removed",
      at: now(),
      changes: [{ field: "factor", before: described(factor), after: null }],
      answer: toFactorView(factor, caller.timeZone),
    }));
  if (!removed) throw factorNotFound();
  return toFactorView(removed, caller.timeZone);
}

/** Replaces the caller's recovery codes, which are never returned again. Throws CONFLICT without a factor. */
export async function replaceRecoveryCodes(
  ports: Clock & Hashing & Randomness & FactorPorts,
  caller: StaffCaller,
): Promise<{ recoveryCodes: string[] }> {
  const { codes, codeHashes } = await generateRecoveryCodes(ports);
  const record = recordFor(caller, { action: "staff.recovery_codes_replaced", at: ports.now() });
  const isReplaced = await ports.factors.replaceRecoveryCodes(userOf(caller), codeHashes, record);
  if (!isReplaced) throw new DomainError("CONFLICT", say("factorFirst"));
  return { recoveryCodes: codes };
}

function refuseWithoutDomain(refusal: string | null): void {
  if (refusal !== null) throw new DomainError("CONFLICT", say("passkeysNeedDomain"));
}

/** Makes the record of a change of the caller's factors. Its subject is the caller. */
function recordFor(
  caller: StaffCaller,
  { action, at, changes = [], answer }: {
    action: AuditAction;
    at: Temporal.Instant;
    changes?: { field: string; before?: unknown; after?: unknown }[];
    answer?: unknown;
  },
) {
  const actor = answer === undefined ? caller.actor : answering(caller.actor, answer);
  return recordOf({ ...userOf(caller), name: caller.name }, { actor, action, at, changes });
}

function described({ kind, name }: Factor): string {
  return `${kind}: ${name}`;
}

function additionOf({ sessionId }: StaffCaller): string {
  return `add ${sessionId}`;
}

function userOf({ staffUserId: id, organizationId }: StaffCaller) {
  return { id, organizationId };
}

function refOf({ staffUserId, organizationId }: StaffCaller) {
  return { staffUserId, organizationId };
}

function factorNotFound(): DomainError {
  return new DomainError("FACTOR_NOT_FOUND", say("factorNotFound"));
}

/** Returns what the browser needs to prove a passkey of the caller. */
export async function startProof({ factors, passkeys }: FactorPorts, caller: StaffCaller) {
  refuseWithoutDomain(passkeys.refusal);
  const own = (await factors.list(userOf(caller))).flatMap(({ passkey }) =>
    passkey?.credentialId ?? []
  );
  return await passkeys.proofOptions(own, proofPurpose(caller));
}
