import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { client } from "./client.ts";
import type { Department, Environment, Output } from "./types.ts";
import { useCallback } from "react";
import { useSearchParams } from "wouter";

/** The maximum number of departments that the pages show. */
export const maxDepartments = 1000;
const pageSize = 100;

/** Returns all departments by id, also inactive ones; at most the first `maxDepartments`. */
export function useDepartments(): UseQueryResult<Department[]> {
  return useQuery({
    // The path comes first, so that a change of departments invalidates this query too.
    queryKey: ["departments.list", "all"],
    queryFn: ({ signal }) => loadAll(signal),
    staleTime: 60_000,
  });
}

async function loadAll(signal: AbortSignal): Promise<Department[]> {
  const load = (page: number) =>
    client.query("departments.list", { page, size: pageSize }, { signal }) as Promise<
      Output<"departments.list">
    >;
  const first = await load(0);
  const pages = Math.min(first.totalPages, maxDepartments / pageSize);
  const others = Array.from({ length: Math.max(0, pages - 1) }, (_, i) => load(i + 1));
  return [first, ...await Promise.all(others)].flatMap(({ items }) => items);
}

/** Returns the environment in the address, and a setter. So a reload, a link and the back button keep it. */
export function useEnvironment(): [
  Environment,
  (environment: Environment, options?: { replace?: boolean }) => void,
] {
  const [params, setParams] = useSearchParams();
  const environment = params.get("environment") === "TEST" ? "TEST" : "LIVE";
  const change = useCallback(
    (next: Environment, options = {}) =>
      setParams((before) => {
        if (next === "TEST") before.set("environment", next);
        else before.delete("environment");
        before.delete("page");
        return before;
      }, options),
    [setParams],
  );
  return [environment, change];
}
