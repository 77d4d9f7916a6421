import { describe, expect, test } from "vitest";
import { staffOf } from "../../support/staff_callers.ts";
import { faultsOf, refusalOf } from "../refusal.ts";
import { openStaff } from "./staff_samples.ts";

async function openTokens() {
  const opened = await openStaff();
  const { application, organizationId, ports } = opened;
  return {
    ...opened,
    staff: application.staff,
    caller: staffOf(organizationId, { timeZone: "Europe/Oslo" }),
    records: () => ports.memory.audit.filter(({ action }) => action.startsWith("reporting_token.")),
    codeOf: async (token: string | null | undefined) =>
      (await refusalOf(() => application.authenticateReportingToken(token))).code,
  };
}

describe("a reporting token", () => {
  test("is returned once, is accepted, and is listed without its text", async () => {
    const { staff, caller, application, organizationId, ports, records } = await openTokens();
    const { token, ...view } = await staff.createReportingToken(caller, {
      name: " Metabase ",
      expiresDays: null,
    });
    expect(view).toEqual({
      id: 1,
      name: "Metabase",
      createdAt: "2026-03-01T09:00:00",
      expiresAt: null,
      lastUsedAt: null,
      isRevoked: false,
    });
    expect(await staff.listReportingTokens(caller)).toEqual([view]);
    expect(await application.authenticateReportingToken(token)).toEqual({
      organizationId,
      timeZone: "Europe/Oslo",
      tokenId: 1,
      name: "Metabase",
    });
    const [lastUsed] = await staff.listReportingTokens(caller);
    expect(lastUsed).toEqual({ ...view, lastUsedAt: "2026-03-01T09:00:00" });
    expect(ports.memory.reportingTokens[0]!.createdBy).toBe(caller.staffUserId);
    expect(JSON.stringify([ports.memory.reportingTokens, records()])).not.toContain(token);
    expect(records()).toEqual([{
      organizationId,
      actor: { kind: "STAFF", id: 1, name: "Ada Lovelace", ipAddress: caller.ipAddress },
      action: "reporting_token.created",
      subjectId: 1,
      subjectName: "Metabase",
      environment: null,
      changes: [{ field: "name", before: null, after: "Metabase" }],
      at: ports.now(),
    }]);
  });

  test("expires exactly after its days, also if its signed text says otherwise", async () => {
    const { staff, caller, application, codeOf, pass, records } = await openTokens();
    pass({ milliseconds: 700 });
    const { token, expiresAt } = await staff.createReportingToken(caller, {
      name: "Metabase",
      expiresDays: 30,
    });
    // 30 days of 24 hours: the clocks go forward on March 29.
    expect(expiresAt).toBe("2026-03-31T10:00:00");
    expect(records()[0]!.changes[1]).toEqual({
      field: "expiresAt",
      before: null,
      after: "2026-03-31T08:00:00.000Z",
    });
    pass({ hours: 719, minutes: 59, seconds: 59 });
    expect((await application.authenticateReportingToken(token)).tokenId).toBe(1);
    pass({ milliseconds: 300 });
    expect(await codeOf(token)).toBe("UNAUTHENTICATED");
  });

  test("expires after a year by default, and never if expiresDays is null", async () => {
    const { staff, caller } = await openTokens();
    const create = (input: object) =>
      staff.createReportingToken(caller, { name: "Metabase", ...input });
    const { createdAt, expiresAt } = await create({});
    const days = Temporal.PlainDateTime.from(createdAt).until(expiresAt!, { largestUnit: "days" });
    expect(days.days).toBe(365);
    expect((await create({ expiresDays: null })).expiresAt).toBeNull();
  });

  test.each<[object, string[]]>([
    [{}, ["name"]],
    [{ name: " " }, ["name"]],
    [{ name: "x".repeat(256), expiresDays: 0 }, ["name", "expiresDays"]],
    [{ name: "Metabase", expiresDays: 3651 }, ["expiresDays"]],
    [{ name: "Metabase", expiresDays: 1.5 }, ["expiresDays"]],
    [{ name: "Metabase", expiresDays: "30" }, ["expiresDays"]],
  ])("is refused for the input %j", async (input, fields) => {
    const { staff, caller, ports } = await openTokens();
    expect(await faultsOf(() => staff.createReportingToken(caller, input))).toEqual(fields);
    expect(ports.memory.reportingTokens).toEqual([]);
  });

  test("is refused after it is revoked; revoking it again changes nothing", async () => {
    const { staff, caller, codeOf, pass, ports, records } = await openTokens();
    const { token, ...view } = await staff.createReportingToken(caller, { name: "Metabase" });
    const other = await staff.createReportingToken(caller, { name: "Other" });
    const revoked = await staff.revokeReportingToken(caller, { id: view.id });
    expect(revoked).toEqual({ ...view, isRevoked: true });
    expect(await codeOf(token)).toBe("UNAUTHENTICATED");
    const at = ports.memory.reportingTokens[0]!.revokedAt;
    pass({ hours: 1 });
    expect(await staff.revokeReportingToken(caller, { id: view.id })).toEqual(revoked);
    expect(ports.memory.reportingTokens[0]!.revokedAt).toEqual(at);
    expect(ports.memory.reportingTokens[1]).toMatchObject({ id: other.id, revokedAt: null });
    expect(records().map(({ action, subjectId }) => [action, subjectId])).toEqual([
      ["reporting_token.created", 1],
      ["reporting_token.created", 2],
      ["reporting_token.revoked", 1],
    ]);
  });

  test("that an operator creates has no creator, and its audit records name OPERATOR", async () => {
    const { application, organizationId, ports, records } = await openTokens();
    const reportingToken = await application.createReportingToken(organizationId, {
      name: "Metabase",
    });
    await application.revokeReportingToken(reportingToken.id);
    expect(ports.memory.reportingTokens[0]!.createdBy).toBeNull();
    expect(ports.memory.reportingTokens[0]!.revokedAt).not.toBeNull();
    expect(records().map(({ actor }) => actor.kind)).toEqual(["OPERATOR", "OPERATOR"]);
    const { code } = await refusalOf(() =>
      application.createReportingToken(99, { name: "Metabase" })
    );
    expect(code).toBe("ORGANIZATION_NOT_FOUND");
  });
});

describe("authentication by reporting token", () => {
  test("refuses an absent token, a token signed by another key, and a token without its row", async () => {
    const { staff, caller, codeOf, ports } = await openTokens();
    for (const text of [undefined, null, "", "x", "a.b.c"]) {
      expect(await codeOf(text)).toBe("UNAUTHENTICATED");
    }
    const { token } = await staff.createReportingToken(caller, { name: "Metabase" });
    ports.memory.reportingTokens = [];
    expect(await codeOf(token)).toBe("UNAUTHENTICATED");
  });

  test("refuses a token if a restored database gave its id to another token", async () => {
    const { staff, caller, codeOf, ports, pass, application } = await openTokens();
    const { token: lost } = await staff.createReportingToken(caller, { name: "Lost" });
    ports.memory.reportingTokens = [];
    pass({ seconds: 1 });
    const { token, id } = await staff.createReportingToken(caller, { name: "New" });
    expect(id).toBe(1);
    expect(await codeOf(lost)).toBe("UNAUTHENTICATED");
    expect((await application.authenticateReportingToken(token)).name).toBe("New");
  });

  test("writes the time of use at most once a minute", async () => {
    const { staff, caller, application, ports, pass } = await openTokens();
    const { token } = await staff.createReportingToken(caller, { name: "Metabase" });
    const [row] = ports.memory.reportingTokens;
    const first = ports.now();
    await application.authenticateReportingToken(token);
    pass({ seconds: 59 });
    await application.authenticateReportingToken(token);
    expect(row!.lastUsedAt).toEqual(first);
    pass({ seconds: 1 });
    await application.authenticateReportingToken(token);
    expect(row!.lastUsedAt).toEqual(first.add({ minutes: 1 }));
  });

  test("returns the current zone of the organization", async () => {
    const { staff, caller, application } = await openTokens();
    const { token } = await staff.createReportingToken(caller, { name: "Metabase" });
    await staff.updateOrganization(caller, { timeZone: "Asia/Tokyo" });
    expect((await application.authenticateReportingToken(token)).timeZone).toBe("Asia/Tokyo");
  });
});
