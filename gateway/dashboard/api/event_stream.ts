/** One server-sent event. */
export interface StreamEvent {
  event: string;
  id: string;
  data: string;
}

/**
 * Reads server-sent events from the body of an answer. Calls `onBytes` for everything that arrives, also for the
 * comments that only say that the stream is alive.
 */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  onBytes: () => void,
): AsyncGenerator<StreamEvent> {
  const reader = body.pipeThrough(new TextDecoderStream() as never)
    .getReader() as ReadableStreamDefaultReader<string>;
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    onBytes();
    text += value;
    const blocks = text.split("\n\n");
    text = blocks.pop()!;
    for (const block of blocks) {
      const event = eventIn(block);
      if (event) yield event;
    }
  }
}

function eventIn(block: string): StreamEvent | undefined {
  const fields = new Map(
    block.split("\n").map((line) => {
      const colon = line.indexOf(": ");
      return [line.slice(0, colon), line.slice(colon + 2)];
    }),
  );
  const event = fields.get("event");
  if (event === undefined) return undefined;
  return { event, id: fields.get("id") ?? "", data: fields.get("data") ?? "" };
}
