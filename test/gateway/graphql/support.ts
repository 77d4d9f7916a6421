import { createGraphqlHandler } from "../../../gateway/graphql/mod.ts";
import { freshDatabase } from "../../support/fresh_database.ts";
import { openService, seedOrganization } from "../../support/seeded.ts";
import { unsignedTokens } from "../../support/unsigned_tokens.ts";

const url = "http://reports.test/graphql";

/** What is answered to one query. */
export interface GraphqlAnswer<Data> {
  status: number;
  body: {
    data?: Data;
    errors?: {
      message: string;
      path?: (string | number)[];
      extensions?: Record<string, unknown>;
    }[];
  };
  headers: Headers;
}

/** The schema over a real database, with one organization and a token that reads it. */
export async function openGraphql(
  settings: { timeZone?: string; [setting: string]: unknown } = {},
) {
  const databaseUrl = await freshDatabase();
  const service = await openService(databaseUrl);
  const { application } = service;
  const defects: unknown[] = [];
  const handle = createGraphqlHandler(application, {
    sessionTokens: unsignedTokens,
    onDefect: (error) => defects.push(error),
  });
  const own = await seedOrganization(service, settings);
  const { token } = await application.createReportingToken(own.organizationId, { name: "Tool" });

  const send = (init: RequestInit, ipAddress = "203.0.113.7") =>
    handle(new Request(url, init), { ipAddress });

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

  return {
    ...service,
    databaseUrl,
    own,
    token,
    defects,
    send,
    ask,
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}
