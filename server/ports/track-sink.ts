/** Stores usage events. @throws if they are not stored */
export interface TrackSink {
  /** @param batch validated JSON from the browser */
  readonly take: (logstore: string, batch: string) => Promise<void>;
}
