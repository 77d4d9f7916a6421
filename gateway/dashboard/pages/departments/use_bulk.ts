import { useEffect, useRef, useState } from "react";
import { client } from "../../api/client.ts";
import { hasErrorCode, shortMessageOf } from "../../api/errors.ts";
import { useWrite } from "../../api/hooks.ts";
import { minutesOf } from "../../api/time.ts";
import type { Appointment, Environment, Output } from "../../api/types.ts";
import { pageTexts } from "../../messages/page_texts.ts";

const t = pageTexts("departments");
const waitMs = 5000;
/** No answer, no network, or the user has closed the dialog. */
const endings = ["UNREACHABLE", "OFFLINE", "STOPPED"] as const;

/** The departments or the worker, and the dates, of a closure or an absence. */
export interface AffectedQuery {
  departmentIds: number[] | null;
  workerId?: number;
  from: string;
  to: string;
  /** The hours of an absence. Null or absent: all day. */
  starts?: string | null;
  ends?: string | null;
}

/** How far a bulk action is. */
export interface Progress {
  total: number;
  done: number;
  /** The appointments that could not be changed, with the reason. */
  faults: { appointment: Appointment; message: string }[];
  isRunning: boolean;
}

/**
 * Cancels or moves all affected appointments, one call for each. An appointment that was changed is no longer affected,
 * so a stopped action continues where it was when it is started again.
 */
export function useBulk(query: AffectedQuery, environment: Environment) {
  const changes = ["appointments", "departments", "desk.day", "credits.balance"] as const;
  const cancel = useWrite("appointments.cancel", { changes });
  const move = useWrite("appointments.reschedule", { changes });
  const [progress, setProgress] = useState<Progress | null>(null);
  const isStopped = useRef(false);
  // A dialog that is closed shows no progress, so it also stops the action.
  useEffect(() => () => void (isStopped.current = true), []);

  async function run(act: (appointment: Appointment) => Promise<unknown>): Promise<void> {
    isStopped.current = false;
    let state: Progress = { total: 0, done: 0, faults: [], isRunning: true };
    const show = (change: Partial<Progress>) => setProgress(state = { ...state, ...change });
    try {
      const all = await loadAll(query, environment);
      show({ total: all.length });
      for (const appointment of all) {
        if (isStopped.current) break;
        try {
          await withPatience(() => act(appointment));
          show({ done: state.done + 1 });
        } catch (error) {
          const isOwn = error instanceof NoFreeTime;
          const message = isOwn ? error.message : shortMessageOf(error);
          show({ faults: [...state.faults, { appointment, message }] });
          // The next call would fail too. If this one has arrived, it is not in the list of the next run.
          if (!isOwn && endings.some((code) => hasErrorCode(error, code))) break;
        }
      }
    } finally {
      show({ isRunning: false });
    }
  }

  return {
    progress,
    stop: () => void (isStopped.current = true),
    cancelAll: () => run(({ id }) => cancel.mutateAsync({ id, environment })),
    moveAll: (date: string) =>
      run(async (appointment) => {
        const dateTime = await freeTimeOn(date, appointment);
        return await move.mutateAsync({ id: appointment.id, environment, dateTime });
      }),
  };
}

async function loadAll(query: AffectedQuery, environment: Environment): Promise<Appointment[]> {
  const all: Appointment[] = [];
  for (let page = 0;; page += 1) {
    const input = { ...query, environment, page, size: 100 };
    const { items, isLast } = await client.query("appointments.affected", input) as Output<
      "appointments.affected"
    >;
    all.push(...items);
    if (isLast) return all;
  }
}

/** Finds the free time of a date that is nearest to the present time of an appointment. */
async function freeTimeOn(
  date: string,
  { departmentId, workerId, environment, dateTime }: Appointment,
): Promise<string> {
  const input = { id: departmentId, from: date, to: date, environment, workerId };
  const { days } = await client.query("departments.range", input) as Output<"departments.range">;
  const distance = (slotTime: string) => Math.abs(minutesOf(slotTime) - minutesOf(dateTime));
  const [nearest] = (days[0]?.slots ?? []).map(({ slotTime }) => slotTime)
    .toSorted((a, b) => distance(a) - distance(b));
  if (!nearest) throw new NoFreeTime(t("bulk.noTime"));
  return nearest;
}

/** The target date has no free time. */
class NoFreeTime extends Error {}

/** Repeats a call that was refused because there were too many. The service has not carried it out. */
async function withPatience<T>(call: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!hasErrorCode(error, "RATE_LIMIT_EXCEEDED")) throw error;
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }
}
