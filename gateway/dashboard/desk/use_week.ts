import { useQueries } from "@tanstack/react-query";
import { queryClient } from "../api/client.ts";
import { readOptions } from "../api/hooks.ts";
import { useTimeZone } from "../api/session.tsx";
import { addDays, dateOf, useNow } from "../api/time.ts";
import type { Environment, Output } from "../api/types.ts";
import { useMedia } from "../ui/hooks.ts";
import { type WeekDay, weekDayOf } from "./week.ts";

/** How far "next free" looks. */
export const searchedDays = 31;

/** What the slots of a week depend on. */
export interface SlotQuery {
  departmentId: number;
  environment: Environment;
  /** Undefined: any worker. */
  workerId?: number | undefined;
}

export interface Week {
  first: string;
  /** The dates that are shown: 7, or 3 on a phone. */
  dates: readonly string[];
  /** The days that are loaded. */
  days: readonly WeekDay[];
  isLoading: boolean;
  error: unknown;
  retry(): void;
}

/** Loads the slots of the days from `first` on. */
export function useWeek({ departmentId, environment }: SlotQuery, first: string): Week {
  const now = useNow(useTimeZone());
  const isNarrow = useMedia("(max-width: 720px)");
  const dates = Array.from({ length: isNarrow ? 3 : 7 }, (_, i) => addDays(first, i));
  const reads = useQueries({
    queries: dates.map((date) =>
      readOptions("departments.day", { id: departmentId, date, environment })
    ),
  });
  return {
    first,
    dates,
    days: reads.flatMap(({ data }) => data ? [weekDayOf(data, now)] : []),
    isLoading: reads.some(({ isPending }) => isPending),
    error: reads.find(({ error }) => error)?.error ?? null,
    retry: () => reads.forEach((read) => void read.refetch()),
  };
}

/** Returns the start of the first free slot of the next 31 days, or null. A running slot counts. */
export async function findNextFree(
  { departmentId, environment, workerId }: SlotQuery,
  { now, slotMinutes }: { now: string; slotMinutes: number },
): Promise<string | null> {
  const from = dateOf(now);
  const range = await queryClient.fetchQuery({
    ...readOptions("departments.range", {
      id: departmentId,
      from,
      to: addDays(from, searchedDays - 1),
      environment,
      ...(workerId !== undefined && { workerId }),
    }),
    staleTime: 0,
  }) as Output<"departments.range">;
  const starts = range.days.flatMap(({ slots }) => slots.map(({ slotTime }) => slotTime));
  return starts.find((slotTime) => endOf(slotTime, slotMinutes) > now) ?? null;
}

function endOf(slotTime: string, minutes: number): string {
  const end = new Date(`${slotTime}Z`);
  end.setUTCMinutes(end.getUTCMinutes() + minutes);
  return end.toISOString().slice(0, 19);
}
