import { describe, expect, test } from "vitest";
import { mediaTypeOf } from "../../../gateway/graphql/parameters.ts";
import { openGraphql } from "./support.ts";
import { perFile } from "../../support/per_file.ts";

const graphql = await perFile(openGraphql());

const url = "http://reports.test/graphql";
const headersOf = (more: Record<string, string> = {}) => ({
  authorization: `Bearer ${graphql.token}`,
  "content-type": "application/json",
  ...more,
});
const streamed = { duplex: "half" };
const post = (body: NonNullable<RequestInit["body"]>, headers: Record<string, string> = {}) =>
  graphql.send({ method: "POST", headers: headersOf(headers), body, ...streamed });

async function refusalIn(response: Response) {
  const { errors } = await response.json() as {
    errors: { message: string; extensions: { code: string; details?: { field: string }[] } }[];
  };
  const [{ extensions: { code, details } }] = errors as [(typeof errors)[0]];
  return [response.status, code, ...(details ? [details.map(({ field }) => field)] : [])];
}

test("every answer has the standing headers of the staff surfaces, and none of CORS", async () => {
  const query = JSON.stringify({ query: "{ __typename }" });
  const asked = { Origin: "https://app.example.com", "X-Request-Id": "trace-1" };
  const answers = [
    await post(query, asked),
    await post("{", asked),
    await post(query, { ...asked, authorization: "Bearer x" }),
    await graphql.send({ method: "OPTIONS", headers: headersOf(asked) }),
    await graphql.send({ headers: headersOf({ ...asked, accept: "text/html" }) }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 400, 401, 405, 406]);
  expect(answers[3]!.headers.get("Allow")).toBe("GET, HEAD, POST");
  expect(answers[2]!.headers.get("WWW-Authenticate")).toBe('Bearer realm="token"');
  const head = { method: "HEAD", headers: headersOf() };
  expect((await graphql.send(head, `${url}?query={__typename}`)).status).toBe(200);
  for (const { headers } of answers) {
    expect(Object.fromEntries(headers)).toMatchObject({
      "x-request-id": "trace-1",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
      "x-frame-options": "DENY",
      "referrer-policy": "no-referrer",
      "cross-origin-resource-policy": "same-origin",
      "content-type": "application/json; charset=utf-8",
      vary: "Accept",
    });
    expect([...headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
  }
});

test.each([
  [null, "application/json"],
  ["application/*", "application/json"],
  [
    "application/json;q=0.9, application/graphql-response+json; charset=utf-8",
    "application/graphql-response+json",
  ],
  ["application/json, application/graphql-response+json;q=0.5", "application/json"],
  ["text/html, application/xml;q=0.9, */*;q=0.8", "application/json"],
  ["text/html", undefined],
  ["application/json;q=0", undefined],
])("Accept %j is answered in %s", (accept, type) => expect(mediaTypeOf(accept)).toBe(type));

test("a stream of events is 406: nothing is streamed", async () => {
  const query = JSON.stringify({ query: "{ __typename }" });
  const response = await post(query, { accept: "text/event-stream" });
  expect(await refusalIn(response)).toEqual([406, "NOT_ACCEPTABLE"]);
});

describe("a body", () => {
  test.each<[string, NonNullable<RequestInit["body"]>, Record<string, string>, unknown[]]>([
    ["that is no JSON", "{", {}, [400, "VALIDATION_ERROR", ["body"]]],
    ["of several queries", "[]", {}, [400, "VALIDATION_ERROR", ["body"]]],
    ["of plain text", "{}", { "content-type": "text/plain" }, [400, "VALIDATION_ERROR", ["body"]]],
    [
      "with three faults",
      '{"query": 1, "variables": [], "operationName": {}}',
      {},
      [400, "VALIDATION_ERROR", ["query", "operationName", "variables"]],
    ],
    ["of more than 64 KiB without a length", new Blob([" ".repeat(65_537)]).stream(), {}, [
      413,
      "PAYLOAD_TOO_LARGE",
    ]],
  ])("%s is refused", async (_, body, headers, refusal) => {
    expect(await refusalIn(await post(body, headers))).toEqual(refusal);
  });
});

test("variables of a GET that are no JSON are a fault of theirs", async () => {
  const target = `${url}?query={__typename}&variables={`;
  const response = await graphql.send({ headers: headersOf() }, target);
  expect(await refusalIn(response)).toEqual([400, "VALIDATION_ERROR", ["variables"]]);
});

test.each(["operation_name=A", "Variables={}", "query={__typename}"])(
  "the misspelled or repeated parameter %s of a GET is refused",
  async (parameter) => {
    const target = `${url}?query={organization{name}}&${parameter}`;
    const response = await graphql.send({ headers: headersOf() }, target);
    const [name] = parameter.split("=");
    expect(await refusalIn(response)).toEqual([400, "VALIDATION_ERROR", [name]]);
  },
);

describe("a fault of the query", () => {
  test.each([
    ["{", "GRAPHQL_PARSE_FAILED", "Syntax Error: Expected Name, found <EOF>."],
    [
      "{ organization { nam } }",
      "GRAPHQL_VALIDATION_FAILED",
      'Cannot query field "nam" on type "Organization". Did you mean "name"?',
    ],
    [
      "mutation { book }",
      "GRAPHQL_VALIDATION_FAILED",
      "The mutation operation is not supported by the schema.",
    ],
    [
      "query A { __typename } query B { __typename }",
      "OPERATION_RESOLUTION_FAILURE",
      "Could not determine what operation to execute.",
    ],
  ])("%s is answered in the words of GraphQL, with a code", async (query, code, message) => {
    const { status, body } = await graphql.ask(
      query,
      {},
      headersOf({
        accept: "application/graphql-response+json",
      }),
    );
    expect(status).toBe(400);
    expect(body.errors![0]).toMatchObject({ message, extensions: { code } });
    expect(Object.keys(body.errors![0]!.extensions!)).toEqual(["code"]);
    expect(body).not.toHaveProperty("data");
  });

  test("of several operations the named one is run", async () => {
    const query = "query A { a: __typename } query B { b: __typename }";
    const response = await post(JSON.stringify({ query, operationName: "B" }));
    expect(await response.json()).toEqual({ data: { b: "Query" } });
  });
});
