import { useId } from "react";
import type { PresetName } from "#audio/voice/presets.ts";
import { useLocale } from "../../i18n/context.tsx";
import { Chips } from "../../ui/choice/Choice.tsx";
import css from "./picker.module.css";
import { PRESET_GROUPS } from "./preset-groups.ts";
import { presetFacts } from "./texts.ts";

/** A radio group of all voice presets by category. The arrow keys go through all. */
export function Picker({
  value,
  onChange,
}: {
  readonly value: PresetName;
  readonly onChange: (preset: PresetName) => void;
}) {
  const { t, format } = useLocale();
  const id = useId();
  const facts = presetFacts(value, t, format);
  return (
    <fieldset className={css["picker"]}>
      <legend className={css["legend"]}>{t("panel-kit:effect.voice.preset.label")}</legend>
      <div
        className={css["groups"]}
        role="radiogroup"
        aria-label={t("panel-kit:effect.voice.preset.label")}
      >
        {PRESET_GROUPS.map((group) => (
          <div key={group.id} className={css["group"]}>
            <p className={css["title"]} id={`${id}-${group.id}`}>
              {t(`panel-voice-changer:group.${group.id}`)}
            </p>
            <Chips
              name={id}
              options={group.presets.map((name) => ({
                value: name,
                label: t(`panel-kit:effect.voice.preset.choices.${name}`),
              }))}
              value={value}
              describedBy={`${id}-${group.id}`}
              onChange={onChange}
            />
          </div>
        ))}
      </div>
      <p className={css["facts"]} aria-live="polite">
        {facts.length > 0 ? facts.join(" · ") : t("panel-voice-changer:fact.nothing")}
      </p>
    </fieldset>
  );
}
