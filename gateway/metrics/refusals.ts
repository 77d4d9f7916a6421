import { Counter, type Registry } from "prom-client";
import { DomainError } from "../../core/ports.ts";

type UseCase = (...args: never[]) => unknown;

/** Returns a function that makes use cases count their refusals by code. `ErrorCode` is a closed union, so the label is bounded. */
export function observeRefusals(registry: Registry) {
  const refusals = new Counter({
    name: "appointment_refusals_total",
    help: "Calls of a use case that were refused, by error code, on all surfaces.",
    labelNames: ["code"],
    registers: [registry],
  });

  function note(error: unknown): void {
    if (error instanceof DomainError) refusals.inc({ code: error.code });
  }
  function counted<F extends UseCase>(useCase: F): F {
    const call = (...args: Parameters<F>) => {
      const result = useCase(...args);
      // The caller gets the same promise, so that it waits for nothing else.
      if (result instanceof Promise) result.catch(note);
      return result;
    };
    // The use cases of staff have properties.
    return Object.assign(call, useCase) as unknown as F;
  }
  const countAll = (useCases: object) =>
    Object.fromEntries(
      Object.entries(useCases).map(([name, one]) =>
        [name, typeof one === "function" ? counted(one as UseCase) : one] as const
      ),
    );
  return <A extends { staff: object }>(application: A): A =>
    ({ ...countAll(application), staff: countAll(application.staff) }) as A;
}
