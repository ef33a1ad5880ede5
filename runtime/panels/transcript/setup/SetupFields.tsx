import { MAX_TERMS } from "#core/transcript/terms.ts";
import { SPOKEN_LANGUAGES } from "#audio/speech/languages.ts";
import css from "../../../panel-kit/layout/kit.module.css";
import type { EngineLadderProps } from "#runtime/panel-kit/engine/EngineLadder.tsx";
import { EngineField } from "#runtime/panel-kit/transcribe/EngineField.tsx";
import type { Input } from "#runtime/panel-kit/input/use-input.ts";
import { useT } from "#runtime/i18n/context.tsx";
import { TextField } from "#runtime/ui/field/Field.tsx";
import type { Runs } from "#runtime/panel-kit/start/use-runs.ts";
import { LanguageField } from "./LanguageField.tsx";
import { SpeakersField } from "./SpeakersField.tsx";
import type { TranscriptSetup } from "./use-setup.ts";

const ALIGNED = [...new Set(Object.keys(SPOKEN_LANGUAGES).map((code) => code.split("-")[0]!))];

/** The engine, the language and the speakers. */
export function SetupFields({
  setup,
  length,
  runs,
  lengthOf,
  onServer,
}: {
  readonly setup: TranscriptSetup;
  /** Duration of the recording in seconds; null if it is unknown. */
  readonly length: number | null;
  readonly runs: Runs;
  /** Length of a file of the tray in seconds; null if unknown. */
  readonly lengthOf: Input["lengthOf"];
  readonly onServer: EngineLadderProps["onServer"];
}) {
  const t = useT();
  const { hasText, languages, canDetect } = setup.engines;
  return (
    <div className={css["settings"]}>
      <EngineField
        engines={setup.engines}
        length={length}
        onServer={onServer}
        // Aligning a known text says nothing about the time of a transcription.
        earlier={runs.all.filter(
          ({ params, onServer: sent }) => params["engine"] === "studio" && !sent,
        )}
        lengthOf={lengthOf}
      />
      {(hasText || canDetect || languages?.length !== 1) && (
        <LanguageField
          value={setup.language}
          languages={hasText ? ALIGNED : languages}
          canFind={!hasText && canDetect}
          onChange={setup.setLanguage}
        />
      )}
      {setup.terms !== null && (
        <TextField
          label={t("panel-transcript:terms.label")}
          hint={t("panel-transcript:terms.about")}
          value={setup.terms}
          maxLength={MAX_TERMS}
          onChange={({ target }) => setup.setTerms(target.value)}
        />
      )}
      {setup.speakers && <SpeakersField setup={setup.speakers} />}
    </div>
  );
}
