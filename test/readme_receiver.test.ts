import { execFile, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { signDelivery } from "../core/webhooks/attempt_delivery.ts";
import { hmacSha256 } from "../gateway/security/crypto.ts";
import { startApi } from "./support/api.ts";
import { signInStaff } from "./support/staff_browser.ts";
import { receiverEnvironment, startWebhookReceiver } from "./support/webhook_receiver.ts";

const run = promisify(execFile);
const readme = await readFile(
  fileURLToPath(new URL("../rest-adapter/README.md", import.meta.url)),
  "utf8",
);
const section = readme.slice(readme.indexOf("\n### 11.2 Webhooks\n"));

/** What the section prints in a language. */
function printed(language: string): string {
  return new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(section)![1]!;
}

/** The receiver as printed, in a process of its own, on a port that it is given. */
async function startPrinted(secret: string) {
  await using opened = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "appointments-readme-"));
  opened.defer(() => rm(folder, { recursive: true }));
  const file = join(folder, "receiver.mjs");
  const code = printed("js");
  expect(code).toContain(".listen(8080)");
  const listening = "function () { console.error(this.address().port); }";
  await writeFile(file, code.replace("8080", `0, "127.0.0.1", ${listening}`));
  const child = spawn(process.execPath, [file], { env: { SECRET: secret } });
  opened.defer(() => void child.kill("SIGKILL"));
  const output = { text: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => output.text += text);
  const [port] = await once(createInterface(child.stderr), "line");
  const everything = opened.move();
  return {
    url: `http://127.0.0.1:${port}/`,
    output,
    [Symbol.asyncDispose]: () => everything.disposeAsync(),
  };
}

test("the printed receiver takes a right delivery and answers 401 to one that was tampered with", async () => {
  const secret = "whsec_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQR";
  await using receiver = await startPrinted(secret);
  const id = randomUUID();
  const body = JSON.stringify({
    id,
    type: "appointment.created",
    data: { object: { name: "Zoë" } },
  });
  const headers = await signDelivery({ hmacSha256 }, {
    eventId: id,
    type: "appointment.created",
    deliveryId: randomUUID(),
    environment: "LIVE",
    body,
    secrets: [secret],
    sentAt: Temporal.Now.instant(),
  });
  const statusOf = async (sent: Record<string, string>, sentBody: string) =>
    (await fetch(receiver.url, { method: "POST", headers: sent, body: sentBody })).status;
  const signature = "X-Service-Signature";
  expect(await statusOf(headers, body)).toBe(204);
  expect(await statusOf(headers, body.replace("Zoë", "Zoe"))).toBe(401);
  expect(await statusOf({ ...headers, [signature]: `sha256=${"0".repeat(64)}` }, body)).toBe(401);
  expect(await statusOf({ ...headers, [signature]: "short" }, body)).toBe(401);
  const { [signature]: _, ...unsigned } = headers;
  expect(await statusOf(unsigned, body)).toBe(401);
  await expect.poll(() => receiver.output.text).toContain(id);
});

test("a webhook is made, tested, looked after and repeated as printed", async () => {
  await using environment = await receiverEnvironment();
  // What speaks TLS before the printed receiver, which is not there yet.
  await using front = await startWebhookReceiver();
  front.answer = (response) => response.writeHead(502).end();
  await using api = await startApi(environment);
  const { organizationId } = await api.organization();
  const { cookie } = await signInStaff(api, organizationId);
  expect(printed("sh")).toContain("https://example.com/hooks");
  const script = printed("sh")
    .replace("https://example.com/hooks", front.url)
    .replaceAll("-b cookies", `-b "${cookie}"`)
    .replaceAll("curl -sS", "curl -sS -f");
  const [make, tryIt, look, repeat] = script.replaceAll("\\\n", " ").trim().split("\n");
  const env = { ...process.env, STAFF: `${api.services[0]!.url}/api/staff` };
  const answerTo = async (line: string) =>
    JSON.parse((await run("sh", ["-e", "-c", line], { env })).stdout);

  const { secret } = await answerTo(make!);
  expect(await answerTo(tryIt!)).toMatchObject({ success: false, statusCode: 502 });
  expect((await answerTo(look!)).content).toMatchObject([{ id: 1, status: "FAILED" }]);

  await using receiver = await startPrinted(secret);
  front.answer = async (response, { headers, body }) => {
    const signature = { "X-Service-Signature": headers["X-Service-Signature"]! };
    const options = { method: "POST", headers: signature, body: new Uint8Array(body) };
    response.writeHead((await fetch(receiver.url, options)).status).end();
  };
  expect(await answerTo(repeat!)).toMatchObject({ attempt: 1 });
  await expect.poll(() => receiver.output.text).toContain("webhook.test");
  expect(await answerTo(tryIt!)).toMatchObject({ success: true, statusCode: 204 });
});
