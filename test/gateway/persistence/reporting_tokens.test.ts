import { randomUUID } from "node:crypto";
import { Client } from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { StaffCaller } from "../../../core/mod.ts";
import { freshDatabase } from "../../support/fresh_database.ts";
import { openService, type TestService } from "../../support/seeded.ts";
import { staffOf } from "../../support/staff_callers.ts";

// Two services on one database, which share nothing but it and the secret.
let one: TestService;
let two: TestService;
let client: Client;
let caller: StaffCaller;

beforeAll(async () => {
  const connectionString = await freshDatabase();
  one = await openService(connectionString);
  two = await openService(connectionString);
  client = new Client({ connectionString });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await one[Symbol.asyncDispose]();
  await two[Symbol.asyncDispose]();
});
beforeEach(async () => {
  const { organization, owner } = await one.application.createOrganization({
    name: "Clinic",
    timeZone: "Europe/Oslo",
    ownerEmail: `${randomUUID()}@clinic.example`,
  });
  const more = { staffUserId: owner.id, timeZone: "Europe/Oslo" };
  caller = staffOf(organization.id, more);
});

async function records(subjectKind: string, subjectId: number) {
  const { rows } = await client.query(
    `select action, actor_kind, subject_name, changes from audit_entries
     where organization_id = $1 and subject_kind = $2 and subject_id = $3 and actor_kind = 'STAFF'
     order by id`,
    [caller.organizationId, subjectKind, subjectId],
  );
  return rows;
}

describe("a reporting token in the database", () => {
  test("lets in on any process until it is revoked, and then on none", async () => {
    one.setNow("2026-03-01T08:00:00.123Z");
    two.setNow("2026-03-01T08:00:05.123Z");
    const wanted = { name: "Metabase", expiresDays: 30 };
    const { token, ...view } = await one.application.staff.createReportingToken(caller, wanted);
    expect(view).toEqual({
      id: expect.any(Number),
      name: "Metabase",
      createdAt: "2026-03-01T09:00:00",
      expiresAt: "2026-03-31T10:00:00",
      lastUsedAt: null,
      isRevoked: false,
    });
    const { organizationId } = caller;
    expect(await two.application.authenticateReportingToken(token)).toEqual({
      organizationId,
      timeZone: "Europe/Oslo",
      tokenId: view.id,
      name: "Metabase",
    });
    expect(await one.application.staff.listReportingTokens(caller)).toEqual([
      { ...view, lastUsedAt: "2026-03-01T09:00:05" },
    ]);
    const { rows } = await client.query(
      "select row_to_json(t)::text as text, created_by from reporting_tokens t where id = $1",
      [view.id],
    );
    expect(rows[0].created_by).toBe(caller.staffUserId);
    expect(rows[0].text).not.toContain(token.split(".")[2]);

    const revoke = ({ application }: TestService) =>
      application.staff.revokeReportingToken(caller, { id: view.id });
    const both = await Promise.all([revoke(one), revoke(two)]);
    expect(both.map(({ isRevoked }) => isRevoked)).toEqual([true, true]);
    for (const { application } of [one, two]) {
      await expect(application.authenticateReportingToken(token)).rejects.toMatchObject({
        code: "UNAUTHENTICATED",
      });
    }
    expect((await records("reporting_token", view.id)).map(({ action }) => action)).toEqual([
      "reporting_token.created",
      "reporting_token.revoked",
    ]);
  });

  test("is refused once its row says that it is over, or is gone", async () => {
    const make = () => one.application.staff.createReportingToken(caller, { name: "Metabase" });
    const [over, gone] = [await make(), await make()];
    await client.query("update reporting_tokens set expires_at = created_at where id = $1", [
      over.id,
    ]);
    await client.query("delete from reporting_tokens where id = $1", [gone.id]);
    for (const { token } of [over, gone]) {
      await expect(two.application.authenticateReportingToken(token)).rejects.toMatchObject({
        code: "UNAUTHENTICATED",
      });
    }
  });

  test("is noted once by many requests at once, and not earlier than it was", async () => {
    one.setNow("2026-03-01T08:00:00Z");
    two.setNow("2026-03-01T08:00:59Z");
    const { token, id } = await one.application.staff.createReportingToken(caller, {
      name: "Metabase",
    });
    const version = async () => {
      const { rows } = await client.query(
        "select xmin::text, last_used_at from reporting_tokens where id = $1",
        [id],
      );
      return rows[0];
    };
    await one.application.authenticateReportingToken(token);
    const first = await version();
    await Promise.all(
      [one, two, one, two].map(({ application }) => application.authenticateReportingToken(token)),
    );
    expect(await version()).toEqual(first);
    two.setNow("2026-03-01T08:01:00Z");
    await two.application.authenticateReportingToken(token);
    const second = await version();
    expect(second.last_used_at).not.toEqual(first.last_used_at);
    const { reportingTokens } = one.persistence;
    await reportingTokens.noteUse(id, Temporal.Instant.from("2026-03-01T08:01:30Z"));
    await reportingTokens.noteUse(id, Temporal.Instant.from("2026-03-01T07:00:00Z"));
    expect(await version()).toEqual(second);
  });

  test.each([2 ** 31, 2 ** 40, Number.MAX_SAFE_INTEGER, 0, -1])(
    "%s is no token's id",
    async (id) => {
      const { reportingTokens } = one.persistence;
      const { organizationId } = caller;
      const fail = () => {
        throw new Error("was reached");
      };
      expect(await reportingTokens.find({ id, organizationId })).toBeUndefined();
      expect(await reportingTokens.find({ id: 1, organizationId: id })).toBeUndefined();
      expect(await reportingTokens.change({ id }, fail, fail)).toBeUndefined();
    },
  );
});

describe("an organization in the database", () => {
  test("changes for every session and key at their next request, and is told", async () => {
    const { organizationId } = caller;
    const { staff } = one.application;
    const { key } = await staff.createApiKey(caller, {
      name: "Website",
      environment: "LIVE",
      scopes: ["READ_APPOINTMENTS"],
    });
    const input = { name: "Hill Clinic", timeZone: "asia/tokyo" };
    expect(await staff.updateOrganization(caller, input)).toMatchObject({
      id: organizationId,
      name: "Hill Clinic",
      timeZone: "Asia/Tokyo",
    });
    expect((await two.application.authenticateApiKey(key)).timeZone).toBe("Asia/Tokyo");
    expect(await two.application.staff.getOrganization(caller)).toMatchObject({
      name: "Hill Clinic",
      timeZone: "Asia/Tokyo",
    });
    expect(await records("organization", organizationId)).toEqual([{
      action: "organization.updated",
      actor_kind: "STAFF",
      subject_name: "Hill Clinic",
      changes: [
        { field: "name", before: "Clinic", after: "Hill Clinic" },
        { field: "timeZone", before: "Europe/Oslo", after: "Asia/Tokyo" },
      ],
    }]);
  });

  test("keeps both of two changes at once, each told against what it found", async () => {
    const { organizationId } = caller;
    await Promise.all([
      one.application.staff.updateOrganization(caller, { name: "Hill Clinic" }),
      two.application.staff.updateOrganization(caller, { timeZone: "Asia/Tokyo" }),
    ]);
    expect(await one.application.staff.getOrganization(caller)).toMatchObject({
      name: "Hill Clinic",
      timeZone: "Asia/Tokyo",
    });
    expect(await records("organization", organizationId)).toHaveLength(2);
  });

  test("is changed while a transaction writes rows of it: neither waits for the other", async () => {
    const { organizationId } = caller;
    await client.query("begin");
    // As a booking does with each row that names its organization.
    await client.query("select from organizations where id = $1 for key share", [organizationId]);
    try {
      const view = await one.application.staff.updateOrganization(caller, { name: "Hill Clinic" });
      expect(view.name).toBe("Hill Clinic");
    } finally {
      await client.query("rollback");
    }
  });
});

describe("a key in the database", () => {
  test("gets another name with its record, and another organization's does not", async () => {
    const { staff } = one.application;
    const { id } = await staff.createApiKey(caller, {
      name: "Website",
      environment: "LIVE",
      scopes: ["READ_APPOINTMENTS"],
    });
    expect((await staff.renameApiKey(caller, { id, name: "Shop" })).name).toBe("Shop");
    expect((await two.application.staff.listApiKeys(caller))[0]).toMatchObject({
      id,
      name: "Shop",
    });
    const stranger = { ...caller, organizationId: caller.organizationId - 1 };
    for (const [by, which] of [[stranger, id], [caller, 2 ** 40], [caller, 0]] as const) {
      await expect(staff.renameApiKey(by, { id: which, name: "Theirs" })).rejects.toMatchObject({
        code: "API_KEY_NOT_FOUND",
      });
    }
    const renames = (await records("api_key", id)).filter(({ action }) =>
      action === "api_key.renamed"
    );
    expect(renames.map(({ changes }) => changes)).toEqual([
      [{ field: "name", before: "Website", after: "Shop" }],
    ]);
  });
});
