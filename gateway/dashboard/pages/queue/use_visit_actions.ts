import { useRef } from "react";
import { useWrite } from "../../api/hooks.ts";
import type { Environment, MutationPath, QueueView, Visit } from "../../api/types.ts";
import { useUnreadChanges } from "../../api/unread_changes.ts";
import { affectedQueries } from "../../desk/actions.ts";
import { shownVisit } from "../../desk/seen.ts";
import { withKept } from "../../desk/visited_appointment.tsx";
import { pressedAt } from "../../ui/keys/press_time.ts";
import { toast, toastFailure, toastFault } from "../../ui/toast.tsx";
import { callsLeft, type Counter, findVisit, visitAt } from "./lists.ts";
import { t } from "./texts.ts";

// The second click of a double click must not act on the button that took the place of the first one.
const secondActionMs = 400;
let lastActionAt = -Infinity;

const paths: ReadonlySet<string> = new Set<MutationPath>([
  "visits.callNext",
  "visits.callVisit",
  "visits.callAgain",
  "visits.startService",
  "visits.finish",
  "visits.miss",
  "visits.leave",
  "visits.cancel",
  "visits.returnToQueue",
]);

export type VisitActions = ReturnType<typeof useVisitActions>;

/** Returns the actions on visits. Each shows in a toast what it did, or why the service refused it. */
export function useVisitActions({ environment, counter, queue, onNoCounter }: {
  environment: Environment;
  counter: Counter | null;
  queue: QueueView;
  /** Called for a call without a counter. */
  onNoCounter(): void;
}) {
  const options = { changes: affectedQueries };
  const callNext = useWrite("visits.callNext", options);
  const call = useWrite("visits.callVisit", options);
  const again = useWrite("visits.callAgain", options);
  const start = useWrite("visits.startService", options);
  const finish = useWrite("visits.finish", options);
  const miss = useWrite("visits.miss", options);
  const leave = useWrite("visits.leave", options);
  const cancel = useWrite("visits.cancel", options);
  const back = useWrite("visits.returnToQueue", options);
  const isUnread = useUnreadChanges().some(({ path }) => paths.has(path));

  // What the page showed when the last action began.
  const before = useRef<{ visit: Visit | null; progress: string }>(null);

  /** Returns what the page shows of a visit; without one, who is at the counter. */
  function progressOf(visit: Visit | null): string {
    const shown = visit ? findVisit(queue, visit.id) : visitAt(queue, counter);
    return shown ? JSON.stringify([shown.id, shown.state, shown.calls, shown.departmentId]) : "";
  }
  /**
   * Returns whether an action has to wait: for the answer of the same one, or until the page shows the outcome of the last
   * one. Its change can be on the page before its answer. Then the person already acts on the new state.
   */
  function mustWait(write: { isPending: boolean }): boolean {
    if (write.isPending) return true;
    if (!isUnread || !before.current) return false;
    return progressOf(before.current.visit) === before.current.progress;
  }
  /** Runs an action, unless the last one was just begun. If it has to wait, a toast says so. */
  function run<I, T>(
    write: { isPending: boolean; mutateAsync(input: I): Promise<T> },
    { visit, input }: { visit: Visit | null; input: I },
    onDone: (result: T) => void,
  ): void {
    const at = pressedAt();
    if (at - lastActionAt < secondActionMs) return;
    if (mustWait(write)) return toastFault(t("stillRunning"));
    lastActionAt = at;
    before.current = { visit, progress: progressOf(visit) };
    const begin = (): void =>
      void write.mutateAsync(input).then(
        onDone,
        (error: unknown) => toastFailure(error, begin),
      );
    begin();
  }
  const of = (visit: Visit) => ({ visit, input: shownVisit(visit) });

  return {
    callNext(departmentIds: readonly number[]): void {
      if (!counter) return onNoCounter();
      const input = { environment, ...counter, departmentIds: [...departmentIds] };
      run(callNext, { visit: null, input }, (visit) => {
        if (visit) toast(t("done.called", { number: String(visit.number), desk: counter.desk }));
        else toast(t("nobodyToCall"));
      });
    },
    call(visit: Visit): void {
      if (!counter) return onNoCounter();
      run(
        call,
        { visit, input: { ...shownVisit(visit), ...counter } },
        ({ number }) => toast(t("done.called", { number: String(number), desk: counter.desk })),
      );
    },
    again: (visit: Visit) =>
      run(
        again,
        of(visit),
        ({ number, calls }) => toast(t("done.again", { number: String(number), calls })),
      ),
    start: (visit: Visit) =>
      run(
        start,
        of(visit),
        ({ number }) => toast(t("done.start", { number: String(number) })),
      ),
    finish: (visit: Visit, onDone?: () => void) =>
      run(finish, of(visit), (ended) => {
        toast(withKept(t("done.finish", { number: String(ended.number) }), ended));
        onDone?.();
      }),
    miss(visit: Visit, onDone?: () => void): void {
      const count = callsLeft(visit, queue.departments);
      if (count > 0) return toastFault(t("callFirst", { number: String(visit.number), count }));
      run(miss, of(visit), (ended) => {
        toast(withKept(t("done.miss", { number: String(ended.number) }), ended));
        onDone?.();
      });
    },
    leave: (visit: Visit, onDone?: () => void) =>
      run(leave, of(visit), ({ number }) => {
        toast(t("done.leave", { number: String(number) }));
        onDone?.();
      }),
    cancel: (visit: Visit, onDone?: () => void) =>
      run(cancel, of(visit), ({ number }) => {
        toast(t("done.cancel", { number: String(number) }));
        onDone?.();
      }),
    back: (visit: Visit) =>
      run(
        back,
        of(visit),
        ({ number }) => toast(t("done.back", { number: String(number) })),
      ),
  };
}
