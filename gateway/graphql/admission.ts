import { type ExecutionResult, GraphQLError } from "graphql";
import type { Plugin } from "graphql-yoga";
import type { GraphqlContext } from "./builder.ts";
import { costOf, type ParsedQuery } from "./cost.ts";
import { openFile } from "./csv_file.ts";
import { defectOf, httpOfFailure, httpOfRefusal } from "./errors.ts";
import type { RequestContext } from "./request_context.ts";
import { withArguments } from "./named_arguments.ts";
import { parseWithinLimit, refuseForm, refuseMoreThan } from "./limits.ts";
import { isCsv, readParameters } from "./parameters.ts";
import { tableOf } from "./table.ts";
import { type DataAge, formatUtc } from "../../core/mod.ts";
import type { OnDefect } from "../../rest-adapter/http/mod.ts";

/** The values that yoga receives with a request. */
export interface Received {
  context: RequestContext;
  requestId: string;
}

/** Options of `useAdmission`. */
export interface AdmissionOptions {
  /** Authenticates the caller. Throws a refusal. */
  admit(context: RequestContext): Promise<void>;
  /** Counts the cost and waits for a turn. Throws a refusal. */
  begin(context: RequestContext): Promise<GraphqlContext>;
  onDefect: OnDefect;
}

/**
 * Creates the plugin that checks a query before it runs, in the order of gateway/graphql/README.md 4. Each check is
 * complete before the next begins. Only the last one reads from the database.
 */
export function useAdmission(
  { admit, begin, onDefect }: AdmissionOptions,
): Plugin<Received, Received, GraphqlContext> {
  return {
    async onRequestParse({ serverContext: { context }, setRequestParser }) {
      await admit(context);
      if (context.form === undefined) throw notAcceptable();
      const parameters = await readParameters(context.request);
      setRequestParser(() => parameters);
    },
    onParse({ setParseFn, context: { context, params } }) {
      setParseFn(parseWithinLimit);
      return ({ result }) => {
        if (!result || result instanceof Error) return;
        refuseForm(result);
        // The minimum cost, with one department. `begin` counts the departments.
        context.query = { document: result, ...params };
        context.cost = minCostOf(context.query);
        if ("points" in context.cost) refuseMoreThan("QUERY_TOO_COSTLY", context.cost.points);
      };
    },
    onValidate({ params: { documentAST } }) {
      return ({ valid, result, setResult }) => {
        if (!valid) setResult(withArguments([...result] as GraphQLError[], documentAST));
      };
    },
    async onExecute({ args: { contextValue }, executeFn, setExecuteFn }) {
      const { context } = contextValue;
      const { cost, query, form } = context;
      if (!cost || "fault" in cost) throw cost?.fault;
      const table = isCsv(form) ? tableOf(query!) : undefined;
      const isPersonal = table?.columns.some((column) => column.isPersonal);
      if (isPersonal) await context.requireFresh?.();
      const whole = Object.assign(contextValue, await begin(context));
      if (!table) return;
      // The context caches rows, so each part of a file has its own. With the signal, the executor would keep the
      // results of all parts. An abort ends the reading and thereby the execution.
      let ofPart = whole;
      setExecuteFn((args) =>
        openFile(table, context, (reports) => {
          if (ofPart.reports !== reports) ofPart = { ...whole, reports };
          const piece = { ...args, signal: undefined, contextValue: ofPart };
          return executeFn(piece);
        })
      );
    },
    onResultProcess({ result, setResult, serverContext }) {
      const { errors, data, extensions } = result as ExecutionResult;
      const { dataAge } = serverContext.context;
      if (errors) {
        reportDefects(errors, serverContext, onDefect);
        serverContext.context.refusedCode ??= codeOf(errors);
      }
      const http = errors && isCsv(serverContext.context.form)
        ? httpOfRefusal(errors)
        : errors && data === null
        ? httpOfFailure(errors)
        : undefined;
      const more = {
        ...(data && dataAge && { standby: standbyOf(dataAge) }),
        ...(http && { http }),
      };
      if (Object.keys(more).length === 0) return;
      setResult({ ...result, extensions: { ...extensions, ...more } } as typeof result);
    },
  };
}

/** Returns the minimum cost. A query without a cost is invalid: GraphQL's validation reports it, and it never runs. */
function minCostOf(query: ParsedQuery): NonNullable<RequestContext["cost"]> {
  try {
    return { points: costOf(query, { departmentCount: 1 }) };
  } catch (fault) {
    return { fault };
  }
}

function codeOf([first]: readonly GraphQLError[]): string {
  return String(first?.extensions["code"] ?? "INTERNAL_ERROR");
}

/** Returns what callers learn about the age of the data (gateway/graphql/README.md 5.5). */
function standbyOf({ asOf, lagSeconds }: DataAge) {
  return { asOf: formatUtc(asOf), lagSeconds };
}

/** Reports each defect once. A defect in a list occurs once for each row. */
function reportDefects(
  errors: readonly GraphQLError[],
  { context: { request }, requestId }: Received,
  onDefect: OnDefect,
): void {
  // If the caller has disconnected, every field ends with an error.
  if (request.signal.aborted) return;
  const reported = new Set<string>();
  for (const error of errors) {
    const defect = defectOf(error);
    if (defect === undefined || reported.has(String(defect))) continue;
    reported.add(String(defect));
    const place = error.path ? `#${error.path.join(".")}` : "";
    onDefect(defect, { requestId, method: request.method, path: `/graphql${place}` });
  }
}

function notAcceptable(): GraphQLError {
  const message =
    "Accept must allow application/json, application/graphql-response+json or text/csv";
  return new GraphQLError(message, {
    extensions: { code: "NOT_ACCEPTABLE", http: { status: 406 } },
  });
}
