import { expect, test } from "vitest";
import { seedDemo } from "../../../gateway/demo/seed_demo.ts";
import { freshDatabase } from "../../support/fresh_database.ts";
import { clientPerFile, servicePerFile } from "../../support/per_file.ts";

test("in the database every appointment of the demo was booked before its time, and people came before now", async () => {
  const url = await freshDatabase();
  const service = await servicePerFile(url);
  const client = await clientPerFile(url);
  // A few minutes after midnight, when the day of the queue is still the one before.
  service.setNow("2026-11-25T23:04:00Z");
  const { application, persistence } = service;
  const seed = () => seedDemo(application, { mark: "first", history: persistence.demoHistory });
  await seed();
  const rows = async (sql: string) => (await client.query(sql)).rows[0] as Record<string, number>;
  const shownNow = "timestamptz '2026-11-25T23:04:00Z'";
  const appointments = await rows(`
    select count(*)::int as all,
      count(*) filter (where created_at < date_time at time zone 'Europe/Berlin')::int as before,
      count(*) filter (where created_at <= ${shownNow})::int as past
    from appointments`);
  expect(appointments).toEqual({ all: 108, before: 108, past: 108 });
  const visits = `
    select count(*) filter (where state = 'ENDED')::int as ended,
      count(*) filter (where state <> 'ENDED')::int as open,
      count(*) filter (where ((arrived_at at time zone 'Europe/Berlin') - interval '4 hours')::date <> date)::int as elsewhere,
      count(*) filter (where ended_at > ${shownNow} or arrived_at > ${shownNow})::int as future
    from visits`;
  const first = await rows(visits);
  expect(first).toMatchObject({ open: 7, elsewhere: 0, future: 0 });
  expect(first["ended"]).toBeGreaterThan(150);
  // A killed start is completed: nobody comes twice.
  await seed();
  expect(await rows(visits)).toEqual(first);
});
