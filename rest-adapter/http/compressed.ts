import type { Answer, RequestContext } from "./request_context.ts";

const utf8 = new TextEncoder();

/**
 * Compresses an answer, if the host can and the client accepts it. Only for answers with neither a secret nor text of
 * the caller (gateway/http/README.md 9).
 */
export async function compressed(
  answer: Answer,
  { compressor }: Pick<RequestContext, "compressor">,
): Promise<Answer> {
  if (answer.status !== 200 && answer.status !== 304) return answer;
  const headers = { ...answer.headers, Vary: "Accept-Encoding" };
  const plain = { ...answer, headers };
  const client = answer.status === 200 ? compressor?.() : undefined;
  if (!client) return plain;
  if (answer.stream) {
    const { encoding, stream } = client.stream(answer.stream);
    return { ...plain, stream, headers: { ...headers, "Content-Encoding": encoding } };
  }
  const encoded = await client.bytes(answer.json ?? utf8.encode(JSON.stringify(answer.body)));
  if (!encoded) return plain;
  const { encoding, bytes: json } = encoded;
  return { ...plain, json, headers: { ...headers, "Content-Encoding": encoding } };
}
