import { randomUUID } from "node:crypto";
import type { Application, Ports, StaffUser } from "../../../core/mod.ts";
import { createGraphqlHandler, type GraphqlHandlerOptions } from "../../../gateway/graphql/mod.ts";
import { freshDatabase } from "../../support/fresh_database.ts";
import { openService, seedOrganization } from "../../support/seeded.ts";
import { unsignedTokens } from "../../support/unsigned_tokens.ts";

const url = "http://reports.test/graphql";

/** The answer to one query. */
export interface GraphqlAnswer<Data> {
  status: number;
  body: {
    data?: Data;
    errors?: {
      message: string;
      locations?: { line: number; column: number }[];
      path?: (string | number)[];
      extensions?: Record<string, unknown>;
    }[];
  };
  headers: Headers;
}

/** What a test replaces. */
export interface GraphqlOptions
  extends
    Partial<Pick<Ports, "staffLimits" | "reportingLimits" | "heavyWork">>,
    Pick<GraphqlHandlerOptions, "hasExplorer" | "publicUrl"> {
  reportingPoolSize?: number;
  /** Stops the clock at an instant before anything is made. */
  now?: string;
  /** Use cases in place of the real ones. */
  replaced?: (application: Application) => Partial<Application>;
}

/** Opens the schema over a real database, with one organization and a token that reads it. */
export async function openGraphql(
  settings: { timeZone?: string; [setting: string]: unknown } = {},
  { replaced, hasExplorer, publicUrl, now, ...ports }: GraphqlOptions = {},
) {
  const databaseUrl = await freshDatabase();
  const service = await openService(databaseUrl, ports);
  if (now !== undefined) service.setNow(now);
  const { application } = service;
  const defects: { error: unknown; path: string; requestId: string }[] = [];
  const handle = createGraphqlHandler({ ...application, ...replaced?.(application) }, {
    sessionTokens: unsignedTokens,
    onDefect: (error, { path, requestId }) => defects.push({ error, path, requestId }),
    ...(hasExplorer !== undefined && { hasExplorer }),
    ...(publicUrl !== undefined && { publicUrl }),
  });
  const own = await seedOrganization(service, settings);
  const { token } = await application.createReportingToken(own.organizationId, { name: "Tool" });

  const send = (init: RequestInit, target = url) =>
    handle(new Request(target, init), { ipAddress: "203.0.113.7" });

  async function ask<Data = Record<string, unknown>>(
    query: string,
    variables: Record<string, unknown> = {},
    headers: Record<string, string> = { authorization: `Bearer ${token}` },
  ): Promise<GraphqlAnswer<Data>> {
    const response = await send({
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify({ query, variables }),
    });
    const body = await response.json() as GraphqlAnswer<Data>["body"];
    return { status: response.status, headers: response.headers, body };
  }

  /** Signs in a new user of the organization and returns the cookie. */
  async function signedIn(role: StaffUser["role"], { isOneTime = false } = {}) {
    const email = `${randomUUID()}@test.example`;
    const wanted = { email, name: "Ada", role, ...(!isOneTime && { password: "a long password" }) };
    const { password } = await application.createStaffUser(own.organizationId, wanted);
    const { session } = await application.signIn({ ipAddress: "203.0.113.7" }, { email, password });
    const { id: sessionId, expiresAt } = session;
    return `session=${await unsignedTokens.sign({ sessionId, expiresAt })}`;
  }

  return {
    ...service,
    databaseUrl,
    own,
    token,
    defects,
    handle,
    send,
    ask,
    signedIn,
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}
