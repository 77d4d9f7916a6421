import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import type { StaffCaller } from "../../../core/mod.ts";
import { freshDatabase } from "../../support/fresh_database.ts";
import type { TestService } from "../../support/seeded.ts";
import { staffOf } from "../../support/staff_callers.ts";
import { clientPerFile, servicePerFile } from "../../support/per_file.ts";

// Two services on one database, which share nothing but it and the secret.
let caller: StaffCaller;

const connectionString = await freshDatabase();
const one = await servicePerFile(connectionString);
const two = await servicePerFile(connectionString);
const client = await clientPerFile(connectionString);
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
  test("is valid in every process until it is revoked", async () => {
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

  test("is rejected after its row has expired or is deleted", async () => {
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

  test("gets one new time of use from many simultaneous requests, never an earlier one", async () => {
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
    await reportingTokens.noteUse({ ...caller, id }, Temporal.Instant.from("2026-03-01T08:01:30Z"));
    await reportingTokens.noteUse({ ...caller, id }, Temporal.Instant.from("2026-03-01T07:00:00Z"));
    expect(await version()).toEqual(second);
  });
});

describe("an organization in the database", () => {
  test("keeps both of two simultaneous changes, each audited against its own old values", async () => {
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

  test("is changed without a wait while a transaction writes rows that refer to it", async () => {
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
