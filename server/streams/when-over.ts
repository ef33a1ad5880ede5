/**
 * The same stream.
 * @param onOver awaited before the reader learns that the stream has ended, in whatever way; called with
 *   the error if it failed, and never throws
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
        // Whoever went away while this was on its way has been told that it is over.
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
