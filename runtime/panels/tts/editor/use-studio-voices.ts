import { useStore } from "zustand";
import type { VoiceForm } from "#core/models/forms.ts";
import type { OfferedModel } from "#core/models/offered.ts";
import { fitsDevice } from "#runtime/audio/models/memory-budget.ts";
import type { HostedModel } from "#runtime/audio/models/model-slots.ts";
import { useWorkspace } from "#runtime/contract/context.ts";
import type { StudioChoice } from "./setup.ts";

/** Task of models that speak. */
const SPEECH_TASK = "speech";

/** The studio voices of a language. */
export interface StudioVoices {
  /** Models that support the language. */
  readonly offered: readonly OfferedModel[];
  /** The chosen model, if it supports the language. */
  readonly model: OfferedModel | null;
  /** Its voices in the language, if it has several. */
  readonly voices: readonly { readonly id: string; readonly name: string }[];
  /** Whether it can speak now: it is on the device and fits into memory. True without a model. */
  readonly isHere: boolean;
  /** Parameters for a job; null for the built-in voice. */
  readonly spoken: { readonly studio: StudioChoice; readonly net: HostedModel } | null;
}

const isVoice = (model: OfferedModel): model is OfferedModel & { form: VoiceForm } =>
  model.task === SPEECH_TASK && (model.form.kind === "piper" || model.form.kind === "kokoro");

const speaks = (form: VoiceForm, language: string): boolean =>
  form.kind === "piper"
    ? form.language === language
    : form.voices.some((voice) => voice.language === language);

/** @param language locale code */
export function useStudioVoices(chosen: StudioChoice | undefined, language: string): StudioVoices {
  const { models } = useWorkspace();
  const entries = useStore(models, (state) => state.entries);
  const offered = models.models.filter(isVoice).filter(({ form }) => speaks(form, language));
  const model = offered.find(({ id }) => id === chosen?.model) ?? null;
  const voices =
    model?.form.kind === "kokoro"
      ? model.form.voices.filter((voice) => voice.language === language)
      : [];
  const isHere = model === null || (entries[model.id]?.state === "kept" && fitsDevice(model));
  const voice = voices.find(({ id }) => id === chosen?.voice) ?? voices[0];
  return {
    offered,
    model,
    voices,
    isHere,
    spoken: model && {
      studio: { model: model.id, voice: voice?.id ?? "" },
      net: { id: model.id, files: model.files, form: model.form, memory: model.memory },
    },
  };
}
