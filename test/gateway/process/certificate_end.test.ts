import { once } from "node:events";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { createServer } from "node:tls";
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
  server.on("tlsClientError", () => {}).listen(0);
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  expect(await certificateEnd(`https://${host}:${port}/`)).toBe(until.getTime() / 1000);
});

test("an address that does not answer, or not with TLS, is an error", async () => {
  const server = createTcpServer((socket) => void socket.resume().end("no TLS")).listen(0);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await expect(certificateEnd(`https://127.0.0.1:${port}`)).rejects.toThrow("SSL");
  server.close();
  await once(server, "close");
  await expect(certificateEnd(`https://127.0.0.1:${port}`)).rejects.toThrow("ECONNREFUSED");
});
