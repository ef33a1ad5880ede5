import { speaksLocale } from "#audio/speech/languages.ts";
import type { VoiceForm } from "#core/models/forms.ts";
import type { OfferedModel } from "#core/models/offered.ts";
import type { HostedModel } from "#runtime/audio/models/model-slots.ts";
import { builtInEngine, studioEngine } from "#core/models/engine.ts";
import { type EngineChoice, useEngineChoice } from "#runtime/panel-kit/engine/use-engine-choice.ts";
import { useWorkspace } from "#runtime/contract/context.ts";
import type { WorkspaceStore } from "#runtime/contract/workspace-store.ts";
import type { StudioChoice } from "./setup.ts";

/** Task of models that speak. */
export const SPEECH_TASK = "speech";

/** The studio voices of a language. */
export interface StudioVoices {
  /** The built-in voice, and the models that support the language. */
  readonly engines: EngineChoice;
  /** The voices of the chosen model in the language, if it has several. */
  readonly voices: readonly { readonly id: string; readonly name: string }[];
  /** Parameters for a job; null for the built-in voice. */
  readonly spoken: { readonly studio: StudioChoice; readonly model: HostedModel } | null;
}

const isVoice = (model: OfferedModel): model is OfferedModel & { form: VoiceForm } =>
  model.task === SPEECH_TASK && (model.form.kind === "piper" || model.form.kind === "kokoro");

const speaks = (form: VoiceForm, language: string): boolean =>
  form.kind === "piper"
    ? form.language === language
    : form.voices.some((voice) => speaksLocale(voice, language));

/**
 * Where there is a natural voice, it is the first choice: the built-in one sounds like a machine.
 * @param chosen voice that was chosen last
 * @param language locale code
 */
export function useStudioVoices(
  workspace: WorkspaceStore,
  chosen: StudioChoice | undefined,
  language: string,
): StudioVoices {
  const { models } = useWorkspace();
  const offered = models.models.filter(isVoice).filter(({ form }) => speaks(form, language));
  const engines = useEngineChoice(
    workspace,
    [builtInEngine(offered.length === 0), ...offered.map((model) => studioEngine(model))],
    { task: SPEECH_TASK, tool: "tts" },
  );
  const model = offered.find(({ id }) => id === engines.model?.id);
  const voices =
    model?.form.kind === "kokoro"
      ? model.form.voices.filter((voice) => speaksLocale(voice, language))
      : [];
  const voice = voices.find(({ id }) => id === chosen?.voice) ?? voices[0];
  return {
    engines,
    voices,
    spoken: model
      ? {
          studio: { model: model.id, voice: voice?.id ?? "" },
          model: { id: model.id, files: model.files, form: model.form, memory: model.memory },
        }
      : null,
  };
}
