import type { Audited, AuditRecord } from "../audit/audit_record.ts";
import type { StaffUserRef } from "./staff_user.ts";

/** The kinds of a second factor (core/access/README.md 13). */
export const factorKinds = ["PASSKEY", "TOTP"] as const;

/** PASSKEY is a WebAuthn credential, TOTP an authenticator app with codes of six digits. */
export type FactorKind = (typeof factorKinds)[number];

/** The maximum number of factors of a user. */
export const maxFactors = 10;

/** A passkey, as the check of a proof needs it. */
export interface Passkey {
  /** The WebAuthn id, in base64url. */
  credentialId: string;
  /** The COSE public key, in base64url. */
  publicKey: string;
  /** The signature counter; 0 if the authenticator has none. */
  counter: number;
}

/** A second factor of a staff user. */
export class Factor {
  id!: number;
  organizationId: number;
  staffUserId: number;
  kind: FactorKind;
  name: string;
  /** Of a PASSKEY; null otherwise. */
  passkey: Passkey | null;
  /** The seed of a TOTP, encrypted and bound to its user; null otherwise. */
  sealedSecret: string | null;
  /** A proof must be newer: the time step of a code, or the issue of a challenge. So each proof counts once. */
  usedUntil: Temporal.Instant;
  /** Of a TOTP: the wrong codes of the user since the last right one of any app, from all addresses. */
  failures = 0;
  createdAt: Temporal.Instant;
  lastUsedAt: Temporal.Instant | null = null;

  constructor(
    user: StaffUserRef,
    made:
      & Pick<Factor, "kind" | "name" | "usedUntil" | "createdAt">
      & Partial<Pick<Factor, "passkey" | "sealedSecret">>,
  ) {
    this.organizationId = user.organizationId;
    this.staffUserId = user.id;
    this.kind = made.kind;
    this.name = made.name;
    this.passkey = made.passkey ?? null;
    this.sealedSecret = made.sealedSecret ?? null;
    this.usedUntil = made.usedUntil;
    this.createdAt = made.createdAt;
  }
}

/** Identifies a factor of a user. */
export interface FactorRef {
  id: number;
  organizationId: number;
  staffUserId: number;
}

/** An accepted proof. */
export interface FactorUse {
  usedUntil: Temporal.Instant;
  /** The new counter of a passkey. */
  counter?: number;
  at: Temporal.Instant;
}

/** The second factors of all staff users. `audit` makes the audit record of a change. */
export interface Factors {
  /** Returns the factors of a user in the order of their ids. */
  list(user: StaffUserRef): Promise<Factor[]>;
  findPasskey(ref: { organizationId: number; credentialId: string }): Promise<Factor | undefined>;
  /**
   * Stores a factor under the lock of its user, and sets its id. With the first factor of a user it also stores the
   * recovery codes, and of the user's sessions only `sessionId` remains, as one that gave a factor. Returns "full" if
   * the user has `maxFactors`, and "taken" if the organization has the passkey.
   */
  add(
    factor: Factor,
    first: { sessionId: string; codeHashes: readonly string[] },
    audit: Audited<Factor>,
  ): Promise<"first" | "further" | "full" | "taken">;
  rename(ref: FactorRef, name: string, audit: Audited<Factor>): Promise<Factor | undefined>;
  /** Deletes a factor, and the recovery codes with the last one. Returns undefined if there is none. */
  remove(ref: FactorRef, audit: Audited<Factor>): Promise<Factor | undefined>;
  /**
   * Counts a code as wrong in all authenticator apps of a user, before it is checked. Returns the failures since the last
   * right one, with this one; 0 without an app.
   */
  countFailure(user: StaffUserRef): Promise<number>;
  /**
   * Records an accepted proof. That of an authenticator app sets the failures of all apps of the user to 0. Returns false
   * if the same proof or a newer one was accepted before, or if the factor was removed.
   */
  use(ref: FactorRef, use: FactorUse): Promise<boolean>;
  countRecoveryCodes(user: StaffUserRef): Promise<number>;
  /** Replaces all recovery codes. Returns false and stores nothing if the user has no factor. */
  replaceRecoveryCodes(
    user: StaffUserRef,
    codeHashes: readonly string[],
    record: AuditRecord,
  ): Promise<boolean>;
  /** Deletes a recovery code. Returns false if the user does not have it. */
  useRecoveryCode(user: StaffUserRef, codeHash: string, record: AuditRecord): Promise<boolean>;
}

/** Makes and checks the codes of authenticator apps (RFC 6238). */
export interface Totp {
  /** Returns a new seed in base32, with 160 random bits. */
  newSecret(): string;
  /** Returns the `otpauth` address of a QR code. */
  address(secret: string, account: { issuer: string; label: string }): string;
  /** Returns whether a code of six digits is that of a time step. */
  matches(secret: string, code: string, step: number): boolean;
}

/** Why no passkey can be made or used here: passkeys belong to a domain name. */
export type PasskeyRefusal = "NO_ADDRESS" | "IP_ADDRESS";

/**
 * Makes the challenges of passkeys and checks the answers (WebAuthn). A challenge is valid for five minutes and for one
 * purpose. Answers and options have the JSON forms of WebAuthn.
 */
export interface Passkeys {
  /** Null if passkeys can be used. */
  refusal: PasskeyRefusal | null;
  /** Returns what the browser needs to make a passkey for a user who has the `known` ones. */
  creationOptions(
    user: StaffUserRef & { email: string; name: string; known: readonly string[] },
    purpose: string,
  ): Promise<object>;
  /** Returns the new passkey, or undefined if the answer is invalid. */
  verifyCreation(answer: unknown, purpose: string): Promise<Passkey | undefined>;
  /** Returns what the browser needs to prove a passkey: one of the `allowed` ones, or any if there are none. */
  proofOptions(allowed: readonly string[], purpose: string): Promise<object>;
  /** Returns which passkey an answer claims to be from; undefined if the answer has another form. */
  claimOf(answer: unknown): { organizationId: number; credentialId: string } | undefined;
  /** Returns when the challenge was issued and the new counter, or undefined if the answer is invalid. */
  verifyProof(
    answer: unknown,
    passkey: Passkey,
    purpose: string,
  ): Promise<{ issuedAt: Temporal.Instant; counter: number } | undefined>;
}

/** The ports that checks of second factors need. */
export interface FactorPorts {
  factors: Factors;
  totp: Totp;
  passkeys: Passkeys;
}
