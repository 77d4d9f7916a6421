import { setTimeout as delay } from "node:timers/promises";

/** A reader of the event stream, which comes back with its position when the stream has ended, as a page does. */
export interface EventReader extends AsyncDisposable {
  /** All events so far. */
  text(): string;
  /** The number of streams that were opened. */
  opened: number;
  /** The number of streams that the service ended, and did not break. */
  ended: number;
  /** The number of streams that were refused or broken. */
  failed: number;
}

/** Follows the event stream at `url` with the `Cookie` of a session. */
export function followEvents(url: string, cookie: string): EventReader {
  const stopping = new AbortController();
  const { signal } = stopping;
  let text = "";

  async function readOnce(): Promise<void> {
    const position = [...text.matchAll(/^id: (\d+)\n.*\n\n/gm)].at(-1)?.[1];
    const headers = { Cookie: cookie, ...(position && { "Last-Event-ID": position }) };
    const response = await fetch(`${url}/events/stream`, { headers, signal });
    if (!response.ok) throw new Error(`The stream was answered ${response.status}`);
    reader.opened += 1;
    // What was cut off in an event comes again.
    let rest = "";
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      const events = (rest + chunk).split("\n\n");
      rest = events.pop()!;
      for (const event of events) text += `${event}\n\n`;
    }
    reader.ended += 1;
  }

  async function readAll(): Promise<void> {
    while (!signal.aborted) {
      await readOnce().catch(() => void (reader.failed += signal.aborted ? 0 : 1));
      await delay(50);
    }
  }

  const reader: EventReader = {
    text: () => text,
    opened: 0,
    ended: 0,
    failed: 0,
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await reading;
    },
  };
  const reading = readAll();
  return reader;
}
