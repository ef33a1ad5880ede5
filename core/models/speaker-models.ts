import type { ModelForm, SpeakerSegmentsForm, VoiceEmbeddingForm } from "./forms.ts";

interface HasForm {
  readonly form?: ModelForm | undefined;
}

/** Two models that find speakers together. */
export interface SpeakerPair<T extends HasForm> {
  readonly segmentation: T & { readonly form: SpeakerSegmentsForm };
  readonly embedding: T & { readonly form: VoiceEmbeddingForm };
}

/** The first model of each form, in the order of the registry; null if one is missing. */
export function speakerPair<T extends HasForm>(models: readonly T[]): SpeakerPair<T> | null {
  const segmentation = models.find(({ form }) => form?.kind === "speaker-segments");
  const embedding = models.find(({ form }) => form?.kind === "voice-embedding");
  return segmentation && embedding ? ({ segmentation, embedding } as SpeakerPair<T>) : null;
}
