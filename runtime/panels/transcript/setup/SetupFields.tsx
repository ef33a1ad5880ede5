import { SPOKEN_LANGUAGES } from "#audio/speech/languages.ts";
import css from "../../../panel-kit/layout/kit.module.css";
import { EngineField } from "#runtime/panel-kit/transcribe/EngineField.tsx";
import { LanguageField } from "./LanguageField.tsx";
import { SpeakersField } from "./SpeakersField.tsx";
import type { TranscriptSetup } from "./use-setup.ts";

const ALIGNED = [...new Set(Object.keys(SPOKEN_LANGUAGES).map((code) => code.split("-")[0]!))];

/** The engine, the language and the speakers. */
export function SetupFields({
  setup,
  length,
}: {
  readonly setup: TranscriptSetup;
  /** Duration of the recording in seconds; null if it is unknown. */
  readonly length: number | null;
}) {
  const { hasText, languages, canDetect } = setup.engines;
  return (
    <div className={css["settings"]}>
      <EngineField engines={setup.engines} length={length} />
      {(hasText || canDetect || languages?.length !== 1) && (
        <LanguageField
          value={setup.language}
          languages={hasText ? ALIGNED : languages}
          canFind={!hasText && canDetect}
          onChange={setup.setLanguage}
        />
      )}
      {setup.speakers && <SpeakersField setup={setup.speakers} />}
    </div>
  );
}
