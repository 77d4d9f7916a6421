import { pathOf, type RequestContext } from "./request_context.ts";

/** Receives each defect: an error that is not a refusal. `about` identifies the request in the logs. */
export type OnDefect = (
  error: unknown,
  about: { requestId: string; method: string; path: string },
) => void;

/** Returns a function that reports the defects of one request. */
export function reportTo(onDefect: OnDefect, { request, requestId }: RequestContext) {
  return (error: unknown): void =>
    onDefect(error, { requestId, method: request.method, path: pathOf(request) });
}
