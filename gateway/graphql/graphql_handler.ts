import { createYoga } from "graphql-yoga";
import { type Application, DomainError, requireRole } from "../../core/mod.ts";
import {
  type Connection,
  createStaffSessions,
  type OnDefect,
  type SessionTokens,
} from "../../rest-adapter/mod.ts";
import type { GraphqlContext } from "./context.ts";
import { schema } from "./schema.ts";

/** Answers a request to `/graphql`. */
export type GraphqlHandler = (
  request: Request,
  connection: Pick<Connection, "ipAddress">,
) => Promise<Response>;

/** The use cases that reporting stands on. */
export type GraphqlUseCases = Pick<
  Application,
  | "authenticateReportingToken"
  | "openReports"
  | "signIn"
  | "authenticateSession"
  | "signOut"
  | "countStaffRequest"
>;

/** How the handler is set up. */
export interface GraphqlHandlerOptions {
  sessionTokens: SessionTokens;
  publicUrl?: string;
  onDefect?: OnDefect;
}

/** Reporting over GraphQL, for reporting tokens and the sessions of ADMINs and OWNERs (contracts, "GraphQL"). */
export function createGraphqlHandler(
  application: GraphqlUseCases,
  { publicUrl, sessionTokens }: GraphqlHandlerOptions,
): GraphqlHandler {
  const sessions = createStaffSessions(application, { publicUrl, sessionTokens });
  const yoga = createYoga<GraphqlContext>({ schema, graphqlEndpoint: "/graphql", logging: false });

  async function readerOf(request: Request, ipAddress: string) {
    const [, token] = /^Bearer +(\S+)$/i.exec(request.headers.get("Authorization") ?? "") ?? [];
    if (token || !sessions.isClaimedBy(request)) {
      return await application.authenticateReportingToken(token);
    }
    const caller = await sessions.authenticate({ request, ipAddress });
    requireRole(caller, "ADMIN");
    return caller;
  }

  return async (request, { ipAddress }) => {
    try {
      const reports = application.openReports(await readerOf(request, ipAddress));
      try {
        return await yoga.fetch(request, { reports });
      } finally {
        await reports.close();
      }
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const { message, code } = error;
      return Response.json({ errors: [{ message, extensions: { code } }] }, { status: 401 });
    }
  };
}
