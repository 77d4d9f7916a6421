import { useWrite } from "../../api/hooks.ts";
import type { Environment, QueueDepartment, Visit } from "../../api/types.ts";
import { affectedQueries } from "../../desk/actions.ts";
import { pageTexts } from "../../messages/page_texts.ts";
import { toast, toastFailure, toastFault } from "../../ui/toast.tsx";
import { callsLeft, type Counter } from "./lists.ts";

const t = pageTexts("queue");

// The second click of a double click must not act on the button that took the place of the first one.
const secondActionMs = 400;
let lastActionAt = -Infinity;

export type VisitActions = ReturnType<typeof useVisitActions>;

/** Returns the actions on visits. Each shows in a toast what it did, or why the service refused it. */
export function useVisitActions({ environment, counter, departments, onNoCounter }: {
  environment: Environment;
  counter: Counter | null;
  departments: readonly QueueDepartment[];
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
  const writes = [callNext, call, again, start, finish, miss, leave, cancel, back];

  /** Runs an action, unless the last one is still running or was just begun. */
  function run<T>(send: () => Promise<T>, onDone: (result: T) => void): void {
    const now = performance.now();
    if (now - lastActionAt < secondActionMs || writes.some((write) => write.isPending)) return;
    lastActionAt = now;
    const begin = (): void =>
      void send().then(onDone, (error: unknown) => toastFailure(error, begin));
    begin();
  }
  const refOf = ({ id, environment }: Visit) => ({ id, environment });

  return {
    callNext(departmentIds: readonly number[]): void {
      if (!counter) return onNoCounter();
      const input = { environment, ...counter, departmentIds: [...departmentIds] };
      run(() => callNext.mutateAsync(input), (visit) => {
        if (visit) toast(t("done.called", { number: String(visit.number), desk: counter.desk }));
        else toast(t("nobodyToCall"));
      });
    },
    call(visit: Visit): void {
      if (!counter) return onNoCounter();
      run(
        () => call.mutateAsync({ ...refOf(visit), ...counter }),
        ({ number }) => toast(t("done.called", { number: String(number), desk: counter.desk })),
      );
    },
    again: (visit: Visit) =>
      run(
        () => again.mutateAsync(refOf(visit)),
        ({ number, calls }) => toast(t("done.again", { number: String(number), calls })),
      ),
    start: (visit: Visit) =>
      run(
        () => start.mutateAsync(refOf(visit)),
        ({ number }) => toast(t("done.start", { number: String(number) })),
      ),
    finish: (visit: Visit, onDone?: () => void) =>
      run(() => finish.mutateAsync(refOf(visit)), ({ number }) => {
        toast(t("done.finish", { number: String(number) }));
        onDone?.();
      }),
    miss(visit: Visit, onDone?: () => void): void {
      const count = callsLeft(visit, departments);
      if (count > 0) return toastFault(t("callFirst", { number: String(visit.number), count }));
      run(() => miss.mutateAsync(refOf(visit)), ({ number }) => {
        toast(t("done.miss", { number: String(number) }));
        onDone?.();
      });
    },
    leave: (visit: Visit, onDone?: () => void) =>
      run(() => leave.mutateAsync(refOf(visit)), ({ number }) => {
        toast(t("done.leave", { number: String(number) }));
        onDone?.();
      }),
    cancel: (visit: Visit, onDone?: () => void) =>
      run(() => cancel.mutateAsync(refOf(visit)), ({ number }) => {
        toast(t("done.cancel", { number: String(number) }));
        onDone?.();
      }),
    back: (visit: Visit) =>
      run(
        () => back.mutateAsync(refOf(visit)),
        ({ number }) => toast(t("done.back", { number: String(number) })),
      ),
  };
}
