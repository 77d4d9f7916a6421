import { keepPreviousData, useQuery, type UseQueryResult } from "@tanstack/react-query";
import { queryClient } from "../../api/client.ts";
import { graphqlOptions } from "../../api/hooks.ts";
import { localTimeAt } from "../../api/time.ts";
import type { Choice } from "./choice.ts";
import { pageQueryOf, type Row } from "./query.ts";

/** A report that was read, and the choice that it is of. */
export interface ReportResult {
  choice: Choice;
  rows: readonly Row[];
  totals: Row;
  /** The instant up to which a standby has all changes; null if the data was current when it was read. */
  asOf: string | null;
}

/** A report, possibly still running. */
export interface ReportRead {
  read: UseQueryResult<ReportResult>;
  isStopped: boolean;
  /** Ends the reading, also in the database. */
  stop(): void;
}

/** Reads the report of a choice. Until it is there, the report of the choice before stays. */
export function useReport(choice: Choice): ReportRead {
  const { queryKey, queryFn } = graphqlOptions<{ rows: Row[]; totals: [Row] }>(pageQueryOf(choice));
  const read = useQuery({
    queryKey,
    async queryFn(context): Promise<ReportResult> {
      const { data: { rows, totals: [totals] }, extensions } = await queryFn(context);
      return { choice, rows, totals, asOf: extensions?.standby?.asOf ?? null };
    },
    placeholderData: keepPreviousData,
    // A report costs more than a list, so a look at another tab does not run it again.
    staleTime: 60_000,
  });
  return {
    read,
    isStopped: read.fetchStatus === "idle" && !read.isError &&
      (read.data === undefined || read.isPlaceholderData),
    stop: () => void queryClient.cancelQueries({ queryKey }),
  };
}

/** Returns the local time of the data. */
export function timeOfData({ asOf }: ReportResult, readAt: number, timeZone: string): string {
  return localTimeAt(asOf === null ? readAt : Date.parse(asOf), timeZone);
}
