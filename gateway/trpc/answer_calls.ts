import type { Called } from "./called_procedures.ts";

/** Answers a request as tRPC does. */
type Answer = (called: Called) => Promise<Response>;

/**
 * Answers a batch of queries call by call. tRPC would write the results of all calls as one text at once, which
 * holds the event loop for as long as 20 large results take. The answer is the same, byte by byte.
 */
export async function answerCalls(called: Called, answer: Answer): Promise<Response> {
  const inputs = called.isBatch ? inputsOf(called) : undefined;
  if (!inputs) return await answer(called);
  const answers = await Promise.all(called.paths.map((path, i) => {
    const input = i in inputs ? JSON.stringify(inputs[i]) : null;
    return answer({ paths: [path], isBatch: false, input });
  }));
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

/** The inputs by the places of the calls; undefined for what tRPC itself is to refuse. */
function inputsOf({ input }: Called): Record<number, unknown> | undefined {
  if (input === null) return {};
  try {
    const inputs: unknown = JSON.parse(input);
    const isMap = typeof inputs === "object" && inputs !== null && !Array.isArray(inputs);
    return isMap ? inputs as Record<number, unknown> : undefined;
  } catch {
    return undefined;
  }
}

/** JSON values as one array, sent value by value. */
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
