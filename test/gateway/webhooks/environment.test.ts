import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, describe, expect, test } from "vitest";
import { createWebhookSender } from "../../../gateway/webhooks/mod.ts";
import { createSelfSigned } from "../../support/certificates.ts";
import { passedOn } from "../../support/passed_on.ts";
import {
  authorityCertificate,
  startReceiver,
  startTcpReceiver,
  toLoopback,
  webhook,
} from "./receivers.ts";
import { folderPerFile } from "../../support/per_file.ts";

const run = promisify(execFile);
const script = fileURLToPath(new URL("run_send.ts", import.meta.url));

const folder = await folderPerFile("webhook-sending-");
const authority = join(folder, "authority.pem");
await writeFile(authority, authorityCertificate);
const receiver = await startReceiver((_, response) => response.writeHead(204).end());
const proxy = await startTcpReceiver((socket) => socket.destroy());
afterAll(() => Promise.all([receiver, proxy].map((one) => one[Symbol.asyncDispose]())));

/** What a process with these variables sends. */
async function sendWith(variables: Record<string, string>) {
  const env = { ...passedOn, ...variables };
  const { stdout } = await run(process.execPath, [script, String(receiver.port)], { env });
  return JSON.parse(stdout);
}

const untrusted = {
  isDelivered: false,
  error:
    "TLS certificate is not valid: it is not from a known authority, or the chain is incomplete",
};

describe("the environment of the process", () => {
  test("adds a private authority by NODE_EXTRA_CA_CERTS, and none without", async () => {
    expect(await sendWith({})).toMatchObject(untrusted);
    expect(await sendWith({ NODE_EXTRA_CA_CERTS: authority }))
      .toMatchObject({ isDelivered: true, statusCode: 204 });
  });

  test("cannot disable the check of certificates", async () => {
    expect(await sendWith({ NODE_TLS_REJECT_UNAUTHORIZED: "0" })).toMatchObject(untrusted);
  });

  test("cannot put a proxy in between", async () => {
    const address = `http://127.0.0.1:${proxy.port}`;
    const result = await sendWith({
      NODE_EXTRA_CA_CERTS: authority,
      NODE_USE_ENV_PROXY: "1",
      HTTPS_PROXY: address,
      https_proxy: address,
      HTTP_PROXY: address,
      ALL_PROXY: address,
    });
    expect(result).toMatchObject({ isDelivered: true });
    expect(proxy.connections).toHaveLength(0);
  });
});

test("an error shows neither the receiver's words nor an address of ours", async () => {
  await using chatty = await startReceiver((_, response) => {
    response.writeHead(418, "I am secret-word", { "x-secret": "secret-word" }).end("secret-word");
  });
  await using stranger = await startReceiver(
    (_, response) => response.end(),
    createSelfSigned({ names: ["secret-word.example"] }),
  );
  const sender = createWebhookSender({ allowsPrivateNetwork: true, lookup: toLoopback });
  const results = await Promise.all(
    [chatty, stranger].map(({ url }) => sender.send(webhook(url))),
  );
  await sender.close();
  expect(results.map(({ error }) => error)).toEqual([
    "Answered 418",
    "TLS certificate is not valid: it is self-signed",
  ]);
  // The headers are the receiver's words; staff see them apart from the error.
  const errors = results.map(({ responseHeaders: _headers, ...rest }) => rest);
  expect(JSON.stringify(errors)).not.toMatch(/secret|127\.0\.0\.1/);
});
