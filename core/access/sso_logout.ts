import { recordOf } from "../audit/audit_record.ts";
import { staffActor } from "./caller.ts";
import { accessTo } from "./identity_settings.ts";
import type { IdentityProviders } from "./identity_provider.ts";
import { maxClockDifference } from "./session.ts";
import { providerAt, refused, type SsoPorts } from "./sso_sign_in.ts";

/** A logout token is accepted for this time after its issue. */
const logoutMinutes = 5;

/**
 * Ends the sessions that a logout token of the provider names (OpenID Connect Back-Channel Logout). Throws
 * INVALID_CREDENTIALS for an unknown path and for a token that is invalid, old or used before.
 */
export async function endByBackChannel(
  ports: SsoPorts,
  { path, token }: { path: string; token: string },
): Promise<void> {
  const provider = await providerAt(ports, path);
  const logout = provider && await ports.identityClient.logoutOf(accessTo(ports, provider), token);
  if (!logout || !isRecent(logout.issuedAt, ports.now())) throw refused();
  const { organizationId } = provider;
  const hash = await ports.sha256(`logout ${logout.tokenId}`);
  const endsAt = logout.issuedAt.add({ minutes: logoutMinutes }).add(maxClockDifference);
  const { sid, subject } = logout;
  const ended = await endSessions(ports, organizationId, { sid, subject, once: { hash, endsAt } });
  if (ended === "used") throw refused();
}

function isRecent(issuedAt: Temporal.Instant, now: Temporal.Instant): boolean {
  const { compare } = Temporal.Instant;
  return compare(issuedAt, now.subtract({ minutes: logoutMinutes })) > 0 &&
    compare(issuedAt, now.add(maxClockDifference)) < 0;
}

/**
 * Ends the session with the id `sid` at the provider (OpenID Connect Front-Channel Logout). Does nothing for another
 * issuer, or for an unknown path or session.
 */
export async function endByFrontChannel(
  ports: SsoPorts,
  { path, issuer, sid }: { path: string; issuer: string; sid: string },
): Promise<void> {
  const provider = await providerAt(ports, path);
  if (!provider || provider.issuer !== issuer || sid === "") return;
  await endSessions(ports, provider.organizationId, { sid });
}

async function endSessions(
  { identityProviders, now }: Pick<SsoPorts, "identityProviders" | "now">,
  organizationId: number,
  ended: Parameters<IdentityProviders["endSessions"]>[1],
): Promise<number | "used"> {
  const at = now();
  return await identityProviders.endSessions(organizationId, ended, ({ staffUserId: id, name }) => {
    const actor = staffActor({ staffUserId: id, name, ipAddress: "" });
    return recordOf({ id, organizationId, name }, { actor, action: "staff.signed_out", at });
  });
}
