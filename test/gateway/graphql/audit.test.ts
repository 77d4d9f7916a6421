import { serverAudits } from "graphql-http";
import { describe, expect, test } from "vitest";
import { openGraphql } from "./support.ts";
import { perFile } from "../../support/per_file.ts";

const graphql = await perFile(openGraphql());

const url = "http://reports.test/graphql";

async function fetchFn(target: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set("Authorization", `Bearer ${graphql.token}`);
  return await graphql.send({ ...init, headers }, target);
}

describe("GraphQL over HTTP, as graphql-http audits it", () => {
  const audits = serverAudits({ url, fetchFn });

  test("there are audits of every strength", () => {
    expect(audits.length).toBeGreaterThan(50);
    expect(new Set(audits.map(({ name }) => name.split(" ")[0])))
      .toEqual(new Set(["MUST", "SHOULD", "MAY"]));
  });

  test.each(audits.map((audit) => [`${audit.id}: ${audit.name}`, audit] as const))(
    "%s",
    async (_, audit) => {
      const { status, ...result } = await audit.fn();
      expect({ status, reason: "reason" in result ? result.reason : undefined })
        .toEqual({ status: "ok" });
    },
  );
});
