import type { Pool } from "pg";
import { clientSecretContext, secretContext, totpContext } from "../../../core/ports.ts";

/** A column with encrypted texts. Its table has the primary key (organization_id, id). */
interface SealedColumn {
  table: string;
  column: string;
  /** A text, or a list of objects whose `sealedSecret` is one. */
  type: "text" | "jsonb";
  /** The column with the id of the user that the texts belong to. Without it they belong to the organization. */
  owner?: string;
  /** Returns the context that the texts are bound to. */
  contextOf(organizationId: number, ownerId: number): string;
}

/** Every column with encrypted texts: a rotation of keys re-encrypts them, and forgets no other. */
const sealedColumns: readonly SealedColumn[] = [
  { table: "webhooks", column: "sealed_secret", type: "text", contextOf: secretContext },
  { table: "webhooks", column: "previous_sealed_secret", type: "text", contextOf: secretContext },
  { table: "webhooks", column: "earlier_secrets", type: "jsonb", contextOf: secretContext },
  {
    table: "factors",
    column: "sealed_secret",
    type: "text",
    owner: "staff_user_id",
    contextOf: (organizationId, id) => totpContext({ organizationId, id }),
  },
  {
    table: "identity_providers",
    column: "sealed_secret",
    type: "text",
    contextOf: clientSecretContext,
  },
];

/** The number of rows of one transaction. */
const batchSize = 200;

/** Encrypts a text again. Returns the same text if it need not be. */
export type Reseal = (sealed: string, context: string) => string;

/** How far a pass over the encrypted texts is. */
export interface ResealProgress {
  /** Rows that were read. */
  rows: number;
  /** Rows that were written. */
  changed: number;
}

interface SealedRow {
  organizationId: number;
  id: number;
  ownerId: number;
  value: string;
}

/**
 * Encrypts every text again, in many short transactions, in the order of the rows. A row that somebody changes at the
 * same moment keeps the value of the change. Calls `onProgress` after each transaction. It can be stopped or killed at
 * any point and started again: rows that need nothing are not written.
 */
export async function resealAll(
  pool: Pool,
  reseal: Reseal,
  { onProgress, signal }: { onProgress(progress: ResealProgress): void; signal: AbortSignal },
): Promise<ResealProgress> {
  const progress = { rows: 0, changed: 0 };
  for (const sealed of sealedColumns) {
    let after: Pick<SealedRow, "organizationId" | "id"> | undefined = { organizationId: 0, id: 0 };
    while (after) {
      signal.throwIfAborted();
      const rows = await readBatch(pool, sealed, after);
      progress.rows += rows.length;
      progress.changed += await writeBatch(pool, sealed, { rows, reseal });
      onProgress({ ...progress });
      after = rows.length < batchSize ? undefined : rows.at(-1);
    }
  }
  return progress;
}

async function readBatch(
  pool: Pool,
  { table, column, owner = "0" }: SealedColumn,
  { organizationId, id }: Pick<SealedRow, "organizationId" | "id">,
): Promise<SealedRow[]> {
  const { rows } = await pool.query<SealedRow>(
    `select organization_id as "organizationId", id, ${owner}::int as "ownerId",
      ${column}::text as value from ${table}
    where (organization_id, id) > ($1, $2) and ${column} is not null
    order by organization_id, id limit ${batchSize}`,
    [organizationId, id],
  );
  return rows;
}

async function writeBatch(
  pool: Pool,
  { table, column, type, contextOf }: SealedColumn,
  { rows, reseal }: { rows: SealedRow[]; reseal: Reseal },
): Promise<number> {
  const written = rows.flatMap((row) => {
    const context = contextOf(row.organizationId, row.ownerId);
    const value = type === "text"
      ? reseal(row.value, context)
      : resealList(row.value, (one) => reseal(one, context));
    return value === row.value ? [] : [{ ...row, after: value }];
  });
  if (written.length === 0) return 0;
  // In the order of the keys, as every transaction that locks several rows.
  const { rowCount } = await pool.query(
    `update ${table} t set ${column} = v.after::${type}
    from unnest($1::int[], $2::int[], $3::text[], $4::text[]) as v (organization_id, id, before, after)
    where t.organization_id = v.organization_id and t.id = v.id and t.${column} = v.before::${type}`,
    [
      written.map(({ organizationId }) => organizationId),
      written.map(({ id }) => id),
      written.map(({ value }) => value),
      written.map(({ after }) => after),
    ],
  );
  return rowCount ?? 0;
}

function resealList(text: string, reseal: (sealed: string) => string): string {
  const list = JSON.parse(text) as { sealedSecret: string }[];
  const after = list.map((one) => ({ ...one, sealedSecret: reseal(one.sealedSecret) }));
  const isSame = after.every(({ sealedSecret }, i) => sealedSecret === list[i]!.sealedSecret);
  return isSame ? text : JSON.stringify(after);
}
