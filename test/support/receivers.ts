import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Certificate, createAuthority } from "./certificates.ts";

const entry = fileURLToPath(new URL("run_receivers.ts", import.meta.url));

/** One delivery as it came in. */
export interface Received {
  /** Which receiver, from 0. */
  receiver: number;
  /** Milliseconds since the epoch. */
  atMs: number;
  eventId: string;
  deliveryId: string;
  signature: string;
  body: string;
}

/** A receiver answers 204, never, or 500 to the first attempt of each delivery and 204 to the next ones. */
export type ReceiverKind = "answers" | "hangs" | "fails first";

// Some tests change the clock of the process that delivers, by which it checks certificates.
const validity = {
  from: new Date("1900-01-01T00:00:00Z"),
  until: new Date("2300-01-01T00:00:00Z"),
};

/** What the process of the receivers is asked. */
export type ReceiversRequest =
  | {
    kind: "open";
    receivers: ReceiverKind[];
    certificate: Certificate;
    /** Each answer waits a random time up to this. */
    answersAfterMs: number;
  }
  | { kind: "state" }
  | { kind: "take" };

/** What it says, one answer for each question. */
export type ReceiversReply =
  | { kind: "opened"; ports: number[] }
  | ({ kind: "state" } & ReceiversState)
  | { kind: "taken"; received: Received[] };

/** How many deliveries came in, and how many requests of each receiver were open at the same time at most. */
export interface ReceiversState {
  count: number;
  maxAtOnce: number[];
}

/** Receivers of webhooks over TLS, in one process of their own. */
export interface Receivers extends AsyncDisposable {
  urls: string[];
  /** What a process needs in its environment to deliver to them. */
  environment: Record<string, string>;
  state(): Promise<ReceiversState>;
  /** What came in since the last time. */
  take(): Promise<Received[]>;
}

/** Starts a receiver of each kind that is named. */
export async function startReceivers(
  receivers: ReceiverKind[],
  { answersAfterMs = 0 }: { answersAfterMs?: number } = {},
): Promise<Receivers> {
  await using opened = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "appointments-receivers-"));
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  const authority = createAuthority("Authority of the receivers", validity);
  const authorityFile = join(folder, "authority.pem");
  await writeFile(authorityFile, authority.cert);
  const child = fork(entry, { env: {}, execArgv: [] });
  opened.defer(() => end(child));
  const ask = inTurns(child);
  const certificate = authority.issue({ names: ["localhost", "127.0.0.1"] });
  const { ports } = await ask({ kind: "open", receivers, certificate, answersAfterMs }, "opened");
  const everything = opened.move();
  return {
    urls: ports.map((port) => `https://127.0.0.1:${port}/hook`),
    environment: {
      NODE_EXTRA_CA_CERTS: authorityFile,
      WEBHOOK_ALLOW_PRIVATE_NETWORK: "true",
    },
    state: () => ask({ kind: "state" }, "state"),
    take: async () => (await ask({ kind: "take" }, "taken")).received,
    [Symbol.asyncDispose]: () => everything.disposeAsync(),
  };
}

/** Questions to a process that answers each, in their order. */
function inTurns(child: ChildProcess) {
  const ended = new AbortController();
  child.once("exit", () => ended.abort(new Error("The process of the receivers has ended")));
  let turn: Promise<unknown> = Promise.resolve();
  return function ask<K extends ReceiversReply["kind"]>(
    asked: ReceiversRequest,
    _kind: K,
  ): Promise<Extract<ReceiversReply, { kind: K }>> {
    const answer = turn.then(async () => {
      ended.signal.throwIfAborted();
      child.send(asked);
      return (await once(child, "message", { signal: ended.signal }))[0];
    });
    turn = answer.catch(() => {});
    return answer;
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}
