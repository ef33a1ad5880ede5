import type { Diarization } from "#audio/speakers/find-speakers.ts";
import type { SpeakerSegmentsForm, VoiceEmbeddingForm } from "#core/models/forms.ts";
import { assignSpeakers } from "#core/transcript/assign-speakers.ts";
import type { Transcript } from "#core/transcript/transcript.ts";
import { createThreadClient } from "../audio/threads/thread-client.ts";

/** Models that find speakers, with the paths of their graphs. */
export interface SpeakerModels {
  readonly segmentation: { readonly form: SpeakerSegmentsForm; readonly graph: string };
  readonly embedding: { readonly form: VoiceEmbeddingForm; readonly graph: string };
}

export interface SpeakersRequest {
  readonly models: SpeakerModels;
  /** Number of speakers; null if it has to be found. */
  readonly count: number | null;
}

/** @throws {ToolkitError} where the recording cannot be read */
async function diarizeFile(
  input: string,
  request: SpeakersRequest,
  signal: AbortSignal,
): Promise<Diarization> {
  const client = createThreadClient<(request: SpeakersRequest) => Promise<Diarization>>(
    new URL("speakers-thread.ts", import.meta.url),
    input,
  );
  signal.addEventListener("abort", client.close, { once: true });
  try {
    signal.throwIfAborted();
    return await client.call(request);
  } finally {
    signal.removeEventListener("abort", client.close);
    client.close();
  }
}

/** Gives the words of a transcript their speakers, "Speaker 1" and so on. */
export async function addSpeakers(
  transcript: Transcript,
  input: string,
  { signal, ...request }: SpeakersRequest & { readonly signal: AbortSignal },
): Promise<Transcript> {
  const { turns, voices } = await diarizeFile(input, request, signal);
  const names = voices.map((_, at) => `Speaker ${at + 1}`);
  return assignSpeakers(transcript, turns, names);
}
