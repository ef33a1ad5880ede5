/** Takes usage events for good. @throws when they are not taken */
export interface TrackSink {
  /** @param batch JSON as the browser sent it, checked */
  readonly take: (logstore: string, batch: string) => Promise<void>;
}
