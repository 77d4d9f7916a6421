import type { Pool } from "pg";
import {
  type AppointmentSearch,
  type AppointmentSelection,
  type BookingScope,
  maxCounted,
  maxFound,
  type ReadAppointment,
  type TextSearch,
} from "../../../core/ports.ts";
import {
  all,
  appointmentColumns,
  appointmentFromRow,
  type AppointmentRow,
  conditionsOf,
} from "./appointment_filter.ts";
import { firstAppointments, orderBy } from "./first_appointments.ts";
import { indexedTerms, searchQueryOf } from "./search_words.ts";
import { cancellableRowsOf } from "../database/cancellable.ts";
import { idBefore } from "../credits/credit_ledger.ts";
import { instantValue } from "../mapping/temporal_types.ts";
import { rowsOf, type Statement } from "../database/statement.ts";
import { cappedWindow, type FoundPage, readPage } from "../database/page.ts";

const listed = "not is_archived";
const archived = "is_archived";
const sortColumns = "id, date_time, created_at, name, status";

/** Reads one page of a search by staff and the total, in one snapshot. Cancels the statement if `signal` is aborted. */
export async function searchPage(
  pool: Pool,
  scope: BookingScope,
  { query, minWalked = 4000, signal }: {
    query: AppointmentSearch;
    /** The number of appointments that a search by text walks through at least. */
    minWalked?: number;
    signal?: AbortSignal | undefined;
  },
): Promise<FoundPage<ReadAppointment>> {
  const { search } = query;
  const { offset, limit } = cappedWindow(query, search ? maxFound : maxCounted);
  const order = orderBy(query.sort);
  const upTo = offset + limit;
  const afterId = await idBeforeCreation(pool, scope, query);
  const { values, ...conditions } = searchConditions(scope, query, afterId);
  const { ctes, counted } = search
    ? byText({ ...conditions, query, search, upTo, walked: Math.max(minWalked, 40 * upTo) })
    : byFilters({ ...conditions, query, upTo });
  return await readPage<AppointmentRow, ReadAppointment>(
    (statement) => cancellableRowsOf(pool, [statement, values], signal),
    {
      with: `with ${ctes}`,
      total: counted,
      rows: `
        select ${appointmentColumns}, a.date_time, a.created_at
        from (select id from found order by ${order} limit ${limit} offset ${offset}) f
        join appointments a on a.organization_id = $1 and a.environment = $2 and a.id = f.id
        join departments d on d.organization_id = a.organization_id and d.id = a.department_id`,
      orderBy: order,
    },
    appointmentFromRow,
  );
}

/** What a search filters by. */
interface Conditions {
  /**
   * One list of conditions for each kind of appointments: listed, and archived if they are included; of several statuses,
   * one for each.
   */
  kinds: string[][];
  valueOf(value: unknown): string;
  scope: BookingScope;
}

/** Returns the filters of a search as SQL, without the text. `afterId` is that of `idBeforeCreation`. */
export function searchConditions(
  scope: BookingScope,
  query: AppointmentSelection,
  afterId: number | null = null,
): Conditions & { values: unknown[] } {
  // Each status is a range of its own in the index of the order.
  const areRanges = query.sort.field === "dateTime" || query.sort.field === "status";
  const statuses = areRanges && query.status && query.status.length > 1 ? query.status : null;
  const { values, conditions, valueOf } = conditionsOf(
    scope,
    statuses ? { ...query, status: null } : query,
  );
  if (query.workerId !== null) conditions.push(`worker_id = ${valueOf(query.workerId)}::bigint`);
  if (query.qrCode !== null) conditions.push(`qr_code = ${valueOf(query.qrCode)}`);
  if (query.createdFrom) {
    conditions.push(`created_at >= ${valueOf(instantValue(query.createdFrom))}::timestamptz`);
  }
  if (afterId !== null) conditions.push(`id > ${valueOf(afterId)}::bigint`);
  const ofStatus = statuses?.map((status) => [`status = ${valueOf(status)}`]) ?? [[]];
  const kinds = (query.includeArchived ? [listed, archived] : [listed])
    .flatMap((kind) => ofStatus.map((status) => conditions.concat(kind, status)));
  return { values, valueOf, scope, kinds };
}

const createdBefore: Statement<{ id: string }> = {
  text: `select coalesce((${
    idBefore("$3::timestamptz", "organization_id = $1 and environment = $2")
  }), 0) as id`,
};

/**
 * Returns the id up to which a filter by the time of creation finds nothing; null without this filter. It is a statement of
 * its own, so that the planner of the next one knows how many appointments are after it.
 */
export async function idBeforeCreation(
  pool: Pool,
  { organizationId, environment }: BookingScope,
  { createdFrom }: Pick<AppointmentSelection, "createdFrom">,
): Promise<number | null> {
  if (!createdFrom) return null;
  const values = [organizationId, environment, instantValue(createdFrom)];
  return Number((await rowsOf(pool, createdBefore, values))[0]!.id);
}

/**
 * Finds by filters alone. Each index has listed appointments before archived ones. Each kind is read in the requested
 * order, as far as the page needs, and both are merged.
 */
function byFilters(
  { kinds, query, upTo }: Conditions & { query: AppointmentSearch; upTo: number },
) {
  const found = union(
    kinds.map((kept) => firstAppointments(sortColumns, kept, { query, limit: upTo })),
  );
  const counted = union(
    kinds.map((kept) => `select 1 from appointments where ${all(...kept)} limit ${maxCounted}`),
  );
  return {
    ctes: `found as materialized (${found})`,
    counted: `(select least(count(*), ${maxCounted}) from (${counted}) counted_rows)`,
  };
}

/**
 * Finds by text (6 in README.md). A common word is found soon by walking through the appointments in the requested
 * order. For a rare word the walk gives up after `walked` appointments, and the index of words is read.
 *
 *     walked      the first appointments in the requested order, and whether each one is found
 *     enough      `page`: the walk has found all that the page shows. `list`: it has reached the end of the list.
 *                 `dense`: it has found every tenth appointment
 *     found       what the walk has found, or everything by the index; and what is found by the beginning of its code
 *     long_walk   whether a longer walk finds `maxFound` appointments, which is cheaper than counting a dense word
 *
 * Postgres does not run a part of a UNION ALL, or a branch of a CASE, whose condition on `enough` is false.
 */
function byText({ kinds, valueOf, scope, query, search, upTo, walked }: Conditions & {
  query: AppointmentSearch;
  search: TextSearch;
  upTo: number;
  walked: number;
}) {
  const matches = `search_words @@ ${valueOf(searchQueryOf(scope, search.terms))}::tsquery`;
  const inIndex = `search_words @@ ${valueOf(searchQueryOf(scope, indexedTerms(search)))}::tsquery`;
  const ofEachKind = (rowsOf: (kept: string[], kind: number) => string) => union(kinds.map(rowsOf));
  const walk = ofEachKind((kept, kind) => {
    const first = firstAppointments("*", kept, { query, limit: walked });
    return `select ${kind} as kind, ${sortColumns}, ${matches} as is_found from (${first}) first`;
  });
  // A page of each kind, or every appointment of the kind: then the merged page is complete.
  const enough = `
    select bool_and(rows < ${walked} or found >= ${upTo}) as page, bool_and(rows < ${walked}) as list,
      bool_or(found * 10 >= rows) as dense
    from (
      select count(walked.kind) as rows, count(*) filter (where is_found) as found
      from generate_series(0, ${kinds.length - 1}) kinds (kind)
      left join walked using (kind) group by kinds.kind
    ) of_kinds`;
  const byIndex = (columns: string) =>
    ofEachKind((kept) =>
      `select ${columns} from appointments where ${all(...kept, inIndex, matches)}`
    );
  const code = search.code && [
    `qr_code >= ${valueOf(search.code)}`,
    // After every character of a code.
    `qr_code < ${valueOf(`${search.code}~`)}`,
  ];
  const byCode = code
    ? [
      ofEachKind((kept) =>
        `select ${sortColumns} from appointments where ${all(...kept, ...code, `not ${matches}`)}`
      ),
    ]
    : [];
  const found = union([
    `select ${sortColumns} from walked where is_found and (select page from enough)`,
    `select * from (${byIndex(sortColumns)}) indexed where not (select page from enough)`,
    ...byCode,
  ]);
  const longWalk = firstAppointments("search_words", kinds[0]!, { query, limit: 40 * maxFound });
  const few = (rows: string) =>
    `(select count(*) from (select 1 from ${rows} limit ${maxFound}) counted_rows)`;
  return {
    ctes: `
      walked as materialized (${walk}),
      enough as materialized (${enough}),
      found as materialized (${found}),
      long_walk as materialized (
        select ${few(`(${longWalk}) first where ${matches}`)} = ${maxFound} as is_full
      )`,
    counted: `(
      select case
        when not page or list then ${few("found")}
        when (case when dense then (select is_full from long_walk) end) then ${maxFound}
        else ${
      few(`(${
        union([
          byIndex("1"),
          ...byCode.map((rows) => `select 1 from (${rows}) codes`),
        ])
      }) everything`)
    }
      end from enough
    )`,
  };
}

function union(selects: string[]): string {
  return selects.map((select) => `(${select})`).join(" union all ");
}
