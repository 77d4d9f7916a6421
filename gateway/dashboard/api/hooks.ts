import {
  keepPreviousData,
  useMutation,
  type UseMutationResult,
  useQuery,
  type UseQueryResult,
} from "@tanstack/react-query";
import { useState } from "react";
import { ChangeKeys, sendChange } from "./changes.ts";
import { client, queryClient } from "./client.ts";
import { type GraphqlAnswer, graphqlPath } from "./graphql_link.ts";
import { beginChange } from "./unread_changes.ts";
import type { Input, MutationPath, Output, QueryPath } from "./types.ts";

interface ReadOptions {
  isEnabled?: boolean;
  /** Keeps the old rows on the page while the next ones load, so that nothing jumps. */
  keepsPrevious?: boolean;
  staleMs?: number;
}

/** Returns the cache key of a query. Without an input it matches every query of the path. */
export function keyOf<P extends QueryPath>(path: P, input?: Input<P>): readonly unknown[] {
  return input === undefined ? [path] : [path, input];
}

/** Returns the options of a query. Reads that no person asked for are sent as background requests. */
export function readOptions<P extends QueryPath>(path: P, input?: Input<P>) {
  return optionsOf<Output<P>>(keyOf(path, input), path, input);
}

/** Returns the options of a query of GraphQL, like `readOptions`. No change of others reads it again. */
export function graphqlOptions<Data>(query: string) {
  return optionsOf<GraphqlAnswer<Data>>([graphqlPath, query], graphqlPath, query);
}

function optionsOf<T>(queryKey: readonly unknown[], path: string, input: unknown) {
  return {
    queryKey,
    queryFn: ({ signal }: { signal: AbortSignal }) => {
      const state = queryClient.getQueryState(queryKey);
      const isBackground = state?.data !== undefined && !state.isInvalidated;
      return client.query(path, input, { signal, context: { isBackground } }) as Promise<T>;
    },
  };
}

/**
 * Reads once, past the cache. A read through the cache fails if the page stops showing the same query, or if a change
 * begins it again.
 */
export function readNow<P extends QueryPath>(path: P, input?: Input<P>): Promise<Output<P>> {
  return client.query(path, input) as Promise<Output<P>>;
}

/** Runs a query and caches the answer. */
export function useRead<P extends QueryPath>(
  path: P,
  input?: Input<P>,
  { isEnabled = true, keepsPrevious = false, staleMs }: ReadOptions = {},
): UseQueryResult<Output<P>> {
  return useQuery({
    ...readOptions(path, input),
    enabled: isEnabled,
    ...(staleMs !== undefined && { staleTime: staleMs }),
    ...(keepsPrevious && { placeholderData: keepPreviousData }),
  }) as UseQueryResult<Output<P>>;
}

/**
 * Returns the error of the last read; null if there is none. It stays while a read without data of its own is repeated:
 * otherwise the button that repeats it would leave the page, and a press or the focus would be lost.
 */
export function useReadError(
  { error, errorUpdatedAt: at, status, isPlaceholderData }: UseQueryResult<unknown>,
): unknown {
  const [last, setLast] = useState({ error, at });
  if (error !== null && error !== last.error) setLast({ error, at });
  if (error !== null || status !== "pending" && !isPlaceholderData) return error;
  return at === last.at ? last.error : null;
}

/** Paths of queries: `departments.day`, or `departments` for all of the router. */
type QueryPaths = readonly (QueryPath | "departments" | "appointments" | "desk" | "visits")[];

/**
 * Returns a mutation. It ends with the answer, so that the page says at once what was done. The queries in `changes` are
 * loaded again meanwhile; until then the pages show the change by `useUnreadChanges`.
 */
export function useWrite<P extends MutationPath>(
  path: P,
  { changes = [] }: { changes?: QueryPaths } = {},
): UseMutationResult<Output<P>, unknown, Input<P>> {
  const [keys] = useState(() => new ChangeKeys());
  return useMutation({
    mutationKey: [path],
    async mutationFn(input: Input<P>) {
      const change = beginChange({ path, input });
      try {
        const output = await sendChange(path, input, keys);
        change.answered(output);
        void invalidate(changes).then(change.end);
        return output;
      } catch (error) {
        change.end();
        void invalidate(changes);
        throw error;
      }
    },
  });
}

/** Invalidates the queries of the paths, so that those on the page are loaded again. */
export function invalidate(paths: QueryPaths): Promise<void> {
  return queryClient.invalidateQueries({
    predicate: ({ queryKey: [path] }) =>
      paths.some((changed) => path === changed || String(path).startsWith(`${changed}.`)),
  });
}
