import { expect, test } from "vitest";
import { freshDatabase } from "../../support/fresh_database.ts";
import { inDatabase } from "../../support/published_events.ts";
import { openService } from "../../support/seeded.ts";

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
