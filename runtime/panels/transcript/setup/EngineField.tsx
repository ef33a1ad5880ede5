import { SPOKEN_LANGUAGES } from "../../../../audio/speech/languages.ts";
import { useLocale } from "../../../i18n/context.tsx";
import css from "../../../panel-kit/layout/kit.module.css";
import { ModelDelivery } from "../../../panel-kit/settings/ModelDelivery.tsx";
import { Select } from "../../../ui/field/Field.tsx";
import { useWorkspace } from "../../../workspace/contract/context.ts";
import { LanguageField } from "./LanguageField.tsx";
import { ScriptField } from "./ScriptField.tsx";
import type { EngineChoice, TranscriptSetup } from "./use-setup.ts";

const ALIGNED = [...new Set(Object.keys(SPOKEN_LANGUAGES).map((code) => code.split("-")[0]!))];

/** Languages that an engine knows; null: it has to be asked. */
const languagesOf = ({ engine, model }: EngineChoice): readonly string[] | null =>
  engine === "align" ? ALIGNED : model && model.languages.length > 0 ? model.languages : null;

/** Which engine writes the transcript: where it runs, what it takes, how good it is, and what it needs. */
export function EngineField({ setup }: { readonly setup: TranscriptSetup }) {
  const { t, format } = useLocale();
  const { speech, hosted } = useWorkspace();
  const { choice, choices, language } = setup;
  const { engine, model } = choice;
  const nameOf = (one: EngineChoice): string =>
    one.model
      ? t("panel-kit:quality.studio", {
          name: one.model.name,
          size: format.bytes(one.model.bytes),
        })
      : one.engine === "hosted"
        ? t("panel-kit:hosted.model", { name: hosted.transcription })
        : t(`panel-transcript:engine.${one.engine}.name`);
  const languages = languagesOf(choice);
  return (
    <div className={css["settings"]}>
      <Select
        label={t("panel-transcript:engine.label")}
        value={choice.id}
        onChange={({ target }) => setup.setChoice(target.value)}
      >
        {choices.map((one) => (
          <option key={one.id} value={one.id}>
            {nameOf(one)}
          </option>
        ))}
      </Select>
      <p className={css["note"]} data-engine={engine}>
        {t(`panel-transcript:engine.${engine}.about`, { host: hosted.host })}
        {engine === "align" && choices.length === 1 && ` ${t("panel-transcript:engine.only")}`}
        {engine === "align" && speech === null && ` ${t("panel-transcript:engine.noVoice")}`}
      </p>
      {model && <ModelDelivery key={model.id} model={model} />}
      {engine === "align" && <ScriptField text={setup.text} onText={setup.setText} />}
      {languages?.length !== 1 && (
        <LanguageField
          value={language}
          languages={languages}
          canFind={engine === "studio" || engine === "hosted"}
          onChange={setup.setLanguage}
        />
      )}
    </div>
  );
}
