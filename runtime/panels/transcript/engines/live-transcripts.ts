import { createStore, type StoreApi } from "zustand/vanilla";
import type { TranscriptLine } from "#core/transcript/transcript.ts";

/** The transcript of a recording so far. */
export interface LiveTranscript {
  readonly lines: readonly TranscriptLine[];
  /** The part that may still change. */
  readonly draft: string;
}

type Live = Readonly<Record<string, LiveTranscript | undefined>>;
let store: StoreApi<Live> | null = null;

/** Transcripts in progress in this document, by file id. */
export const liveTranscripts = (): StoreApi<Live> => (store ??= createStore<Live>(() => ({})));

export const showLive = (fileId: string, live: LiveTranscript | undefined): void =>
  liveTranscripts().setState({ [fileId]: live });
