import { createStore, type StoreApi } from "zustand/vanilla";
import type { TranscriptLine } from "#core/transcript/transcript.ts";

/** What has been written so far of a recording. */
export interface LiveTranscript {
  readonly lines: readonly TranscriptLine[];
  /** What is being written; it may change. */
  readonly draft: string;
}

type Live = Readonly<Record<string, LiveTranscript | undefined>>;
let store: StoreApi<Live> | null = null;

/** Transcripts that are being written in this document, by the file of the tray. */
export const liveTranscripts = (): StoreApi<Live> => (store ??= createStore<Live>(() => ({})));

export const showLive = (fileId: string, live: LiveTranscript | undefined): void =>
  liveTranscripts().setState({ [fileId]: live });
