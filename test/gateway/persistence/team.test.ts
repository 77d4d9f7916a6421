import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { StaffCaller, StaffUser } from "../../../core/mod.ts";
import { freshDatabase } from "../../support/fresh_database.ts";
import type { TestService } from "../../support/seeded.ts";
import { staffOf } from "../../support/staff_callers.ts";
import { clientPerFile, servicePerFile } from "../../support/per_file.ts";

// Two services on one database, which share nothing but it.

const password = "a password of a test";

const connectionString = await freshDatabase();
const one = await servicePerFile(connectionString);
const two = await servicePerFile(connectionString);
const client = await clientPerFile(connectionString);

/** A new organization, and its OWNER as a caller. */
async function newTeam(): Promise<{ owner: StaffCaller; user: StaffUser }> {
  const { organization, owner: user } = await one.application.createOrganization({
    name: "Clinic",
    ownerEmail: `${randomUUID()}@clinic.example`,
    ownerPassword: password,
  });
  return { owner: callerOf(user, organization.id), user };
}

const callerOf = ({ id, email, name }: StaffUser, organizationId: number) =>
  staffOf(organizationId, { role: "OWNER", staffUserId: id, email, name });

async function newUser(organizationId: number, role: StaffUser["role"] = "STAFF") {
  const wanted = { email: `${randomUUID()}@clinic.example`, name: "Ada", role, password };
  return (await one.application.createStaffUser(organizationId, wanted)).user;
}

const codesOf = (results: PromiseSettledResult<unknown>[]) =>
  results.map((result) => result.status === "rejected" ? result.reason.code : "done");

/** Returns the audit records of one user, written by staff. */
async function recordsOf({ id }: { id: number }) {
  const { rows } = await client.query(
    `select action, actor_id, subject_name, changes, host(ip_address::inet) as ip
     from audit_entries where subject_kind = 'staff' and subject_id = $1 and actor_kind = 'STAFF'
       and action <> 'staff.signed_in'
     order by id`,
    [id],
  );
  return rows;
}

describe("OWNERs who disable or demote each other at the same moment", () => {
  const actions = {
    disable: ({ application }: TestService, by: StaffCaller, id: number) =>
      application.staff.disableStaffUser(by, { id }),
    demote: ({ application }: TestService, by: StaffCaller, id: number) =>
      application.staff.setStaffUserRole(by, { id, role: "STAFF" }),
  };
  const pairs = [["disable", "disable"], ["demote", "demote"], ["disable", "demote"]] as const;

  test.each(pairs)("leave exactly one OWNER (%s and %s)", async (first, second) => {
    for (let round = 0; round < 15; round += 1) {
      const { owner, user } = await newTeam();
      const { organizationId } = owner;
      const other = await newUser(organizationId, "OWNER");
      const results = await Promise.allSettled([
        actions[first](one, owner, other.id),
        actions[second](two, callerOf(other, organizationId), user.id),
      ]);
      expect(codesOf(results).sort()).toEqual(["CONFLICT", "done"]);
      const { rows } = await client.query(
        `select count(*)::int from staff_users
         where organization_id = $1 and role = 'OWNER' and disabled_at is null`,
        [organizationId],
      );
      expect(rows[0].count).toBe(1);
      // The loser has written nothing.
      expect([...await recordsOf(user), ...await recordsOf(other)]).toHaveLength(1);
    }
  });

  test("wait for a lock on the other's row and then see its new state", async () => {
    const { owner, user } = await newTeam();
    const other = await newUser(owner.organizationId, "OWNER");
    await client.query("begin");
    await client.query("update staff_users set role = 'ADMIN' where id = $1", [other.id]);
    const refused = one.application.staff.disableStaffUser(owner, { id: user.id })
      .catch((error: unknown) => error);
    await expect.poll(async () => {
      // What it reads of others' activity is kept for the whole transaction otherwise.
      await client.query("select pg_stat_clear_snapshot()");
      const { rows } = await client.query(
        "select 1 from pg_stat_activity where wait_event_type = 'Lock' and query ~ 'staff_users' " +
          "and datname = current_database()",
      );
      return rows.length;
    }).toBe(1);
    await client.query("commit");
    expect(await refused).toMatchObject({ code: "CONFLICT" });
  });
});

describe("the team in the database", () => {
  test("two simultaneous invitations of one address create and audit one user", async () => {
    const { owner } = await newTeam();
    for (let round = 0; round < 10; round += 1) {
      const input = { email: `${randomUUID()}@clinic.example`, name: "Grace", role: "STAFF" };
      const results = await Promise.allSettled([
        one.application.staff.inviteStaffUser(owner, input),
        two.application.staff.inviteStaffUser(owner, input),
      ]);
      expect(codesOf(results).sort()).toEqual(["CONFLICT", "done"]);
      const { rows } = await client.query(
        `select subject_id::int as id from audit_entries
         where action = 'staff.created' and organization_id = $1 and subject_id = (
           select id from staff_users where email = $2
         )`,
        [owner.organizationId, input.email],
      );
      const made = results.find((result) => result.status === "fulfilled")!;
      expect(rows).toEqual([{ id: made.value.id }]);
    }
  });

  test("disabling a user twice at the same moment is audited once", async () => {
    const { owner } = await newTeam();
    const user = await newUser(owner.organizationId);
    const both = await Promise.all(
      [one, two].map(({ application }) =>
        application.staff.disableStaffUser(owner, { id: user.id })
      ),
    );
    expect(both.map(({ isDisabled }) => isDisabled)).toEqual([true, true]);
    expect(await recordsOf(user)).toHaveLength(1);
  });
});
