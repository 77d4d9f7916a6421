import { hash } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { openGraphql } from "./support.ts";
import { perFile } from "../../support/per_file.ts";

const graphql = await perFile(openGraphql({}, { hasExplorer: true }));

const asBrowser = { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" };

test("the browser of a signed-in ADMIN gets the compressed page for writing queries", async () => {
  const response = await graphql.send({
    headers: { ...asBrowser, cookie: await graphql.signedIn("ADMIN") },
  });
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "text/html; charset=utf-8",
    "content-encoding": "gzip",
    "cache-control": "private, no-cache",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "x-request-id": expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  expect(await htmlOf(response)).toContain("<title>Reporting</title>");
});

test("without a session of an ADMIN or OWNER the page is refused as a query is", async () => {
  const callers = [{}, { cookie: "session=x" }, { cookie: await graphql.signedIn("STAFF") }];
  const refusals = await Promise.all(
    callers.map((caller) => graphql.send({ headers: { ...asBrowser, ...caller } })),
  );
  expect(refusals.map(({ status }) => status)).toEqual([401, 401, 403]);
  for (const { headers } of refusals) {
    expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
  }
});

test("a browser that has the page is answered 304, but only with a session", async () => {
  const signedIn = { ...asBrowser, cookie: await graphql.signedIn("OWNER") };
  const etag = (await graphql.send({ headers: signedIn })).headers.get("etag")!;
  const known = { "if-none-match": etag };
  expect((await graphql.send({ headers: { ...signedIn, ...known } })).status).toBe(304);
  expect((await graphql.send({ headers: { ...asBrowser, ...known } })).status).toBe(401);
});

test("the page needs nothing from elsewhere, and its policy lets its own script alone run", async () => {
  const response = await graphql.send({
    headers: { ...asBrowser, cookie: await graphql.signedIn("OWNER") },
  });
  const html = await htmlOf(response);
  const scripts = [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)];
  expect(scripts.map(([, attributes]) => attributes)).toEqual([""]);
  const policy = response.headers.get("content-security-policy")!;
  const [[, , script]] = scripts as [RegExpExecArray];
  expect(policy).toContain(`script-src 'sha256-${hash("sha256", script!, "base64")}';`);
  expect(policy).toMatch(/^default-src 'none';/);
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toMatch(/https?:|\*|script-src[^;]*unsafe/);
  const outside = html.replaceAll(/<(script|style)>[\s\S]*?<\/\1>/g, "");
  expect(outside).not.toMatch(/(src|href)="?(https?:)?\/\//);
});

test("without the option, as in production, no caller gets the page", async () => {
  await using graphql = await openGraphql();
  const authorization = `Bearer ${graphql.token}`;
  const answers = [
    await graphql.send({ headers: asBrowser }),
    await graphql.send({ headers: { ...asBrowser, authorization } }),
    await graphql.send({ headers: { accept: "text/html", authorization } }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([401, 400, 406]);
  for (const { headers } of answers) {
    expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
  }
});

async function htmlOf(response: Response): Promise<string> {
  return gunzipSync(await response.arrayBuffer()).toString();
}
