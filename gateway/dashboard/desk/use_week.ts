import { useMemo } from "react";
import { readNow, useRead, useReadError } from "../api/hooks.ts";
import { useTimeZone } from "../api/session.tsx";
import { addDays, dateOf, useNow } from "../api/time.ts";
import type { Environment } from "../api/types.ts";
import { useMedia } from "../ui/hooks.ts";
import { endOf, type WeekDay, weekDayOf } from "./week.ts";

/** How far "next free" looks. */
const searchedDays = 31;

/** What the slots of a week depend on. */
export interface SlotQuery {
  departmentId: number;
  slotMinutes: number;
  environment: Environment;
  /** Only in a department that books by worker. Undefined: any worker. */
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
  isRetrying: boolean;
  retry(): void;
}

/** Loads the slots of the days from `first` on, for all workers, in one call. */
export function useWeek(
  { departmentId, slotMinutes, environment }: SlotQuery,
  first: string,
): Week {
  const now = useNow(useTimeZone());
  const isNarrow = useMedia("(max-width: 720px)");
  const dates = Array.from({ length: isNarrow ? 3 : 7 }, (_, i) => addDays(first, i));
  const read = useRead("departments.range", {
    id: departmentId,
    from: first,
    to: dates.at(-1)!,
    environment,
    allSlots: true,
  });
  const { data, isPending, isFetching, refetch } = read;
  const error = useReadError(read);
  const days = useMemo(
    () => data?.days.map((day) => weekDayOf(day, { now, slotMinutes })) ?? [],
    [data, now, slotMinutes],
  );
  const retry = () => void refetch();
  return { first, dates, days, isLoading: isPending, error, isRetrying: isFetching, retry };
}

/** Returns the start of the first free slot of the next 31 days, or null. A running slot counts. */
export async function findNextFree(
  { departmentId, environment, workerId, slotMinutes }: SlotQuery,
  now: string,
): Promise<string | null> {
  const from = dateOf(now);
  const range = await readNow("departments.range", {
    id: departmentId,
    from,
    to: addDays(from, searchedDays - 1),
    environment,
    ...(workerId !== undefined && { workerId }),
  });
  const starts = range.days.flatMap(({ slots }) => slots.map(({ slotTime }) => slotTime));
  return starts.find((slotTime) => endOf(slotTime, slotMinutes) > now) ?? null;
}
