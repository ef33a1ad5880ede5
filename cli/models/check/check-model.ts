import { type ModelForm, isStemsForm } from "#core/models/forms.ts";
import { checkDenoise } from "./check-denoise.ts";
import { checkSegments, checkVoices } from "./check-speakers.ts";
import { checkSpeech } from "./check-speech.ts";
import { checkStems } from "./check-stems.ts";
import { checkTranslation } from "./check-translation.ts";
import { checkVoice } from "./check-voice.ts";
import type { CheckOptions, ModelCheck } from "./model-check.ts";

/** Runs a model on material of this program. */
export function checkModel(form: ModelForm, options: CheckOptions): Promise<ModelCheck> {
  if (isStemsForm(form)) return checkStems(form, options);
  if (form.kind === "piper" || form.kind === "kokoro") return checkVoice(form, options);
  if (form.kind === "deep-filter" || form.kind === "spectral-stream")
    return checkDenoise(form, options);
  if (form.kind === "bergamot") return checkTranslation(form, options);
  if (form.kind === "speaker-segments") return checkSegments(form, options);
  if (form.kind === "voice-embedding") return checkVoices(form, options);
  return checkSpeech(form, options);
}
