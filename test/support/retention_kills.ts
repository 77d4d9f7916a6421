import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import type { StaffCaller } from "../../core/mod.ts";
import { adminHere, run } from "../gateway/process/spawned.ts";
import { freshDatabase } from "./fresh_database.ts";
import { addWebhook, inDatabase } from "./published_events.ts";
import { openService, seedOrganization, type TestService } from "./seeded.ts";
import { staffOf } from "./staff_callers.ts";

/** Appointments by the number of their places that still name the person. */
interface Places {
  whole: number;
  gone: number;
  half: number;
}

/** What the database says about a run between two transactions. */
interface Progress extends Places {
  /** Removals in the audit log, and those that the run has counted. */
  audited: number;
  counted: number;
}

// A person is in four places: the appointment, the reason in the audit, the event and the feed.
const countPlaces = `
  with reasons as materialized (
    select distinct subject_id as id from audit_entries
    where subject_kind = 'appointment' and changes::text like '%Person %'
  ), events as materialized (
    select distinct appointment_id as id from webhook_events where body like '%Person %'
  ), feed as materialized (
    select distinct (line::jsonb #>> '{data,object,id}')::bigint as id
    from feed_entries cross join string_to_table(bodies, e'\\n') as line where line like '%Person %'
  ), places as (
    select a.id, (a.name like 'Person %')::int + (r.id is not null)::int + (e.id is not null)::int +
      (f.id is not null)::int as named
    from appointments a
    left join reasons r on r.id = a.id
    left join events e on e.id = a.id
    left join feed f on f.id = a.id
  )
  select count(*) filter (where named = 4)::int as whole, count(*) filter (where named = 0)::int as gone,
    count(*) filter (where named not in (0, 4))::int as half`;

const readProgress = `
  ${countPlaces},
    (select count(*)::int from audit_entries where action = 'appointment.expired') as audited,
    (select coalesce(sum(appointments), 0)::int from retention_runs) as counted
  from places`;

/** Counts the appointments of a database that name a person in all places, in none, and in some. */
export async function readPlaces(url: string): Promise<Places> {
  return (await inDatabase<Places>(url, `${countPlaces} from places`))[0]!;
}

/** Books an appointment that names its person in every place. */
export async function bookPerson(
  { application: { staff } }: TestService,
  caller: StaffCaller,
  { i, ...booking }: { i: number; departmentId: number; dateTime: string; externalUserId?: string },
): Promise<number> {
  const name = `Person ${i}`;
  const given = { ...booking, name, overrideReason: `${name} asked` };
  return (await staff.createAppointment(caller, given)).id;
}

/**
 * Kills a process by SIGKILL again and again while it removes the data of appointments, and checks after each kill that no
 * appointment is half done. Then a last run finishes, and the counts are exact.
 */
export async function checkRetentionKills(
  { appointments, kills, progress = () => {} }: {
    appointments: number;
    kills: number;
    progress?(line: string): void;
  },
): Promise<{ appointments: number; kills: number; "killed in between": number }> {
  const url = await freshDatabase();
  const environment = { DATABASE_URL: url };
  {
    await using service = await openService(url);
    service.setNow("2026-01-05T08:00:00Z");
    const { staff } = service.application;
    const { organizationId, departmentId } = await seedOrganization(service, {
      slotCapacity: 10_000,
      credits: 10 * appointments,
    });
    await addWebhook(service, organizationId);
    const caller = staffOf(organizationId, { role: "OWNER" });
    for (let i = 0; i < appointments; i += 1) {
      await bookPerson(service, caller, { i, departmentId, dateTime: "2026-01-05T10:00:00" });
    }
    await staff.setRetention(caller, { appointmentDays: 30, eventDays: null, usageDays: null });
  }
  const read = async () => (await inDatabase<Progress>(url, readProgress))[0]!;
  expect(await read()).toMatchObject({ whole: appointments, half: 0 });
  let between = 0;
  for (let kill = 1; kill <= kills; kill += 1) {
    const before = await read();
    const killed = run("command_line/admin.ts", { words: ["retention", "run"], environment });
    await expect.poll(
      async () =>
        (await inDatabase<{ done: number }>(
          url,
          "select coalesce(sum(appointments), 0)::int as done from retention_runs",
        ))[0]!.done,
      { interval: 2, timeout: 30_000 },
    ).toBeGreaterThan(before.counted);
    await sleep(Math.random() * 20);
    killed.child.kill("SIGKILL");
    await killed.ended;
    const after = await read();
    expect(after).toMatchObject({ half: 0, audited: after.gone, counted: after.gone });
    if (after.whole > 0) between += 1;
    // As if the five minutes of the claim were over.
    await inDatabase(
      url,
      "update retention_runs set claimed_until = started_at where claim is not null",
    );
    if (kill % 10 === 0) progress(`${kill} of ${kills} kills, ${after.gone} appointments done`);
  }
  const ended = await adminHere(["retention", "run"], environment);
  expect(ended).toEqual({ code: 0, json: { runs: [expect.any(Number)] } });
  expect(await read()).toEqual({
    whole: 0,
    gone: appointments,
    half: 0,
    audited: appointments,
    counted: appointments,
  });
  const runs = await inDatabase<{ changes: unknown }>(
    url,
    "select changes from audit_entries where action = 'organization.retention_applied'",
  );
  expect(runs).toEqual([{ changes: [{ field: "appointments", after: appointments }] }]);
  return { appointments, kills, "killed in between": between };
}
