import type { StudioOptions } from "#runtime/audio/models/model-host.ts";
import { sharedModelHost } from "#runtime/audio/models/shared-host.ts";
import type { TranscriptPart } from "#audio/alignment/align-part.ts";

/**
 * Transcribes with a studio model, part by part. @param onLanguage receives the detected language
 */
export async function* transcribeWithModel(
  file: File,
  {
    language,
    onLanguage,
    ...options
  }: StudioOptions & {
    readonly language: string;
    readonly terms?: string;
    readonly onLanguage: (language: string) => void;
  },
): AsyncGenerator<TranscriptPart, void, undefined> {
  const base = language.split("-")[0]!;
  const wanted = base === "" ? {} : { language: base };
  for await (const part of sharedModelHost().transcribe(file, { ...options, ...wanted })) {
    if (part.language !== undefined) onLanguage(part.language);
    yield part;
  }
}
