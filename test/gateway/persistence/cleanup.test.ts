import { Client } from "pg";
import { expect, test } from "vitest";
import { freshDatabase } from "../../support/fresh_database.ts";
import { inDatabase } from "../../support/published_events.ts";
import { openService, seedOrganization } from "../../support/seeded.ts";

test("a step of the cleanup that fails is logged with its name, and the later steps run", async () => {
  const url = await freshDatabase();
  const logged: unknown[] = [];
  const log = { warn: (fields: object) => void logged.push(fields), error() {} };
  await using service = await openService(url, { log: log as never });
  await service.persistence.migrate();
  await inDatabase(
    url,
    `create function refuse() returns trigger language plpgsql as $$ begin raise 'too slow'; end $$;
    create trigger refuse before delete on staff_requests execute function refuse();
    insert into reporting_heartbeats (writer, written_at, sent_ms, timeline)
      values (gen_random_uuid(), now() - interval '25 hours', 0, '')`,
  );
  expect(await service.persistence.clean()).toEqual(["requests of staff"]);
  expect(await inDatabase(url, "select from reporting_heartbeats")).toEqual([]);
  expect(logged).toEqual([
    { step: "requests of staff", err: expect.objectContaining({ message: "too slow" }) },
  ]);
});

test("the cleanup waits for no session that is just being ended", async () => {
  const url = await freshDatabase();
  await using service = await openService(url);
  const { organizationId } = await seedOrganization(service);
  const wanted = {
    email: "ada@clinic.example",
    name: "Ada",
    role: "ADMIN",
    password: "a password of a test",
  };
  const { user } = await service.application.createStaffUser(organizationId, wanted);
  await inDatabase(
    url,
    `insert into sessions (id, organization_id, staff_user_id, created_at, last_active_at)
     select gen_random_uuid(), ${organizationId}, ${user.id}, t, t
     from unnest(array[now() - interval '14 hours', now() - interval '13 hours', now()]) t`,
  );
  const other = new Client({ connectionString: url });
  await other.connect();
  try {
    await other.query("begin");
    await other.query(
      "delete from sessions where created_at = (select min(created_at) from sessions)",
    );
    expect(await service.persistence.clean()).toEqual([]);
    await other.query("commit");
  } finally {
    await other.end();
  }
  expect(await inDatabase(url, "select from sessions")).toHaveLength(1);
});
