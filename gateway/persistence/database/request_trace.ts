import type { ClientBase, Pool } from "pg";

/** The traced request that caused an event. Its deliveries name it (gateway/tracing/README.md 5). */
export interface EventOrigin {
  /** As in the W3C headers. */
  traceparent: string;
  tracestate: string | null;
  requestId: string | null;
}

/** A statement as it is sent. */
export interface SentStatement {
  name?: string | undefined;
  text: string;
  /** The process id of the session on the server. */
  backend: number;
}

/** The span of a statement. */
export interface StatementSpan {
  /** A comment for the text of a statement without a name. */
  comment: string;
  end(error?: unknown): void;
}

/** Connects statements and shared work with the requests that they are for. The gateway implements it; it is left out if nothing is traced. */
export interface RequestTrace {
  /** Begins the span of a statement. Returns undefined if the request that sends it is not traced. */
  onStatement(statement: SentStatement): StatementSpan | undefined;
  /** Returns the function, which then always runs for the present request. */
  bind<F extends (...args: never[]) => unknown>(work: F): F;
  /** Notes that the present request waits for a job, which is run together with others. */
  join(job: object): void;
  /** Runs work for all requests that wait for the jobs. With a name, the work has a span of its own. */
  runFor<T>(jobs: readonly object[], work: () => Promise<T>, name?: string): Promise<T>;
  /** Returns the request that waits for the job, or else the present one; undefined if it is not traced. */
  originOf(job?: object): EventOrigin | undefined;
}

type AnyQuery = (config: QueryConfig, values?: unknown, callback?: unknown) => unknown;

/** A text, the options of a query, or a query of our own (`LookupQuery`). */
type QueryConfig = string | {
  name?: string;
  text: string;
  submit?: unknown;
  handleReadyForQuery?(...args: unknown[]): void;
  handleError?(...args: unknown[]): void;
};

/** Makes a client report its statements. */
export function traceStatements(
  client: ClientBase & { backend: number },
  trace: Pick<RequestTrace, "onStatement">,
): void {
  const send = client.query.bind(client) as unknown as AnyQuery;
  const query: AnyQuery = (config, values, callback) => {
    const isText = typeof config === "string";
    const { name, text } = isText ? { text: config } : config;
    const span = trace.onStatement({ name, text, backend: client.backend });
    if (!span) return send(config, values, callback);
    if (!isText && config.submit !== undefined) return send(endWith(config, span));
    // A comment in a named statement would make each call another statement. At the front, because `pg_stat_activity`
    // cuts off the end of a long text.
    const commented = `${span.comment} ${text}`;
    const sent = name !== undefined ? config : isText ? commented : { ...config, text: commented };
    const done = typeof values === "function" ? values : callback;
    if (typeof done === "function") {
      return send(sent, done === values ? undefined : values, (error: unknown, result: unknown) => {
        span.end(error ?? undefined);
        done(error, result);
      });
    }
    const result = send(sent, values) as Promise<unknown>;
    result.then(() => span.end(), (error: unknown) => span.end(error));
    return result;
  };
  client.query = query as unknown as ClientBase["query"];
}

function endWith(query: Exclude<QueryConfig, string>, span: StatementSpan): QueryConfig {
  const { handleReadyForQuery, handleError } = query;
  let error: unknown;
  return Object.assign(query, {
    handleError(...args: unknown[]) {
      error = args[0];
      span.end(error);
      handleError?.apply(query, args);
    },
    handleReadyForQuery(...args: unknown[]) {
      if (error === undefined) span.end();
      handleReadyForQuery?.apply(query, args);
    },
  });
}

/**
 * Makes the callbacks of a pool run for the request that asked for the connection. Otherwise a request that had to wait
 * would go on as the request that released the connection.
 */
export function bindWaiting(pool: Pool, { bind }: Pick<RequestTrace, "bind">): void {
  const connect = pool.connect.bind(pool) as (callback?: unknown) => unknown;
  const bound = (callback?: (...args: never[]) => unknown) =>
    callback ? connect(bind(callback)) : connect();
  pool.connect = bound as unknown as Pool["connect"];
}
