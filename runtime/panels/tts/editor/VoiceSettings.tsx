import { isHostedVoice } from "#runtime/audio/voices/voices.ts";
import type { SpeechSetup } from "./setup.ts";
import { SpeechSliders } from "./SpeechSliders.tsx";
import { StudioVoice } from "./StudioVoice.tsx";
import type { StudioVoices } from "./use-studio-voices.ts";
import { VoicePicker } from "./VoicePicker.tsx";

/** A change of the settings; `studio: null` selects the built-in voice. */
export type SpeechChange = Partial<Omit<SpeechSetup, "studio">> & {
  readonly studio?: SpeechSetup["studio"] | null;
};

/** The voice and its settings. */
export function VoiceSettings({
  setup,
  studio,
  language,
  onChange,
}: {
  readonly setup: SpeechSetup;
  readonly studio: StudioVoices;
  /** Locale code. */
  readonly language: string;
  readonly onChange: (change: SpeechChange) => void;
}) {
  const hasModel = studio.model !== null;
  return (
    <>
      <StudioVoice
        voices={studio}
        value={setup.studio}
        onChange={(choice) => onChange({ studio: choice })}
      />
      {!hasModel && (
        <VoicePicker
          value={setup.persona}
          language={language}
          onChange={(persona) => onChange({ persona })}
        />
      )}
      <SpeechSliders
        setup={setup}
        hasPitch={!hasModel && !isHostedVoice(setup.persona)}
        onChange={onChange}
      />
    </>
  );
}
