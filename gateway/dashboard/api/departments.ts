import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { client } from "./client.ts";
import type { Department, Output } from "./types.ts";

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
