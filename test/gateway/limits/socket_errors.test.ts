import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { AbstractConnector, Redis, SentinelConnector } from "ioredis";
import { expect, test, vi } from "vitest";
import { connectRedis } from "../../../gateway/limits/redis_connection.ts";

test("a second error of a socket to Redis ends no process", async () => {
  await using server = createServer((socket) => socket.resume()).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const url = `redis://127.0.0.1:${port}`;
  const redis = connectRedis({ form: "server", url }, { silenceMs: 5000, reconnects: false });
  if (!(redis instanceof Redis)) throw new Error("not a connection to one server");
  try {
    const errors: string[] = [];
    redis.on("error", ({ message }: Error) => errors.push(message));
    await once(redis, "connect");
    const { stream } = redis;
    stream.emit("error", new Error("the certificate is refused"));
    // Throws without a listener.
    stream.emit("error", new Error("the server answers with an alert"));
    expect(errors).toEqual(["the certificate is refused"]);
  } finally {
    redis.disconnect();
  }
});

test("sockets to sentinels and masters are made by connectors that share the listener", () => {
  expect(Object.getPrototypeOf(SentinelConnector)).toBe(AbstractConnector);
});

test("a sentinel that does not answer prints nothing between the lines of the log", async () => {
  await using server = createServer((socket) => socket.resume()).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const connector = new SentinelConnector({
    name: "limits",
    sentinels: [{ host: "127.0.0.1", port }],
    sentinelCommandTimeout: 50,
  }) as unknown as { connectToSentinel(sentinel: object, options: object): Redis };
  const printed = vi.spyOn(console, "error").mockImplementation(() => {});
  // As ioredis connects to a sentinel in order to hear of a new master.
  const watching = connector.connectToSentinel({ host: "127.0.0.1", port }, { lazyConnect: true });
  try {
    await expect(watching.subscribe("+switch-master")).rejects.toThrow("Command timed out");
    watching.silentEmit("error", new Error("Command timed out"));
    expect(printed).not.toHaveBeenCalled();
  } finally {
    watching.disconnect();
    printed.mockRestore();
  }
});
