import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { beginDialog, ChangeKeys, sendChange } from "../../gateway/dashboard/api/changes.ts";
import { NoAnswerError, OfflineError, StoppedError } from "../../gateway/dashboard/api/errors.ts";
import type { MutationPath } from "../../gateway/dashboard/api/types.ts";
import { procedureTypes } from "../../gateway/trpc/router.ts";

const paths = [...procedureTypes].filter(([, type]) => type === "mutation").map(([path]) =>
  path
) as MutationPath[];
const input = { id: 7 } as never;

let isOnline = true;
let answer: (signal: AbortSignal) => Promise<Response>;
let keys: (string | null)[] = [];

const output = { user: { id: 1 } };
const done = async () => Response.json({ result: { data: output } });
const lost = async () => {
  throw new TypeError("Failed to fetch");
};
const refused = async () =>
  Response.json({ error: { message: "No", code: -32_600, data: { appCode: "CONFLICT" } } }, {
    status: 409,
  });

beforeEach(() => {
  isOnline = true;
  keys = [];
  vi.stubGlobal("navigator", {
    get onLine() {
      return isOnline;
    },
  });
  // As in a page that is opened by http from another computer.
  vi.stubGlobal("crypto", { getRandomValues: crypto.getRandomValues.bind(crypto) });
  vi.stubGlobal("fetch", (_: string, { headers, signal }: RequestInit) => {
    keys.push(new Headers(headers).get("Idempotency-Key"));
    return answer(signal as AbortSignal);
  });
});
afterEach(() => vi.unstubAllGlobals());

describe.each(paths)("%s", (path) => {
  const form = new ChangeKeys();
  const send = () => sendChange(path, input, form);

  test("is refused offline without a request", async () => {
    isOnline = false;
    await expect(send()).rejects.toThrow(OfflineError);
    expect(keys).toEqual([]);
  });

  test("is sent once, and again with the same key only if the user tries again", async () => {
    answer = lost;
    await expect(send()).rejects.toThrow(NoAnswerError);
    expect(keys).toHaveLength(1);
    answer = done;
    await send();
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(keys[1]).toBe(keys[0]);
    await send();
    expect(keys[2]).not.toBe(keys[0]);
  });

  test("has a new key after a refusal", async () => {
    answer = refused;
    await expect(send()).rejects.toThrow("No");
    answer = done;
    await send();
    expect(keys[1]).not.toBe(keys[0]);
  });

  test("stops when its dialog is closed before the answer", async () => {
    let wasAborted = false;
    answer = (signal) =>
      new Promise((_, reject) =>
        signal.addEventListener("abort", () => {
          wasAborted = true;
          reject(signal.reason as Error);
        })
      );
    const close = beginDialog();
    const sent = send();
    sent.catch(() => {});
    await vi.waitFor(() => expect(keys).toHaveLength(1));
    expect(close()).toBe(1);
    await expect(sent).rejects.toThrow(StoppedError);
    expect(wasAborted).toBe(true);
  });
});

test("a change that began before the dialog was opened is not stopped with it", async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  answer = () => promise;
  const sent = sendChange("appointments.complete", input, new ChangeKeys());
  const close = beginDialog();
  expect(close()).toBe(0);
  resolve(await done());
  await expect(sent).resolves.toEqual(output);
});
