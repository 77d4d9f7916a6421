import { type Attributes, type Link, SpanKind } from "@opentelemetry/api";
import { contextOf, endSpan, isLive, type Scope, type Scopes, toHeaders } from "./scopes.ts";

/** A statement as it is sent. */
export interface SentStatement {
  name?: string | undefined;
  text: string;
  /** The process id of the session on the server. */
  backend: number;
}

/** Finds the operation and the first table of a statement. */
const summaryForm = /^\s*([a-z]+)(?:[^']*?\b(?:from|into|update)\s+"?([a-z_]+))?/i;

/** Gives the statements of a traced request spans, and returns the comment of those without a name. */
export function traceStatements(scopes: Scopes) {
  return ({ name, text, backend }: SentStatement) => {
    const scope = scopes.current();
    if (!isLive(scope)) return undefined;
    // Never the text: the ORM writes values into it.
    const [, operation = "statement", table] = summaryForm.exec(text) ?? [];
    const summary = name ?? (table === undefined ? operation : `${operation} ${table}`);
    const attributes: Attributes = {
      "db.system.name": "postgresql",
      "db.query.summary": summary,
      // The lines of the server's log have it, also those of named statements, which have no comment.
      "db.postgresql.backend_pid": backend,
    };
    const span = scopes.start(summary, {
      kind: SpanKind.CLIENT,
      attributes,
      parent: contextOf(scope),
      links: scope.links ?? [],
    });
    return {
      comment: commentOf({ ...scope, span }),
      end: (error?: unknown) => endSpan(span, error),
    };
  };
}

/** Returns a comment in the form of sqlcommenter. Its values have only letters, digits, `.`, `_` and `-`. */
function commentOf({ span, requestId }: Scope): string {
  const { traceparent } = toHeaders(span)!;
  return requestId === undefined
    ? `/*traceparent='${traceparent}'*/`
    : `/*request_id='${requestId}',traceparent='${traceparent}'*/`;
}

/** Work that several requests wait for. */
export function traceSharedWork(scopes: Scopes) {
  const waiting = new WeakMap<object, Set<Scope>>();

  function join(job: object): void {
    const scope = scopes.current();
    if (!isLive(scope)) return;
    const known = waiting.get(job);
    if (known) known.add(scope);
    else waiting.set(job, new Set([scope]));
  }

  function runFor<T>(
    jobs: readonly object[],
    work: () => Promise<T>,
    name?: string,
  ): Promise<T> {
    const joined = new Set(jobs.flatMap((job) => [...waiting.get(job) ?? []]));
    const [first, ...others] = [...joined].filter(isLive);
    if (!first) return scopes.run(undefined, work);
    const links: Link[] = others.map(({ span }) => ({ context: span.spanContext() }));
    // The request id of one would be wrong for the others.
    const requestId = others.length === 0 ? first.requestId : undefined;
    if (name === undefined) return scopes.run({ span: first.span, requestId, links }, work);
    const span = scopes.start(name, { parent: contextOf(first), links });
    span.setAttribute("appointment.batch.size", jobs.length);
    // So that the work is found from each trace.
    for (const other of others) other.span.addLink({ context: span.spanContext() });
    const done = scopes.run({ span, requestId }, work);
    done.then(() => endSpan(span), (error: unknown) => endSpan(span, error));
    return done;
  }

  function originOf(job?: object) {
    const [joined] = job === undefined ? [] : waiting.get(job) ?? [];
    const scope = job === undefined ? scopes.current() : joined;
    if (!isLive(scope)) return undefined;
    const headers = toHeaders(scope.span);
    return headers && { ...headers, requestId: scope.requestId ?? null };
  }

  function bind<F extends (...args: never[]) => unknown>(work: F): F {
    const scope = scopes.current();
    return ((...args: Parameters<F>) => scopes.run(scope, () => work(...args))) as F;
  }
  return { join, runFor, originOf, bind };
}
