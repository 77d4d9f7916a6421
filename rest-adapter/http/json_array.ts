/**
 * Streams a JSON array in batches. It requests a batch when the reader has taken the previous one, so a long list is
 * never held as a whole. An error closes the connection, so that the reader sees that the list is incomplete.
 */
export function jsonArray(
  batches: AsyncIterable<readonly unknown[]>,
  breakOff: (error: unknown) => boolean,
): ReadableStream<Uint8Array> {
  const utf8 = new TextEncoder();
  const reading = batches[Symbol.asyncIterator]();
  let start = "[";
  let isCancelled = false;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reading.next();
        if (isCancelled) return;
        if (done) {
          controller.enqueue(utf8.encode(start === "[" ? "[]" : "]"));
          controller.close();
        } else if (value.length > 0) {
          controller.enqueue(utf8.encode(start + JSON.stringify(value).slice(1, -1)));
          start = ",";
        }
      } catch (error) {
        if (!breakOff(error)) controller.error(new Error("The list is incomplete"));
      }
    },
    async cancel() {
      isCancelled = true;
      await reading.return?.();
    },
  });
}
