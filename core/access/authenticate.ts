import { DomainError } from "../errors.ts";
import type { ApiCaller, ApiKeys, Scope } from "./api_key.ts";
import { type StaffCaller, staffCallerOf } from "./caller.ts";
import type {
  ReportingToken,
  ReportingTokenClaims,
  ReportingTokens,
  ReportingTokenSigner,
} from "./reporting_token.ts";
import type { ExpectedCallers } from "./expected_callers.ts";
import { isWellFormedKey } from "./key_text.ts";
import type { Clock, Hashing } from "../platform.ts";
import type { Sessions } from "./sessions.ts";
import { say } from "../messages.ts";

/**
 * Returns the caller of an `X-API-Key` header. Throws MISSING_API_KEY for an absent or empty header and
 * INVALID_API_KEY for an unknown, revoked or ended key.
 *
 * Calls `onExpected` while the key is being checked, if the key was valid before. Its argument is an expectation: the
 * surface may start reads for it, and must not use them unless the returned caller is the same (`isSameCaller`).
 */
export async function authenticateApiKey(
  { sha256, apiKeys, expectedCallers }: Hashing & {
    apiKeys: ApiKeys;
    expectedCallers: ExpectedCallers;
  },
  key: string | null | undefined,
  onExpected?: (expected: ApiCaller) => void,
): Promise<ApiCaller> {
  if (!key) throw new DomainError("MISSING_API_KEY", say("missingApiKey"));
  const caller = isWellFormedKey(key)
    ? await findCaller(await sha256(key), { apiKeys, expectedCallers, onExpected })
    : undefined;
  if (!caller) throw new DomainError("INVALID_API_KEY", say("unknownApiKey"));
  return caller;
}

async function findCaller(
  keyHash: string,
  { apiKeys, expectedCallers, onExpected }: {
    apiKeys: ApiKeys;
    expectedCallers: ExpectedCallers;
    onExpected: ((expected: ApiCaller) => void) | undefined;
  },
): Promise<ApiCaller | undefined> {
  const finding = apiKeys.findCaller(keyHash);
  const expected = expectedCallers.get(keyHash);
  if (expected) onExpected?.(expected);
  const caller = await finding;
  expectedCallers.note(keyHash, caller);
  return caller;
}

/** Returns whether a caller has one of the scopes. */
export function hasScope(caller: ApiCaller, anyOf: readonly Scope[]): boolean {
  return anyOf.some((scope) => caller.scopes.includes(scope));
}

/** Throws INSUFFICIENT_SCOPE unless the caller has one of the scopes. */
export function requireScope(caller: ApiCaller, anyOf: readonly Scope[]): void {
  if (hasScope(caller, anyOf)) return;
  throw new DomainError("INSUFFICIENT_SCOPE", say("scopeNeeded", { scopes: anyOf.join(" or ") }));
}

/**
 * Returns the caller of a session (core/access/README.md 4). Role and validity are read from the database. Activity is
 * recorded at most once a minute; `isActivity` is false for a request that a page makes by itself. Throws
 * UNAUTHENTICATED if the session is absent, ended or expired, or if its user is disabled.
 */
export async function authenticateSession(
  { now, sessions }: Clock & { sessions: Sessions },
  sessionId: string | undefined,
  { isActivity, ipAddress }: { isActivity: boolean; ipAddress: string },
): Promise<StaffCaller> {
  const found = sessionId === undefined ? undefined : await sessions.find(sessionId);
  const at = now();
  if (!found?.session.isLiveAt(at)) {
    throw new DomainError("UNAUTHENTICATED", say("signedOut"));
  }
  if (isActivity && found.session.isTouchDueAt(at)) await sessions.touch(found.session.id, at);
  const provedAt = found.session.provedUntil(at);
  return staffCallerOf({ ...found.caller, provedAt }, ipAddress);
}

/** The caller of a reporting token: a tool that reads one organization. */
export interface ReportingCaller {
  organizationId: number;
  timeZone: string;
  tokenId: number;
  name: string;
}

/**
 * Returns the caller of a reporting token (core/access/README.md 7). Its validity is read from the database. Its use is
 * recorded at most once a minute. Throws UNAUTHENTICATED, always with the same words, if the token is absent, not
 * signed by this service, revoked, expired or deleted.
 */
export async function authenticateReportingToken(
  { now, reportingTokens, reportingTokenSigner }: Clock & {
    reportingTokens: ReportingTokens;
    reportingTokenSigner: ReportingTokenSigner;
  },
  token: string | null | undefined,
): Promise<ReportingCaller> {
  const claims = token ? await reportingTokenSigner.verify(token) : undefined;
  const found = claims &&
    await reportingTokens.find({ id: claims.tokenId, organizationId: claims.organizationId });
  const at = now();
  if (!found || !isOf(found.reportingToken, claims) || !found.reportingToken.isValidAt(at)) {
    throw new DomainError("UNAUTHENTICATED", say("unknownReportingToken"));
  }
  const { reportingToken: { id: tokenId, organizationId, name }, timeZone } = found;
  if (found.reportingToken.isTouchDueAt(at)) {
    await reportingTokens.noteUse(found.reportingToken, at);
  }
  return { organizationId, timeZone, tokenId, name };
}

/** Compares times of issue: a database restored from a backup assigns ids again (core/access/README.md 7). */
function isOf({ createdAt }: ReportingToken, { issuedAt }: ReportingTokenClaims): boolean {
  const inSeconds = ({ epochMilliseconds }: Temporal.Instant) =>
    Math.floor(epochMilliseconds / 1000);
  return inSeconds(createdAt) === inSeconds(issuedAt);
}
