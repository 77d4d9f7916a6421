import { type Exchange, pathOf } from "./exchange.ts";

/** Told of an error that is no refusal, with what finds the request again in the logs. */
export type OnDefect = (
  error: unknown,
  about: { requestId: string; method: string; path: string },
) => void;

/** Tells of the errors of one request. */
export function reportTo(onDefect: OnDefect, { request, requestId }: Exchange) {
  return (error: unknown): void =>
    onDefect(error, { requestId, method: request.method, path: pathOf(request) });
}
