import type { Client } from "pg";
import type { Appointment } from "../../core/ports.ts";
import { searchWordsColumn } from "../../gateway/persistence/booking/search_words.ts";

/** Writes the search words of all appointments, for tests that insert appointments by SQL. */
export async function writeSearchWords(client: Client): Promise<void> {
  const { rows } = await client.query<Appointment>(
    `select id, organization_id as "organizationId", environment, name, phone,
      external_user_id as "externalUserId" from appointments`,
  );
  await client.query(
    `update appointments a set search_words = made.words::tsvector
      from unnest($1::bigint[], $2::text[]) as made (id, words) where a.id = made.id`,
    [rows.map(({ id }) => id), rows.map(searchWordsColumn)],
  );
}
