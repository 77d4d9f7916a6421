import { DomainError } from "../../core/ports.ts";
import { contextOf, endSpan, isLive, type Scopes } from "./scopes.ts";

type UseCase = (...args: never[]) => unknown;

/**
 * Helpers of the surfaces, which are not worth a span, and what has a span elsewhere. `authenticateApiKey` starts the
 * call of an expected key inside, which would look like a part of it.
 */
const untraced = new Set([
  "now",
  "nextTurn",
  "authenticateApiKey",
  "countRequest",
  "countStaffRequest",
  "countReportingCost",
  "countDepartments",
  "enterHeavyWork",
  "recordUsage",
  "noteKeyUse",
  "attemptDelivery",
]);

/** Returns a function that gives each use case a span. */
export function traceUseCases(scopes: Scopes) {
  function traced<F extends UseCase>(name: string, useCase: F): F {
    const call = (...args: Parameters<F>) => {
      const scope = scopes.current();
      if (!isLive(scope)) return useCase(...args);
      const span = scopes.start(name, { parent: contextOf(scope) });
      const end = (error?: unknown) => {
        // A refusal is an answer, not a failure.
        if (!(error instanceof DomainError)) return endSpan(span, error);
        span.setAttribute("error.type", error.code).end();
      };
      try {
        const result = scopes.run({ span, requestId: scope.requestId }, () => useCase(...args));
        // The caller gets the same promise, so that it waits for nothing else.
        if (result instanceof Promise) result.then(() => end(), end);
        else end();
        return result;
      } catch (error) {
        end(error);
        throw error;
      }
    };
    // The use cases of staff have properties.
    return Object.assign(call, useCase) as unknown as F;
  }
  const traceAll = (useCases: object, prefix: string) =>
    Object.fromEntries(
      Object.entries(useCases).map(([name, one]) => {
        const isTraced = typeof one === "function" && !untraced.has(name);
        return [name, isTraced ? traced(`${prefix}${name}`, one as UseCase) : one] as const;
      }),
    );
  return <A extends { staff: object }>(application: A): A =>
    ({ ...traceAll(application, ""), staff: traceAll(application.staff, "staff.") }) as A;
}
