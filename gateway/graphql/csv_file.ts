import { setImmediate } from "node:timers/promises";
import type { ExecutionResult } from "graphql";
import {
  type Connection,
  type Listed,
  type ListName,
  type ListRequest,
  pageSizeOf,
  type Reports,
  unpaced,
  validationError,
} from "../../core/mod.ts";
import type { RequestContext } from "./request_context.ts";
import { rowsOf, type Table } from "./table.ts";

const maxFileRows = 100_000;
/** The rows of one statement, and of one execution of the query. Fewer take longer, more hold the event loop longer. */
const rowsOfPart = 1000;
const rowsOfPiece = 250;
/** A file is read ahead of a slow client, because the file is read in one snapshot (gateway/graphql/README.md 5.6). */
export const bytesAhead = 16 * 1024 * 1024;

/**
 * Executes the query of a table. Its result has the errors of the first part, if there are any. Else `context.file` has
 * the rows. A list is read to its end, part by part, in the snapshot of the query. All pieces of a part are executed with
 * the same reports, and those of another part with others.
 */
export async function openFile(
  table: Table,
  context: RequestContext,
  execute: (reports: Reports) => Promise<ExecutionResult>,
): Promise<ExecutionResult> {
  const { reportsOfPiece, isAtPartEnd, isAtEnd, refusal } = table.isConnection
    ? followList(context)
    : { reportsOfPiece: () => context.reports!, isAtPartEnd: () => true, isAtEnd: () => true };
  const first = await execute(reportsOfPiece());
  if (refusal?.()) throw refusal();
  if (first.errors) return { errors: first.errors };
  context.file = { table, batches: endingOnAbort(context, batches(first)) };
  return { data: {} };

  /** Yields the rows of a whole part: to send each piece by itself costs more than its text. */
  async function* batches(result: ExecutionResult) {
    let rows = rowsOf(table, result.data);
    while (!isAtEnd()) {
      if (isAtPartEnd()) {
        yield rows;
        rows = [];
      }
      const { data, errors: [error] = [] } = await execute(reportsOfPiece());
      if (error) throw error.originalError ?? error;
      rows.push(...rowsOf(table, data));
    }
    yield rows;
  }
}

/** Releases the snapshot and the turn of a request. */
export async function endReading({ reports, turn }: RequestContext): Promise<void> {
  await reports?.close();
  turn?.[Symbol.dispose]();
}

/**
 * Returns reports in which each page of a list is the next piece of it, however many items are requested.
 * `refusal` is the error of a list that is refused as a whole, and not as one field.
 */
function followList(context: RequestContext) {
  const { reports, requireStill, turn: pace = unpaced } = context;
  let rowsLeft: number | undefined;
  let part: Connection<unknown> | undefined;
  let next: Promise<Connection<unknown>> | undefined;
  let reportsOfPart: Reports | undefined;
  let at = 0;
  let refusal: unknown;

  async function page<L extends ListName>(list: L, request: ListRequest<L>) {
    rowsLeft ??= await admitRows(list, request, context).catch((error) => {
      refusal = error;
      throw error;
    });
    if (isAtPartEnd()) {
      part = await (next ?? readPart(list, request));
      at = 0;
      // The next part is read while this one is executed.
      next = rowsLeft > part.edges.length
        ? readPart(list, { ...request, after: part.pageInfo.endCursor })
        : undefined;
      next?.catch(() => {});
      await pace.pause();
    } else {
      // Between the pieces of a part, other requests and the reading of the next part go on.
      await setImmediate();
    }
    const edges = part!.edges.slice(at, at + rowsOfPiece);
    at += rowsOfPiece;
    if (edges.length === 0 && rowsLeft > 0) throw new Error("A list has fewer rows than its count");
    rowsLeft -= edges.length;
    return { ...part!, edges } as Connection<Listed<L>>;
  }

  async function readPart<L extends ListName>(list: L, request: ListRequest<L>) {
    if (part) await requireStill!();
    return await reports!.part(list, request, rowsOfPart);
  }

  function reportsOfPiece(): Reports {
    if (isAtPartEnd()) reportsOfPart = { ...reports!, page };
    return reportsOfPart!;
  }

  function isAtPartEnd(): boolean {
    return !part || at >= part.edges.length;
  }

  return { reportsOfPiece, isAtPartEnd, isAtEnd: () => rowsLeft === 0, refusal: () => refusal };
}

/**
 * Returns the number of rows of a list. Throws VALIDATION_ERROR if they are too many for a file, and counts the points
 * of the pages that they would need.
 */
async function admitRows<L extends ListName>(
  list: L,
  request: ListRequest<L>,
  context: RequestContext,
): Promise<number> {
  if (typeof request.last === "number") {
    const message = "Must not be used for CSV, which has the whole list";
    throw validationError({ field: "last", message });
  }
  const rows = await context.reports!.count(list, request, maxFileRows + 1);
  if (rows > maxFileRows) {
    const max = maxFileRows.toLocaleString("en-US");
    const message = `Must find at most ${max} rows for CSV. Request a shorter period`;
    throw validationError({ field: "filter", message });
  }
  const pages = Math.max(1, Math.ceil(rows / pageSizeOf(request)));
  const points = pages * (context.cost as { points: number }).points;
  context.cost = { points };
  await context.pay?.(points);
  return rows;
}

/** Ends the reading with its last row, when it is returned, and if the client leaves or the turn is over. */
function endingOnAbort<T>(
  context: RequestContext,
  batches: AsyncGenerator<T>,
): AsyncIterableIterator<T> {
  let ended: Promise<void> | undefined;
  const signal = context.turn?.signal ?? context.request.signal;
  signal.addEventListener("abort", end, { once: true });

  function end(): Promise<void> {
    // Node keeps a signal with a listener if it was made of others, and with it everything that this file has read.
    signal.removeEventListener("abort", end);
    return ended ??= endReading(context);
  }

  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    async next() {
      const next = await batches.next().catch(async (error) => {
        await end();
        throw error;
      });
      if (next.done) await end();
      return next;
    },
    async return() {
      await end();
      return { done: true, value: undefined };
    },
  };
}
