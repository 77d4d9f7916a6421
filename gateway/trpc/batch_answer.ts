import { validationError } from "../../core/mod.ts";
import type { RequestedCalls } from "./requested_calls.ts";
import { invalidInput } from "./errors.ts";

/** Runs calls with tRPC. `readBody` reads the input of a POST; the body of the request if left out. */
type Answer = (
  calls: Omit<RequestedCalls, "faults">,
  readBody?: () => Promise<string>,
) => Promise<Response>;

/**
 * Answers a batch of queries call by call (gateway/trpc/README.md 3.3). tRPC would serialize all results at once, and 20
 * large results would block the event loop. The bytes of the answer are the same.
 */
export async function answerCalls(calls: RequestedCalls, answer: Answer): Promise<Response> {
  const inputs = calls.isBatch ? inputsOf(calls.input) : undefined;
  if (!inputs) return await answer(calls);
  return await joined(calls.paths.map((path, i) => {
    const input = i in inputs ? JSON.stringify(inputs[i]) : null;
    return answer({ paths: [path], isBatch: false, input });
  }));
}

/**
 * Answers queries whose inputs are in the body, like `answerCalls`. The body is read once, and not before a call has
 * passed the checks of its caller.
 */
export async function answerPostedCalls(
  calls: RequestedCalls,
  answer: Answer,
  readBody: () => Promise<string>,
): Promise<Response> {
  if (!calls.isBatch) return await answer(calls);
  let body: Promise<string> | undefined;
  return await joined(
    calls.paths.map((path, i) =>
      answer({ paths: [path], isBatch: false, input: null }, async () => {
        const text = await (body ??= readBody());
        const inputs = inputsOf(text === "" ? null : text);
        if (!inputs) throw validationError(invalidInput);
        return i in inputs ? JSON.stringify(inputs[i]) : "";
      })
    ),
  );
}

/** Joins the answers to single calls to the answer to their batch. */
async function joined(running: readonly Promise<Response>[]): Promise<Response> {
  const answers = await Promise.all(running);
  // Not `bytes()`: the Response of @hono/node-server does not have it.
  const texts = await Promise.all(
    answers.map(async (one) => new Uint8Array(await one.arrayBuffer())),
  );
  const headers = new Headers(answers[0]!.headers);
  for (const one of answers.slice(1)) {
    for (const cookie of one.headers.getSetCookie()) headers.append("Set-Cookie", cookie);
  }
  const statuses = new Set(answers.map(({ status }) => status));
  const status = statuses.size === 1 ? answers[0]!.status : 207;
  return new Response(arrayOf(texts), { status, headers });
}

/** Returns the inputs by the index of the call, or undefined if they are invalid. tRPC then refuses the batch. */
function inputsOf(input: string | null): Record<number, unknown> | undefined {
  if (input === null) return {};
  try {
    const inputs: unknown = JSON.parse(input);
    const isMap = typeof inputs === "object" && inputs !== null && !Array.isArray(inputs);
    return isMap ? inputs as Record<number, unknown> : undefined;
  } catch {
    return undefined;
  }
}

/** Returns a stream of one JSON array, with one chunk for each value. */
function arrayOf(texts: readonly Uint8Array<ArrayBuffer>[]): ReadableStream<Uint8Array> {
  const utf8 = new TextEncoder();
  let sent = 0;
  return new ReadableStream({
    start: (controller) => controller.enqueue(utf8.encode("[")),
    pull(controller) {
      if (sent > 0) controller.enqueue(utf8.encode(","));
      controller.enqueue(texts[sent]!);
      sent += 1;
      if (sent < texts.length) return;
      controller.enqueue(utf8.encode("]"));
      controller.close();
    },
  });
}
