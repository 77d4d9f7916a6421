import {
  keepPreviousData,
  useMutation,
  type UseMutationResult,
  useQuery,
  type UseQueryResult,
} from "@tanstack/react-query";
import { client, queryClient } from "./client.ts";
import type { Input, MutationPath, Output, QueryPath } from "./types.ts";

interface ReadOptions {
  /** Milliseconds after which the page asks again by itself. */
  pollMs?: number;
  isEnabled?: boolean;
  /** Whether the rows until now stay while others are read, so that nothing jumps. */
  keepsPrevious?: boolean;
  staleMs?: number;
}

/** The key of what was asked; an input that is `undefined` means every one of that path. */
export function keyOf<P extends QueryPath>(path: P, input?: Input<P>): readonly unknown[] {
  return input === undefined ? [path] : [path, input];
}

/** How a query is asked; a repetition that nobody caused is told as one. */
export function readOf<P extends QueryPath>(path: P, input?: Input<P>) {
  const queryKey = keyOf(path, input);
  return {
    queryKey,
    queryFn: ({ signal }: { signal: AbortSignal }) => {
      const state = queryClient.getQueryState(queryKey);
      const isBackground = state?.data !== undefined && !state.isInvalidated;
      return client.query(path, input, { signal, context: { isBackground } }) as Promise<Output<P>>;
    },
  };
}

/** Asks and keeps the answer. */
export function useRead<P extends QueryPath>(
  path: P,
  input?: Input<P>,
  { pollMs, isEnabled = true, keepsPrevious = false, staleMs }: ReadOptions = {},
): UseQueryResult<Output<P>> {
  return useQuery({
    ...readOf(path, input),
    enabled: isEnabled,
    ...(pollMs !== undefined && { refetchInterval: pollMs }),
    ...(staleMs !== undefined && { staleTime: staleMs }),
    ...(keepsPrevious && { placeholderData: keepPreviousData }),
  }) as UseQueryResult<Output<P>>;
}

/** Does something; afterwards what it may have changed is asked anew. */
export function useWrite<P extends MutationPath>(
  path: P,
  { changes = [] }: { changes?: readonly (QueryPath | "departments" | "appointments")[] } = {},
): UseMutationResult<Output<P>, unknown, Input<P>> {
  return useMutation({
    mutationKey: [path],
    mutationFn: (input: Input<P>) => client.mutation(path, input) as Promise<Output<P>>,
    onSettled: () => invalidate(changes),
  });
}

/** Asks anew whatever begins with one of the paths (`departments.day`, or all of `departments`). */
function invalidate(paths: readonly string[]): Promise<void> {
  return queryClient.invalidateQueries({
    predicate: ({ queryKey: [path] }) =>
      paths.some((changed) => path === changed || String(path).startsWith(`${changed}.`)),
  });
}
