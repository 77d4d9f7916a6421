import { expect, test } from "vitest";
import { freePort } from "../../gateway/embedded_postgres/free_port.ts";
import type { Handler } from "../../gateway/http/routes.ts";
import { requestIdOf } from "../../rest-adapter/http/mod.ts";
import { type Haproxy, hasHaproxy, startHaproxy } from "../support/haproxy.ts";
import { connectRaw, serve } from "./http/support.ts";

const secret = [
  "/ticket/GEHEIM",
  "/Ticket/GEHEIM",
  "//ticket/GEHEIM",
  "/./KIOSK//GEHEIM",
  "/x/../display/GEHEIM",
  "/feeds/GEHEIM.ics",
  "/%74icket/GEHEIM",
  "/ticket%2FGEHEIM",
  "/appointment/GEHEIM",
  "/email/stop/GEHEIM",
  "/Email//./stop/GEHEIM",
  "/email/x/../stop/GEHEIM",
];

test.runIf(hasHaproxy)(
  "the proxy's log has no query of a request, and no token of a page, however the path is spelled",
  async () => {
    await using server = await serve();
    const port = await freePort();
    const services = [server.url, server.url] as const;
    await using proxy = await startHaproxy({ port, services, checkInterval: "100ms" });
    const query = "/trpc/appointments.list?input=GEHEIM";
    for (
      const target of [
        ...secret,
        query,
        `${proxy.url}/ticket/GEHEIM`,
        "/screens/ticket",
        "/last?GEHEIM",
      ]
    ) {
      const { socket, closed } = await connectRaw(proxy.url);
      socket.write(`GET ${target} HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n`);
      await closed;
    }
    await expect.poll(proxy.log).toContain("/last ");
    expect(proxy.log()).toContain("GET /trpc/appointments.list HTTP/1.1");
    expect(proxy.log()).toContain("/screens/ticket ");
    expect(proxy.log()).not.toContain("GEHEIM");
  },
);

/** Answers as the surfaces do, with the id of the request. */
const answerWithId: Handler = ({ headers }) =>
  new Response("{}", { headers: { "X-Request-Id": requestIdOf(headers) } });

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Sends a request. Returns the status and the X-Request-Id of its answer, and the id in the line of its path. */
async function idsOf(
  proxy: Haproxy,
  path: string,
  { method = "GET", host = "h", ids = [] }: { method?: string; host?: string; ids?: string[] } = {},
) {
  const { socket, closed } = await connectRaw(proxy.url);
  const own = ids.map((id) => `X-Request-Id: ${id}\r\n`).join("");
  socket.write(`${method} ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n${own}\r\n`);
  const head = (await closed).split("\r\n\r\n")[0]!;
  const answered = [...head.matchAll(/^x-request-id: (.*)$/gim)].map(([, id]) => id);
  const line = new RegExp(`\\{(.*)\\} "${method} ${path} HTTP/1.1"`);
  await expect.poll(proxy.log).toMatch(line);
  return { status: Number(head.slice(9, 12)), answered, logged: line.exec(proxy.log())![1] };
}

test.runIf(hasHaproxy)(
  "the proxy's line has the id of the answer: the caller's own if it is valid, else one of the proxy",
  async () => {
    await using server = await serve({
      rest: (request, connection) =>
        request.url.endsWith("/busy")
          ? new Response("{}", { status: 503, headers: { "X-Request-Id": "of-the-service" } })
          : answerWithId(request, connection),
    });
    const services = [server.url, server.url] as const;
    const port = await freePort();
    await using proxy = await startHaproxy({ port, services, checkInterval: "100ms" });
    const own = { answered: ["order-18.15_a"], logged: "order-18.15_a" };
    expect(await idsOf(proxy, "/one", { ids: ["order-18.15_a"] })).toMatchObject(own);
    expect(await idsOf(proxy, "/equal", { ids: Array(2).fill("order-18.15_a") })).toMatchObject(
      own,
    );
    const busy = { answered: ["of-the-service"], logged: "of-the-service" };
    expect(await idsOf(proxy, "/busy", { ids: ["order-18.15_a"] })).toMatchObject(busy);
    const replaced = [[], [""], ["a b"], ["x".repeat(129)], ["order-1", "order-2"]];
    for (const [i, ids] of replaced.entries()) {
      const { answered, logged } = await idsOf(proxy, `/replaced-${i}`, { ids });
      expect(answered).toEqual([expect.stringMatching(uuid)]);
      expect(answered).toEqual([logged]);
    }
  },
);

test.runIf(hasHaproxy)(
  "an answer of the proxy itself has an id, which is in its line",
  async () => {
    const server = await serve({ rest: (_, { breakOff }) => (breakOff(), new Response()) });
    await using proxy = await startHaproxy({
      port: await freePort(),
      services: [server.url, server.url],
      checkInterval: "100ms",
      cells: {
        map: { "north.example": "cell_a", "moving.example": "moving" },
        services: ["http://127.0.0.1:1", "http://127.0.0.1:1"],
      },
    });
    expect((await fetch(`${proxy.url}/haproxy`)).headers.has("X-Request-Id")).toBe(false);
    const north = { host: "north.example" };
    const answers = [
      await idsOf(proxy, "/nobody"),
      await idsOf(proxy, "/moving", { host: "moving.example" }),
      await idsOf(proxy, "/broken", { ...north, method: "DELETE" }),
    ];
    await server[Symbol.asyncDispose]();
    answers.push(await idsOf(proxy, "/away", { ...north, ids: ["order-1"] }));
    expect(answers.map(({ status }) => status)).toEqual([421, 503, 502, 503]);
    expect(answers.map(({ answered }) => answered)).toEqual(
      answers.map(({ logged }) => [logged]),
    );
    expect(answers.map(({ logged }) => logged)).toEqual([
      ...Array(3).fill(expect.stringMatching(uuid)),
      "order-1",
    ]);
  },
);

test.runIf(hasHaproxy)(
  "a request that the proxy sends again has the same id at both services",
  async () => {
    const seen: string[] = [];
    const rest: Handler = (request, connection) => {
      seen.push(requestIdOf(request.headers));
      if (seen.length === 1) connection.breakOff();
      return answerWithId(request, connection);
    };
    await using a = await serve({ rest });
    await using b = await serve({ rest });
    const services = [a.url, b.url] as const;
    const port = await freePort();
    await using proxy = await startHaproxy({ port, services, checkInterval: "100ms" });
    const { status, answered, logged } = await idsOf(proxy, "/again");
    expect(status).toBe(200);
    expect([seen, answered]).toEqual([[logged, logged], [logged]]);
  },
);
