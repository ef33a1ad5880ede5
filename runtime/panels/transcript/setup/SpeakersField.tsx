import { useId } from "react";
import { useLocale } from "#runtime/i18n/context.tsx";
import { ModelDelivery } from "#runtime/panel-kit/engine/ModelDelivery.tsx";
import kit from "#runtime/panel-kit/layout/kit.module.css";
import { Checkbox, Select } from "#runtime/ui/field/Field.tsx";
import type { SpeakersSetup } from "./use-speakers.ts";

/** Largest number of speakers to choose; of more, the number is found. */
const MAX_COUNT = 10;

/** Chooses whether the speakers are found, and their number; with the download of the models. */
export function SpeakersField({
  setup: { models, isOn, count, set },
}: {
  readonly setup: SpeakersSetup;
}) {
  const { t, format } = useLocale();
  const id = useId();
  const bytes = models.reduce((sum, model) => sum + model.bytes, 0);
  return (
    <>
      <Checkbox
        label={t("panel-transcript:speakers.find")}
        aria-describedby={id}
        checked={isOn}
        onChange={({ target }) => set({ speakers: target.checked })}
      />
      <p id={id} className={kit["soft"]}>
        {t("panel-transcript:speakers.about", { size: format.bytes(bytes) })}
      </p>
      {isOn && (
        <>
          <Select
            label={t("panel-transcript:speakers.count")}
            value={count ?? ""}
            onChange={({ target }) => set({ speakerCount: Number(target.value) })}
          >
            <option value="">{t("panel-transcript:speakers.auto")}</option>
            {Array.from({ length: MAX_COUNT }, (_, at) => (
              <option key={at + 1} value={at + 1}>
                {format.number(at + 1)}
              </option>
            ))}
          </Select>
          <p className={kit["soft"]}>
            {models.map(({ name, licence }) => `${name} (${licence.id})`).join(" · ")}
          </p>
          {models.map((model) => (
            <ModelDelivery key={model.id} model={model} />
          ))}
        </>
      )}
    </>
  );
}
