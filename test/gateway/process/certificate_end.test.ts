import { once } from "node:events";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { createServer, TLSSocket } from "node:tls";
import { expect, onTestFinished, test } from "vitest";
import { certificateEnd } from "../../../gateway/process/certificate_end.ts";
import { createSelfSigned } from "../../support/certificates.ts";

test.each([
  ["an address", "127.0.0.1"],
  ["a name", "localhost"],
])("the end of the certificate at %s is read, also if it has passed", async (_, host) => {
  const until = new Date("2026-02-03T04:05:06Z");
  const from = new Date("2026-01-01T00:00:00Z");
  const server = createServer(createSelfSigned({ names: [host], from, until }));
  let finished = 0;
  server.on("tlsClientError", () => {}).listen(0);
  server.on("secureConnection", (socket) => {
    finished += 1;
    socket.resume();
  });
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  expect(await certificateEnd({ host, port })).toBe(until.getTime() / 1000);
  // A server logs a fault for each handshake that breaks off.
  server.close();
  await once(server, "close");
  expect(finished).toBe(1);
});

test("an address that does not answer, or not with TLS, is an error", async () => {
  const server = createTcpServer((socket) => void socket.resume().end("no TLS")).listen(0);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await expect(certificateEnd({ host: "127.0.0.1", port })).rejects.toThrow("SSL");
  server.close();
  await once(server, "close");
  await expect(certificateEnd({ host: "127.0.0.1", port })).rejects.toThrow("ECONNREFUSED");
});

test.each([
  ["S", "ends"],
  ["N", "the server offers no TLS"],
])("Postgres is asked for TLS: its answer %s", async (answer, result) => {
  const until = new Date("2029-02-03T04:05:06Z");
  const certificate = createSelfSigned({ names: ["127.0.0.1"], until });
  const server = createTcpServer((socket) => {
    socket.on("error", () => {}).once("data", (request) => {
      expect(request.toString("hex")).toBe("0000000804d2162f");
      socket.write(answer);
      if (answer === "S") void new TLSSocket(socket, { isServer: true, ...certificate });
    });
  }).listen(0);
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const end = certificateEnd({ host: "127.0.0.1", port, isPostgres: true })
    .then((seconds) => seconds === until.getTime() / 1000 && "ends", ({ message }) => message);
  expect(await end).toBe(result);
});
