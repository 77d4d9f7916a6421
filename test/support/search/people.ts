import type { Client } from "pg";

const syllables = ["ma", "ne", "ru", "li", "ko", "ber", "tin", "dor", "hel", "fri", "gus", "wer"];

/** Returns a made-up name that no other number has. */
function wordOf(number: number): string {
  let word = "";
  for (let left = number; word === "" || left > 0; left = Math.floor(left / syllables.length)) {
    word += syllables[left % syllables.length];
  }
  return word;
}

export const firstNames = Array.from({ length: 500 }, (_, i) => wordOf(i + 144));
export const lastNames = Array.from({ length: 20_000 }, (_, i) => `${wordOf(i + 1728)}s`);

/**
 * Writes appointments of three years around a time, past the rules for booking, with their words. Names follow Zipf's
 * law: the most common first name has about every ninth person. One name, `bygone`, has only people of the first month.
 */
export async function writePeople(
  client: Client,
  { organizationId, departmentId }: { organizationId: number; departmentId: number },
  { rows, around }: { rows: number; around: string },
): Promise<void> {
  await client.query("set session_replication_role = replica");
  await client.query("set synchronous_commit = off");
  await client.query("select setseed(0.5)");
  const batch = 100_000;
  for (let first = 0; first < rows; first += batch) {
    await client.query(insertPeople, [
      organizationId,
      departmentId,
      first,
      Math.min(rows, first + batch) - 1,
      around,
      firstNames,
      lastNames,
    ]);
  }
  await client.query("vacuum analyze appointments");
  await client.query("reset session_replication_role");
}

const insertPeople = `
  insert into appointments (organization_id, environment, department_id, date_time, slot_start,
    slot_minutes, place, slot_capacity, status, name, phone, worker_is_exclusive,
    external_user_id, qr_code, created_at, archived_at, search_words)
  select $1::int, 'LIVE', $2::int, at, at, 1440, i + 1, 100000000,
    (array['SCHEDULED', 'COMPLETED', 'CANCELLED', 'MISSED'])[1 + i % 4],
    initcap(first || ' ' || last), '', false, 'ref-' || i, 'code' || i, now(),
    case when i % 10 = 0 then now() end,
    format('%1$sL/%2$s %1$sL/%3$s %1$sL/ref%4$s %1$sL/%4$s', $1::int, first, last, i)::tsvector
  from generate_series($3::bigint, $4::bigint) i
  cross join lateral (select random() as a, random() as b, random() as c, i as own) r
  cross join lateral (
    select date_trunc('minute', $5::timestamp + (c - 0.5) * interval '1095 days') as at,
      ($6::text[])[floor(power(cardinality($6::text[]), a))] as first
  ) t
  cross join lateral (
    select case when c < 1 / 36.0 then 'bygone'
      else ($7::text[])[floor(power(cardinality($7::text[]), b))] end as last
  ) n`;
