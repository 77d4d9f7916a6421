import { type Operation, TRPCClientError, type TRPCLink } from "@trpc/client";
import { observable } from "@trpc/server/observable";
import type { AppRouter } from "../../trpc/mod.ts";
import { backgroundHeaders, request } from "./request.ts";

/** The path of a query of GraphQL among those of the procedures. Its input is the query. */
export const graphqlPath = "graphql";

/** The answer to a query of GraphQL. */
export interface GraphqlAnswer<Data> {
  data: Data;
  /** With data of a standby: the instant up to which it has all changes. */
  extensions?: { standby?: { asOf: string } };
}

interface GraphqlError {
  message: string;
  extensions: { code: string; details?: readonly { field: string; message: string }[] };
}

/**
 * Sends a query to `/graphql` in place of a call of a procedure. So an ended session holds it like a call, and its errors
 * have the same form. An answer with any error is an error: a part of a report would look complete.
 */
export const graphqlLink: TRPCLink<AppRouter> = () => ({ op }) =>
  observable((observer) => {
    send(op).then(
      (answer) => {
        observer.next({ result: { type: "data", data: answer } });
        observer.complete();
      },
      (error) => observer.error(TRPCClientError.from(error)),
    );
  });

async function send({ input, signal, context }: Operation): Promise<GraphqlAnswer<unknown>> {
  const isBackground = context["isBackground"] === true;
  const response = await request("/graphql", {
    method: "POST",
    headers: { "Content-Type": "application/json", ...(isBackground && backgroundHeaders) },
    body: JSON.stringify({ query: input }),
    signal: signal ?? undefined,
  });
  const { errors: [error] = [], ...answer } = await response.json() as
    & GraphqlAnswer<unknown>
    & { errors?: GraphqlError[] };
  if (error) throw errorOf(error, response);
  // A refusal before GraphQL, such as of a proxy, has another form.
  if (!answer.data) throw TRPCClientError.from(new Error("No data"), { meta: { response } });
  return answer;
}

/** Returns an error in the form of those of the procedures, from which the pages make their texts. */
function errorOf(
  { message, extensions: { code, details } }: GraphqlError,
  response: Response,
): Error {
  const data = { appCode: code, ...(details && { details }) };
  return TRPCClientError.from<AppRouter>(
    { error: { message, code: 0, data } } as unknown as Parameters<
      typeof TRPCClientError.from<AppRouter>
    >[0],
    { meta: { response } },
  );
}
