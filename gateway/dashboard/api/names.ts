import { useQueries } from "@tanstack/react-query";
import { readOptions } from "./hooks.ts";
import type { Environment } from "./types.ts";

/** An appointment to look up. */
export interface AppointmentRef {
  id: number;
  environment: Environment;
}

/**
 * Returns the names of the people of appointments by id, as far as they are loaded. Ids are unique in the service. The
 * client sends the lookups of a page in a few requests.
 */
export function useAppointmentNames(refs: readonly AppointmentRef[]): ReadonlyMap<number, string> {
  const unique = [
    ...new Map(refs.map(({ id, environment }) => [id, { id, environment }])).values(),
  ];
  return useQueries({
    queries: unique.map((ref) => {
      const { queryKey, queryFn } = readOptions("appointments.byId", ref);
      return { queryKey, queryFn, staleTime: 300_000 };
    }),
    combine: (results) =>
      new Map(results.flatMap(({ data }) => data ? [[data.id, data.name] as const] : [])),
  });
}
