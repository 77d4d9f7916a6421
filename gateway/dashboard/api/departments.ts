import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { client } from "./client.ts";
import type { Department, Environment, Output } from "./types.ts";
import { useCallback } from "react";
import { useSearchParams } from "wouter";

/** The pages show so many departments, read by pages of 100. */
export const maxDepartments = 1000;
const size = 100;

/** Every department, active or not, by id; the first `maxDepartments` of more. */
export function useDepartments(): UseQueryResult<Department[]> {
  return useQuery({
    // The path first, so that what changes departments invalidates this as well.
    queryKey: ["departments.list", "all"],
    queryFn: ({ signal }) => readAll(signal),
    staleTime: 60_000,
  });
}

async function readAll(signal: AbortSignal): Promise<Department[]> {
  const read = (page: number) =>
    client.query("departments.list", { page, size }, { signal }) as Promise<
      Output<"departments.list">
    >;
  const first = await read(0);
  const pages = Math.min(first.totalPages, maxDepartments / size);
  const others = Array.from({ length: Math.max(0, pages - 1) }, (_, i) => read(i + 1));
  return [first, ...await Promise.all(others)].flatMap(({ items }) => items);
}

/** LIVE or TEST, as the address says it: a reload, a link and the back button keep it. */
export function useEnvironment(): [
  Environment,
  (environment: Environment, options?: { replace?: boolean }) => void,
] {
  const [params, setParams] = useSearchParams();
  const environment = params.get("environment") === "TEST" ? "TEST" : "LIVE";
  const change = useCallback(
    (wanted: Environment, options = {}) =>
      setParams((before) => {
        if (wanted === "TEST") before.set("environment", wanted);
        else before.delete("environment");
        before.delete("page");
        return before;
      }, options),
    [setParams],
  );
  return [environment, change];
}
