/**
 * Wraps a stream with a callback for its end.
 * @param onOver awaited before the reader sees the end of the stream, for any reason; called with
 *   the error if the stream failed; never throws
 */
export function whenOver(
  body: ReadableStream<Uint8Array>,
  onOver: (error?: unknown) => void | Promise<void>,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let isCanceled = false;
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      try {
        const { done, value } = await reader.read();
        // After a cancellation, `onOver` has already been called.
        if (isCanceled) return;
        if (!done) return controller.enqueue(value);
        await onOver();
        controller.close();
      } catch (error) {
        await onOver(error);
        controller.error(error);
      }
    },
    cancel: async (reason) => {
      isCanceled = true;
      await onOver();
      await reader.cancel(reason);
    },
  });
}
