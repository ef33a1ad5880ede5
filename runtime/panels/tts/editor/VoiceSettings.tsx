import type { ReactNode } from "react";
import { isHostedVoice } from "#runtime/audio/voices/voices.ts";
import { useT } from "#runtime/i18n/context.tsx";
import { EngineLadder } from "#runtime/panel-kit/engine/EngineLadder.tsx";
import type { TimeOf } from "#runtime/panel-kit/engine/use-engine-times.ts";
import { Select } from "#runtime/ui/field/Field.tsx";
import type { SpeechSetup } from "./setup.ts";
import { SpeechSliders } from "./SpeechSliders.tsx";
import { type StudioVoices, SPEECH_TASK } from "./use-studio-voices.ts";
import { VoicePicker } from "./VoicePicker.tsx";

export type SpeechChange = Partial<SpeechSetup>;

/** The engine, the voice and its settings. */
export function VoiceSettings({
  preset,
  setup,
  studio: { engines, voices, spoken },
  language,
  timeOf,
  onChange,
  children,
}: {
  readonly preset: string;
  readonly setup: SpeechSetup;
  readonly studio: StudioVoices;
  /** Locale code. */
  readonly language: string;
  readonly timeOf: TimeOf;
  readonly onChange: (change: SpeechChange) => void;
  /** Further settings that most texts do not need. */
  readonly children: ReactNode;
}) {
  const t = useT();
  return (
    <>
      <EngineLadder choice={engines} task={SPEECH_TASK} timeOf={timeOf} />
      {spoken && voices.length > 1 && (
        <Select
          label={t("panel-tts:voice.label")}
          value={spoken.studio.voice}
          onChange={({ target }) =>
            onChange({ studio: { model: spoken.studio.model, voice: target.value } })
          }
        >
          {voices.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      )}
      {!spoken && (
        <VoicePicker
          value={setup.persona}
          language={language}
          onChange={(persona) => onChange({ persona })}
        />
      )}
      <SpeechSliders
        setup={setup}
        preset={preset}
        hasPitch={!spoken && !isHostedVoice(setup.persona)}
        onChange={onChange}
      >
        {children}
      </SpeechSliders>
    </>
  );
}
