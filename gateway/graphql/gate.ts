import { type ExecutionResult, GraphQLError } from "graphql";
import type { Plugin } from "graphql-yoga";
import type { GraphqlContext } from "./builder.ts";
import { costOf } from "./cost.ts";
import { defectOf, httpOfFailure } from "./errors.ts";
import type { Exchange } from "./exchange.ts";
import { parseWithinLimit, refuseForm, refuseMoreThan } from "./limits.ts";
import { mediaTypeOf, readParameters } from "./parameters.ts";
import type { OnDefect } from "../../rest-adapter/http/mod.ts";

/** What yoga is given beside a request. */
export interface Received {
  exchange: Exchange;
  requestId: string;
}

/** How the gate lets in, and whom it tells of defects. */
export interface GateOptions {
  /** Finds out who asks. Throws a refusal. */
  admit(exchange: Exchange): Promise<void>;
  /** Lets the query run once it is paid for and its turn has come. Throws a refusal. */
  begin(exchange: Exchange): Promise<GraphqlContext>;
  onDefect: OnDefect;
}

/**
 * What a query passes before it runs, each before anything of the next is done: who asks, the body, its length, its
 * form, its cost, GraphQL's own validation, and the cost points that are left. Nothing before the last needs a
 * reading.
 */
export function createGate(
  { admit, begin, onDefect }: GateOptions,
): Plugin<Received, Received, GraphqlContext> {
  return {
    async onRequestParse({ serverContext: { exchange }, setRequestParser }) {
      await admit(exchange);
      if (mediaTypeOf(exchange.request.headers.get("Accept")) === undefined) throw notAcceptable();
      const parameters = await readParameters(exchange.request);
      setRequestParser(() => parameters);
    },
    onParse({ setParseFn, context: { exchange, params } }) {
      setParseFn(parseWithinLimit);
      return ({ result }) => {
        if (!result || result instanceof Error) return;
        refuseForm(result);
        // What it costs at least; how many departments there are is asked once it is to run.
        exchange.asked = { document: result, ...params };
        exchange.cost = priced(exchange.asked);
        if ("points" in exchange.cost) refuseMoreThan("QUERY_TOO_COSTLY", exchange.cost.points);
      };
    },
    async onExecute({ args: { contextValue } }) {
      const { exchange } = contextValue;
      const { cost } = exchange;
      if (!cost || "fault" in cost) throw cost?.fault;
      Object.assign(contextValue, await begin(exchange));
    },
    onResultProcess({ result, setResult, serverContext }) {
      if (!("errors" in result) || !result.errors) return;
      const { errors, data, extensions } = result as ExecutionResult;
      tellOfDefects(errors!, serverContext, onDefect);
      const http = data === null ? httpOfFailure(errors!) : undefined;
      if (http) setResult({ ...result, extensions: { ...extensions, http } } as typeof result);
    },
  };
}

/** What cannot be priced is not valid, which validation says in better words; it is never run. */
function priced(asked: Parameters<typeof costOf>[0]): NonNullable<Exchange["cost"]> {
  try {
    return { points: costOf(asked, { departmentCount: 1 }) };
  } catch (fault) {
    return { fault };
  }
}

/** One fault in a list is met once for each of its rows, and told once. */
function tellOfDefects(
  errors: readonly GraphQLError[],
  { exchange: { request }, requestId }: Received,
  onDefect: OnDefect,
): void {
  // Of a caller who has hung up every field ends in an error.
  if (request.signal.aborted) return;
  const told = new Set<string>();
  for (const error of errors) {
    const defect = defectOf(error);
    if (defect === undefined || told.has(String(defect))) continue;
    told.add(String(defect));
    const place = error.path ? `#${error.path.join(".")}` : "";
    onDefect(defect, { requestId, method: request.method, path: `/graphql${place}` });
  }
}

function notAcceptable(): GraphQLError {
  const message = "Answers are application/json or application/graphql-response+json";
  return new GraphQLError(message, {
    extensions: { code: "NOT_ACCEPTABLE", http: { status: 406 } },
  });
}
