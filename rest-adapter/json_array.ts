/**
 * A JSON array that is sent batch by batch: a batch is read when the reader has taken the one before, so that a long
 * list is never held or written as a whole. After an error the connection breaks off, so that half a list is not
 * taken for a whole one.
 */
export function jsonArray(
  batches: AsyncIterable<readonly unknown[]>,
  breakOff: (error: unknown) => boolean,
): ReadableStream<Uint8Array> {
  const utf8 = new TextEncoder();
  const reading = batches[Symbol.asyncIterator]();
  let start = "[";
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reading.next();
        if (done) {
          controller.enqueue(utf8.encode(start === "[" ? "[]" : "]"));
          controller.close();
        } else if (value.length > 0) {
          controller.enqueue(utf8.encode(start + JSON.stringify(value).slice(1, -1)));
          start = ",";
        }
      } catch (error) {
        if (!breakOff(error)) controller.error(new Error("The list broke off"));
      }
    },
    cancel: async () => void await reading.return?.(),
  });
}
