import { useId } from "react";
import { type CoverValues, COVER_PARAMETERS, SINGING_VOICES } from "#audio/cover/cover-values.ts";
import { useLocale } from "../../i18n/context.tsx";
import { MoreSettings } from "../../panel-kit/settings/MoreSettings.tsx";
import { valueText } from "../../panel-kit/settings/value-text.ts";
import { Button } from "../../ui/Button.tsx";
import { Checkbox, Select, Slider } from "../../ui/field/Field.tsx";
import kit from "../../panel-kit/layout/kit.module.css";

const LABELS = {
  pitch: "panel-cover:pitch.label",
  formant: "panel-kit:effect.voice.formant.label",
  key: "panel-cover:key.label",
  level: "panel-cover:level.label",
} as const;
/** Those that most covers need, and the others. */
const MAIN = ["pitch", "key"] as const;
const OTHERS = ["formant", "level"] as const;

/** The new voice, its key and that of the song, its level and reverb. */
export function CoverSettings({
  preset,
  values,
  onChange,
}: {
  readonly preset: string;
  readonly values: CoverValues;
  readonly onChange: (change: Partial<CoverValues>) => void;
}) {
  const { t, format } = useLocale();
  const hintId = useId();
  const isMoved = [...MAIN, ...OTHERS].some((name) => values[name] !== 0);
  const sliders = (names: readonly (keyof typeof LABELS)[]) =>
    names.map((name) => {
      const { min, max, step, unit } = COVER_PARAMETERS[name];
      return (
        <Slider
          key={name}
          label={t(LABELS[name])}
          hint={t(`panel-cover:${name}.hint`)}
          output={valueText(values[name], unit, format, t)}
          min={min}
          max={max}
          step={step}
          value={values[name]}
          onChange={({ target }) => onChange({ [name]: target.valueAsNumber })}
        />
      );
    });
  return (
    <div className={kit["settings"]}>
      <Select
        label={t("panel-kit:effect.voice.preset.label")}
        hint={t("panel-cover:voice.hint")}
        value={values.voice}
        onChange={({ target }) => onChange({ voice: target.value as CoverValues["voice"] })}
      >
        {SINGING_VOICES.map((name) => (
          <option key={name} value={name}>
            {t(`panel-kit:effect.voice.preset.choices.${name}`)}
          </option>
        ))}
      </Select>
      {sliders(MAIN)}
      <MoreSettings of={["cover", preset]}>
        {sliders(OTHERS)}
        <div>
          <Checkbox
            label={t("panel-cover:reverb.label")}
            checked={values.reverb}
            aria-describedby={hintId}
            onChange={({ target }) => onChange({ reverb: target.checked })}
          />
          <p id={hintId} className={kit["soft"]}>
            {t("panel-cover:reverb.hint")}
          </p>
        </div>
      </MoreSettings>
      {isMoved && (
        <div>
          <Button small onClick={() => onChange({ pitch: 0, formant: 0, key: 0, level: 0 })}>
            {t("panel-cover:reset")}
          </Button>
        </div>
      )}
    </div>
  );
}
