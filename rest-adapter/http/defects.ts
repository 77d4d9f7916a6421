import { refusalAnswer } from "./refusals.ts";
import { pathOf, type RequestContext } from "./request_context.ts";

/** Receives each defect: an error that is not a refusal. `about` identifies the request in the logs. */
export type OnDefect = (
  error: unknown,
  about: { requestId: string; method: string; path: string },
) => void;

/** Returns a function that reports the defects of one request. The reason of an abort by the client is not a defect. */
export function reportTo(
  onDefect: OnDefect,
  { request, requestId }: Pick<RequestContext, "request" | "requestId">,
) {
  return (error: unknown): void => {
    const { method, signal } = request;
    if (signal.aborted && error === signal.reason) return;
    onDefect(error, { requestId, method, path: pathOf(request) });
  };
}

/** Reports a defect that an answer met while it was sent, and breaks the answer off where the host can. */
export function breakOffOf(
  context: Pick<RequestContext, "request" | "requestId" | "breakOff">,
  onDefect: OnDefect,
): (error: unknown) => boolean {
  const report = reportTo(onDefect, context);
  return (error) => {
    // A database that goes away is no defect here either.
    if (!refusalAnswer(error)) report(error);
    context.breakOff?.();
    return context.breakOff !== undefined;
  };
}
