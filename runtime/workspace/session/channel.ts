/** Messages between tabs. */
export type TabMessage =
  | { readonly kind: "changed"; readonly store: "files" | "jobs"; readonly ids: readonly string[] }
  /** For the tab that runs the job. */
  | { readonly kind: "cancel"; readonly job: string };

export interface TabChannel {
  /** Sends to all other tabs. */
  post(message: TabMessage): void;
  /** @returns a function that stops listening */
  listen(listener: (message: TabMessage) => void): () => void;
}

/**
 * @param channel missing if the browser has none: then tabs see each other's changes after a reload
 */
export function createTabChannel(
  channel: Pick<BroadcastChannel, "postMessage" | "addEventListener"> | null,
): TabChannel {
  const listeners = new Set<(message: TabMessage) => void>();
  channel?.addEventListener(
    "message",
    ({ data }: MessageEvent<TabMessage | { kind?: undefined }>) => {
      if (data.kind !== undefined) for (const listener of listeners) listener(data);
    },
  );
  return {
    post: (message) => channel?.postMessage(message),
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
