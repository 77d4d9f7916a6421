import { expect, test } from "vitest";
import { connectRaw, serve } from "./support.ts";

/** Sends a target as it is. Returns what a surface sees of it, and the path in the log. */
async function request(target: string, host = "h") {
  await using server = await serve({ rest: ({ url }) => new Response(url) });
  const { socket, closed } = await connectRaw(server.url);
  socket.write(`GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  const [head = "", body = ""] = (await closed).split("\r\n\r\n");
  const status = Number(head.split(" ")[1]);
  if (status === 200) await expect.poll(() => server.logged.length).toBe(1);
  return { status, url: body, logged: server.logged[0]?.["path"] };
}

test.each([
  ["/api/v1/departments?x=//y&z=%41", "/api/v1/departments?x=//y&z=%41"],
  ["//api///v1/departments", "/api/v1/departments"],
  ["/api/./v1/../v1/departments", "/api/v1/departments"],
  ["/%61pi/v1/%2e%2E/v1/appointments/%31", "/api/v1/appointments/1"],
  ["/trpc/a%2cb%2Fc", "/trpc/a%2Cb%2Fc"],
  ["/trpc/a.b,c.d?batch=1", "/trpc/a.b,c.d?batch=1"],
  ["/x%zz", "/x%zz"],
  ["/../../x", "/x"],
  ["/x/", "/x/"],
])("the target %s is seen as %s by surfaces and the log", async (target, normal) => {
  const { url, logged } = await request(target);
  expect([url, logged]).toEqual([`http://h${normal}`, normal.replace(/\?.*/, "")]);
});

test("a target with a host is seen as its path, and its host counts", async () => {
  const { url, logged } = await request("http://other.example/x?y=1", "h");
  expect([url, logged]).toEqual(["http://other.example/x?y=1", "/x"]);
});

test("a backslash is refused, because some programs take it for a slash", async () => {
  expect((await request("/\\ticket/GEHEIM")).status).toBe(400);
});

test.each([
  "/ticket/GEHEIM",
  "/Ticket/GEHEIM",
  "//ticket/GEHEIM",
  "/./KIOSK//GEHEIM",
  "/x/../display/GEHEIM",
  "/%74icket/GEHEIM",
  "http://h/ticket/GEHEIM",
])("%s does not write its token to the log", async (target) => {
  const { logged } = await request(target);
  expect(logged).toMatch(/^\/(ticket|kiosk|display)\/\{token\}$/);
});

test("a call takes a place of calls, however its path is spelled", async () => {
  await using server = await serve({
    maxInFlight: 2,
    rest: () => new Promise(() => {}),
    maxStopMs: 0,
  });
  const send = async (target: string) => {
    const connection = await connectRaw(server.url);
    connection.socket.write(`GET ${target} HTTP/1.1\r\nHost: h\r\n\r\n`);
    return connection;
  };
  await send("/api/v1/departments");
  const second = await send("/%61pi/v1/departments");
  await expect.poll(second.text).toContain("503");
});
