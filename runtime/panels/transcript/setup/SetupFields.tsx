import { SPOKEN_LANGUAGES } from "#audio/speech/languages.ts";
import css from "../../../panel-kit/layout/kit.module.css";
import { EngineField } from "#runtime/panel-kit/transcribe/EngineField.tsx";
import type { EngineChoice } from "#runtime/panel-kit/transcribe/use-engines.ts";
import { LanguageField } from "./LanguageField.tsx";
import { ScriptField } from "./ScriptField.tsx";
import type { TranscriptSetup } from "./use-setup.ts";

const ALIGNED = [...new Set(Object.keys(SPOKEN_LANGUAGES).map((code) => code.split("-")[0]!))];

/** Languages of an engine; null if they are not known in advance. */
const languagesOf = ({ engine, model }: EngineChoice): readonly string[] | null =>
  engine === "align" ? ALIGNED : model && model.languages.length > 0 ? model.languages : null;

/** The engine, the text to align, and the language. */
export function SetupFields({ setup }: { readonly setup: TranscriptSetup }) {
  const { choice } = setup.engines;
  const { engine } = choice;
  const languages = languagesOf(choice);
  return (
    <div className={css["settings"]}>
      <EngineField engines={setup.engines} />
      {engine === "align" && <ScriptField text={setup.text} onText={setup.setText} />}
      {languages?.length !== 1 && (
        <LanguageField
          value={setup.language}
          languages={languages}
          canFind={engine === "studio" || engine === "hosted"}
          onChange={setup.setLanguage}
        />
      )}
    </div>
  );
}
