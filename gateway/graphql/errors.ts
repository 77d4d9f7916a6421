import { GraphQLError } from "graphql";
import { DomainError } from "../../core/mod.ts";
import {
  type Code,
  internalErrorMessage,
  retryAfterSecondsOf,
  statusOfCode,
  WireError,
} from "../../rest-adapter/http/mod.ts";

/** The HTTP part of an error. Yoga applies it to the response and removes it from the body. */
interface Http {
  status: number;
  headers?: Record<string, string>;
  /** Applies the status to `application/graphql-response+json` only. `application/json` is answered with 200. */
  spec?: true;
}

/** Creates the error of an invalid query, with a code that only GraphQL has. */
export function queryRefusal(
  code: string,
  message: string,
  more: Record<string, unknown> = {},
): GraphQLError {
  const http: Http = { status: 400, spec: true };
  return new GraphQLError(message, { extensions: { code, ...more, http } });
}

/**
 * Converts any error to the form that callers get. Domain errors keep their code and message. Errors of the query
 * keep GraphQL's message. Everything else becomes INTERNAL_ERROR. The original error stays in `originalError`, which is
 * not sent.
 */
export function shownError(error: unknown): GraphQLError {
  const cause = causeOf(error);
  if (cause instanceof DomainError || cause instanceof WireError) return refusal(cause, error);
  if (cause instanceof GraphQLError && isOfTheQuery(cause, error)) {
    return withCode(error as GraphQLError);
  }
  const originalError = cause instanceof Error ? cause : new Error("Thrown", { cause });
  return located("INTERNAL_ERROR", error, { message: internalErrorMessage, originalError });
}

/** Returns the original error of an INTERNAL_ERROR, else undefined. */
export function defectOf({ extensions, originalError }: GraphQLError): unknown {
  return extensions["code"] === "INTERNAL_ERROR" ? originalError : undefined;
}

/** Returns the HTTP part of an answer without data if the service failed (500, 503), else undefined. */
export function httpOfFailure(errors: readonly GraphQLError[]): Http | undefined {
  const codes = errors.map(({ extensions }) => extensions["code"] as Code);
  const failed = codes.filter((code) => statusOfCode[code] >= 500);
  const worst = failed.find((code) => code === "INTERNAL_ERROR") ?? failed[0];
  if (worst === undefined) return undefined;
  const retryAfterSeconds = failed.includes("SERVICE_UNAVAILABLE") ? 1 : undefined;
  return httpOf(statusOfCode[worst], retryAfterSeconds);
}

/** Returns the HTTP part of the errors of a file. Their status is never 200: a tool would load them as rows. */
export function httpOfRefusal(errors: readonly GraphQLError[]): Http {
  const http = httpOfFailure(errors);
  return http ?? { status: statusOfCode[errors[0]!.extensions["code"] as Code] ?? 400 };
}

function refusal(cause: DomainError | WireError, error: unknown): GraphQLError {
  const { message, code } = cause;
  const isDomain = cause instanceof DomainError;
  return located(code, error, {
    message,
    originalError: cause,
    ...(isDomain && code === "VALIDATION_ERROR" && { details: cause.details }),
    ...(isDomain && { retryAfterSeconds: retryAfterSecondsOf(cause) }),
  });
}

/** Creates an error at the position of another. It sets the HTTP status only if it belongs to no field. */
function located(
  code: Code,
  place: unknown,
  { message, originalError, details, retryAfterSeconds }: {
    message: string;
    originalError: Error;
    details?: readonly unknown[];
    retryAfterSeconds?: number | undefined;
  },
): GraphQLError {
  const { nodes, source, positions, path } = place instanceof GraphQLError
    ? place
    : {} as Partial<GraphQLError>;
  const extensions = {
    code,
    ...(details && { details }),
    ...(!path && { http: httpOf(statusOfCode[code], retryAfterSeconds, allowOf[code]) }),
  };
  return new GraphQLError(message, { nodes, source, positions, path, originalError, extensions });
}

const allowOf: Partial<Record<Code, Record<string, string>>> = {
  METHOD_NOT_ALLOWED: { Allow: "GET, HEAD, POST" },
  UNAUTHENTICATED: { "WWW-Authenticate": "Bearer" },
};

function httpOf(
  status: number,
  retryAfterSeconds: number | undefined,
  headers: Record<string, string> = {},
): Http {
  return {
    status,
    headers: {
      ...headers,
      ...(retryAfterSeconds !== undefined && { "Retry-After": String(retryAfterSeconds) }),
    },
  };
}

/** Unwraps an error: the executor wraps the errors of fields, and yoga wraps all others. */
function causeOf(error: unknown): unknown {
  return error instanceof GraphQLError && error.originalError !== undefined
    ? causeOf(error.originalError)
    : error;
}

/**
 * Whether an error is the query's. An error of a field is only if it has a position in the query. Otherwise a value of
 * ours does not fit the schema.
 */
function isOfTheQuery(cause: GraphQLError, error: unknown): boolean {
  return (error as GraphQLError).path === undefined || cause.nodes !== undefined;
}

function withCode(error: GraphQLError): GraphQLError {
  if (error.extensions["code"] !== undefined) return error;
  const { message, nodes, source, positions, path, extensions } = error;
  const http: Http = { status: 400, spec: true };
  return new GraphQLError(message, {
    nodes,
    source,
    positions,
    path,
    extensions: { ...extensions, code: "GRAPHQL_VALIDATION_FAILED", ...(!path && { http }) },
  });
}
