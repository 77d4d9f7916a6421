import { expect, test } from "vitest";
import { makeParts, type Staff, unknownIds, useCases } from "../../../support/ids.ts";
import { openPostgresStage } from "../../../support/webhook_stages.ts";
import { perFile } from "../../../support/per_file.ts";

// core/ids.test.ts tests the same in memory.

const stage = await perFile(openPostgresStage());
const own = await makeParts(stage);
const foreign = await makeParts(stage);

/** Returns the content of every table as one text. */
async function contents(): Promise<string> {
  const { rows } = await stage.pool.query(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
  );
  const texts = rows.map(({ name }) =>
    stage.pool.query(`select string_agg(t::text, ' ' order by t::text) as text from ${name} t`)
  );
  return (await Promise.all(texts)).map(({ rows: [row] }) => row.text).join("\n");
}

test.each(Object.entries(useCases))(
  "in Postgres %s answers an id of another organization or environment and a deleted one like an unknown id, and changes nothing",
  async (name, { code, field = "id", more }) => {
    const before = await contents();
    const call = (id: number) =>
      own.staff[name as keyof Staff](own.caller, { ...more, [field]: id })
        .catch(({ code, message }) => `${code}: ${message}`);
    const answers = await Promise.all(unknownIds(name, { own, foreign }).map(call));
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toMatch(new RegExp(`^${code}: `));
    expect(await contents()).toBe(before);
  },
);
