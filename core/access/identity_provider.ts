import type { Audited, AuditedChange, AuditRecord } from "../audit/audit_record.ts";
import type { Message } from "../messages.ts";
import type { Session } from "./session.ts";
import type { Role, StaffUserRef } from "./staff_user.ts";

/** The role, and the departments if it can be bound, of the people of a group at the provider. */
export interface GroupRule {
  group: string;
  role: Role;
  /** Null for all. */
  departmentIds: number[] | null;
}

/** The OpenID provider of an organization (core/access/README.md 15). */
export interface IdentityProvider {
  organizationId: number;
  /** The random part of the address of the sign-in. */
  addressKey: string;
  issuer: string;
  clientId: string;
  /** The client secret, encrypted and bound to the organization. */
  sealedSecret: string;
  /** The claim of the ID token with the groups; null if groups do not count. */
  groupsClaim: string | null;
  /** The first rule with a group of the person counts. */
  groupRules: GroupRule[];
  /** Whether nobody of the organization can sign in in another way. */
  ssoOnly: boolean;
  createdAt: Temporal.Instant;
  /** Raised by the database with each change; 0 before the first one. */
  version: number;
}

/** An identity at a provider. It is never the e-mail address. */
export interface Identity {
  issuer: string;
  subject: string;
}

/** Identifies the sessions that a provider ends: one session, all of a subject, or both. */
export interface EndedAtProvider {
  sid?: string | undefined;
  subject?: string | undefined;
}

/** The providers of all organizations, and the identities of staff users. */
export interface IdentityProviders {
  /** Returns the provider of an organization; undefined if it has none, or if it is closed. */
  find(organizationId: number): Promise<IdentityProvider | undefined>;
  /**
   * Stores the provider of an organization, under its lock, and returns it with its new version. Ends all sessions that the
   * provider began with `endsSessions`. Changes nothing if `audit` throws.
   */
  save(
    provider: IdentityProvider,
    options: { endsSessions: boolean },
    audit: AuditedChange<IdentityProvider | undefined>,
  ): Promise<IdentityProvider>;
  /** Lets everybody sign in with passwords again. Returns false if the organization is not SSO only. */
  allowPasswords(organizationId: number, record: AuditRecord): Promise<boolean>;
  /** Removes the provider, ends its sessions, and returns whether there was one. Identities stay. */
  remove(organizationId: number, record: AuditRecord): Promise<boolean>;
  /** Returns which of some organizations are SSO only. Does the same work for none. */
  listSsoOnly(organizationIds: readonly number[]): Promise<number[]>;
  /** Returns the ids of the staff users whose identity at the issuer is linked. */
  listLinked(organizationId: number, issuer: string): Promise<number[]>;
  /** Stores the hash of a one-time link, and replaces an earlier one. Returns false if the user does not exist. */
  addLink(
    user: StaffUserRef,
    link: { hash: string; endsAt: Temporal.Instant },
    audit: Audited<{ id: number; organizationId: number; name: string }>,
  ): Promise<boolean>;
  /** Returns the id of the staff user with an identity. */
  findUser(organizationId: number, identity: Identity): Promise<number | undefined>;
  /**
   * Uses a one-time link up: its user has the identity from now on. Returns undefined for a link that is unknown, used or
   * ended, and "taken" if another user of the organization has the identity.
   */
  useLink(
    link: { organizationId: number; hash: string; at: Temporal.Instant },
    identity: Identity,
    audit: Audited<{ id: number; organizationId: number; name: string }>,
  ): Promise<{ id: number } | "taken" | undefined>;
  /** Removes the identity and the link of a user and ends the sessions by the provider. Returns whether there was one. */
  unlink(
    user: StaffUserRef,
    audit: Audited<{ id: number; organizationId: number; name: string }>,
  ): Promise<boolean>;
  /** Returns true for the first call with a hash, and false for the others until it ends. */
  useOnce(
    once: { organizationId: number; hash: string; endsAt: Temporal.Instant },
  ): Promise<boolean>;
  /**
   * Ends sessions that the provider began. Returns how many. With `once` it uses a hash up like `useOnce`, in the same
   * transaction, and returns "used" if it was used before.
   */
  endSessions(
    organizationId: number,
    ended: EndedAtProvider & { once?: { hash: string; endsAt: Temporal.Instant } | undefined },
    audit: Audited<Session & { name: string }>,
  ): Promise<number | "used">;
}

/** What a provider says about the person who has signed in. */
export interface SignedInIdentity extends Identity {
  /** The id of the session at the provider; null if it has none. */
  sid: string | null;
  groups: readonly string[];
  /** When the person proved to the provider who it is; null if the provider does not say. */
  authenticatedAt: Temporal.Instant | null;
}

/** The secrets of one sign-in, which only the browser and the provider get. */
export interface SignInSecrets {
  state: string;
  nonce: string;
  verifier: string;
}

/** A provider with its secret, as requests need it. */
export interface ProviderAccess extends Pick<IdentityProvider, "organizationId" | "clientId"> {
  issuer: string;
  clientSecret: string;
  groupsClaim: string | null;
}

/**
 * Talks to providers (OpenID Connect). Each call ends within some seconds. It throws SERVICE_UNAVAILABLE if the provider
 * gives no usable answer in time.
 */
export interface IdentityClient {
  /** Returns why a provider cannot be used; undefined if it can. */
  refusalOf(provider: ProviderAccess): Promise<Message | undefined>;
  /** Returns the address at the provider where a person signs in. With `isProof` the person must do it again. */
  signInAddress(
    provider: ProviderAccess,
    request: SignInSecrets & { redirectUri: string; isProof: boolean },
  ): Promise<string>;
  /** Returns the identity in the answer of a provider, which came to `url`; undefined if the answer is invalid. */
  identityOf(
    provider: ProviderAccess,
    answer: SignInSecrets & { url: string },
  ): Promise<SignedInIdentity | undefined>;
  /** Returns the content of a logout token; undefined if it is invalid. */
  logoutOf(
    provider: ProviderAccess,
    token: string,
  ): Promise<(EndedAtProvider & { tokenId: string; issuedAt: Temporal.Instant }) | undefined>;
}
