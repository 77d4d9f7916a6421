import { GraphQLError } from "graphql";
import { DomainError } from "../../core/mod.ts";
import {
  type Code,
  internalErrorMessage,
  retryAfterSecondsOf,
  statusOfCode,
  WireError,
} from "../../rest-adapter/http/mod.ts";

/** What yoga reads of an error, and sends of it no more than what it says. */
interface Http {
  status: number;
  headers?: Record<string, string>;
  /** The status is for `application/graphql-response+json`; as plain JSON the answer is 200. */
  spec?: true;
}

/** A fault of the query itself, under a code that only GraphQL has. */
export function queryRefusal(
  code: string,
  message: string,
  more: Record<string, unknown> = {},
): GraphQLError {
  const http: Http = { status: 400, spec: true };
  return new GraphQLError(message, { extensions: { code, ...more, http } });
}

/**
 * An error as callers get it: REST's code and words for refusals, GraphQL's own words for faults of the query,
 * and for anything else that it was a defect. What was thrown stays its `originalError`, which is not sent.
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

/** What was thrown, where it was no refusal. */
export function defectOf({ extensions, originalError }: GraphQLError): unknown {
  return extensions["code"] === "INTERNAL_ERROR" ? originalError : undefined;
}

/** How an answer without any data is sent where the fault was ours; undefined where it was not. */
export function httpOfFailure(errors: readonly GraphQLError[]): Http | undefined {
  const codes = errors.map(({ extensions }) => extensions["code"] as Code);
  const failed = codes.filter((code) => statusOfCode[code] >= 500);
  const worst = failed.find((code) => code === "INTERNAL_ERROR") ?? failed[0];
  if (worst === undefined) return undefined;
  const retryAfterSeconds = failed.includes("SERVICE_UNAVAILABLE") ? 1 : undefined;
  return httpOf(statusOfCode[worst], retryAfterSeconds);
}

function refusal(cause: DomainError | WireError, error: unknown): GraphQLError {
  const { message, code } = cause;
  const isDomain = cause instanceof DomainError;
  return located(code, error, {
    message,
    originalError: cause,
    ...(isDomain && code === "VALIDATION_ERROR" && { details: [...cause.faults] }),
    ...(isDomain && { retryAfterSeconds: retryAfterSecondsOf(cause) }),
  });
}

/** An error at the place of another; only one that is of no field decides on the status by itself. */
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
  METHOD_NOT_ALLOWED: { Allow: "GET, POST" },
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

/** The executor wraps what a field throws, and yoga what anything else does. */
function causeOf(error: unknown): unknown {
  return error instanceof GraphQLError && error.originalError !== undefined
    ? causeOf(error.originalError)
    : error;
}

/**
 * Of the errors of a field only those that name a place of the query are of the query; the others say that a value
 * of ours does not fit the schema.
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
