import { z } from "zod";
import { answering, changesBetween, recordOf } from "../audit/audit_record.ts";
import { idField, nameField, parseInput } from "../input.ts";
import { formatUtc } from "../local_date_time.ts";
import { daysToEndField, defaultEnd } from "./default_end.ts";
import { requireRoom } from "./organization_size.ts";
import { requireOrganization } from "./organizations.ts";
import {
  ReportingToken,
  type ReportingTokens,
  type ReportingTokenSigner,
  type ReportingTokenView,
  toReportingTokenView,
} from "./reporting_token.ts";
import { DomainError } from "../errors.ts";
import { type Caller, type Operator, refFor } from "./caller.ts";
import type { Clock } from "../platform.ts";
import type { Organizations } from "./organization.ts";
import { say } from "../messages.ts";

/** Input of a new reporting token. */
export const createReportingTokenInput = z.object({
  name: nameField(255, "Name of the token"),
  expiresDays: daysToEndField,
});

/**
 * Creates a reporting token. Returns it with its text, which is not stored and never returned again. Throws
 * VALIDATION_ERROR or ORGANIZATION_NOT_FOUND.
 */
export async function createReportingToken(
  ports: Clock & {
    organizations: Organizations;
    reportingTokens: ReportingTokens;
    reportingTokenSigner: ReportingTokenSigner;
  },
  { organizationId, actor, timeZone }: Caller,
  input: unknown,
): Promise<ReportingTokenView & { token: string }> {
  const { name, expiresDays } = parseInput(createReportingTokenInput, input);
  await requireOrganization(ports, organizationId);
  await requireRoom(ports, organizationId, "reportingTokens");
  const createdAt = ports.now();
  const reportingToken = new ReportingToken({
    organizationId,
    name,
    createdBy: actor.kind === "STAFF" ? actor.id : null,
    createdAt,
    expiresAt: defaultEnd(expiresDays, createdAt),
  });
  const { expiresAt } = reportingToken;
  const changes = changesBetween<{ name?: string; expiresAt?: string | null }>(
    {},
    { name, expiresAt: expiresAt && formatUtc(expiresAt) },
    { fields: ["name", "expiresAt"] },
  );
  const action = { actor, action: "reporting_token.created", at: createdAt, changes } as const;
  await ports.reportingTokens.add(reportingToken, (made) => recordOf(made, action));
  const { id: tokenId } = reportingToken;
  const token = await ports.reportingTokenSigner.sign({
    tokenId,
    organizationId,
    issuedAt: createdAt,
    expiresAt,
  });
  return { ...toReportingTokenView(reportingToken, timeZone), token };
}

/** Input with the id of a reporting token. */
export const reportingTokenIdInput = z.object({ id: idField("Id of the reporting token") });

/**
 * Revokes a reporting token. The next request with it, on every process, is refused with UNAUTHENTICATED. Does nothing
 * if the token is already revoked. Throws REPORTING_TOKEN_NOT_FOUND, also for another organization's token.
 */
export async function revokeReportingToken(
  { now, reportingTokens }: Clock & { reportingTokens: ReportingTokens },
  caller: Caller | Operator,
  input: unknown,
): Promise<ReportingTokenView> {
  const { id } = parseInput(reportingTokenIdInput, input);
  const { actor, timeZone } = caller;
  const at = now();
  const reportingToken = await reportingTokens.change(
    refFor(caller, id),
    (found) => found.revoke(at),
    (found, { revokedAt }) => {
      const by = answering(actor, toReportingTokenView(found, timeZone));
      return revokedAt
        ? null
        : recordOf(found, { actor: by, action: "reporting_token.revoked", at });
    },
  );
  if (!reportingToken) {
    throw new DomainError(
      "REPORTING_TOKEN_NOT_FOUND",
      say("reportingTokenNotFound"),
    );
  }
  return toReportingTokenView(reportingToken, timeZone);
}

/**
 * Lists the reporting tokens of an organization by id, revoked and expired tokens too. Throws
 * ORGANIZATION_NOT_FOUND.
 */
export async function listReportingTokens(
  ports: { organizations: Organizations; reportingTokens: ReportingTokens },
  { organizationId }: Pick<Caller, "organizationId">,
): Promise<ReportingTokenView[]> {
  const { timeZone } = await requireOrganization(ports, organizationId);
  const tokens = await ports.reportingTokens.list(organizationId);
  return tokens.map((token) => toReportingTokenView(token, timeZone));
}
