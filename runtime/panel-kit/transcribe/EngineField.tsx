import { useLocale } from "../../i18n/context.tsx";
import { Select } from "../../ui/field/Field.tsx";
import { useWorkspace } from "../../contract/context.ts";
import css from "../layout/kit.module.css";
import { ModelDelivery } from "../settings/ModelDelivery.tsx";
import type { EngineChoice, Engines } from "./use-engines.ts";

/** Chooses the transcription engine, with its location, cost, quality and requirements. */
export function EngineField({ engines }: { readonly engines: Engines }) {
  const { t, format } = useLocale();
  const { speech, hosted } = useWorkspace();
  const { choice, choices } = engines;
  const { engine, model } = choice;
  const nameOf = (one: EngineChoice): string =>
    one.model
      ? t("panel-kit:quality.studio", {
          name: one.model.name,
          size: format.bytes(one.model.bytes),
        })
      : one.engine === "hosted"
        ? t("panel-kit:hosted.model", { name: hosted.transcription })
        : t(`panel-kit:transcript.engine.${one.engine}.name`);
  return (
    <>
      <Select
        label={t("panel-kit:transcript.engine.label")}
        value={choice.id}
        onChange={({ target }) => engines.setChoice(target.value)}
      >
        {choices.map((one) => (
          <option key={one.id} value={one.id}>
            {nameOf(one)}
          </option>
        ))}
      </Select>
      <p className={css["note"]} data-engine={engine}>
        {t(`panel-kit:transcript.engine.${engine}.about`, { host: hosted.host })}
        {engine === "align" && choices.length === 1 && ` ${t("panel-kit:transcript.engine.only")}`}
        {engine === "align" && speech === null && ` ${t("panel-kit:transcript.engine.noVoice")}`}
      </p>
      {model && <ModelDelivery key={model.id} model={model} />}
    </>
  );
}
