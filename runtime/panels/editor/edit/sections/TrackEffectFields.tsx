import type { TrackEffectName } from "#audio/edit/inserts/track-effect.ts";
import { parametersOf } from "#audio/edit/inserts/track-effects.ts";
import type { NumberParameter } from "#audio/parameters.ts";
import { useLocale } from "#runtime/i18n/context.tsx";
import { valueText } from "#runtime/panel-kit/settings/value-text.ts";
import { Slider } from "#runtime/ui/field/Field.tsx";
import css from "../context/edit.module.css";
import { fromSlider, toSlider } from "./slider-scale.ts";

/** Parameters that have the name of one in the kit. */
const SHARED_LABELS: Readonly<Record<string, string>> = {
  strength: "panel-kit:parameter.strength.label",
  threshold: "panel-kit:effect.silence.threshold.label",
  ceiling: "panel-kit:effect.volume.ceiling.label",
};

/** Sliders for the parameters of an effect of a track. */
export function TrackEffectFields({
  effect,
  values,
  onChange,
}: {
  readonly effect: TrackEffectName;
  readonly values: Readonly<Record<string, number>>;
  readonly onChange: (parameter: string, value: number) => void;
}) {
  const { t, format } = useLocale();
  function textOf(value: number, { unit }: NumberParameter): string {
    if (unit === "Hz" && value < 1000) return t("panel-kit:unit.Hz", { value });
    if (unit !== "ratio") return valueText(value, unit, format, t);
    if (effect === "compressor") return t("panel-editor:edit.insert.ratio", { value });
    return format.number(value);
  }
  return (
    <div className={css["effectFields"]}>
      {parametersOf(effect).map(([name, parameter]) => {
        const [, peak, kind] = /^peak(\d)(\w+)$/.exec(name) ?? [];
        const value = values[name]!;
        return (
          <Slider
            key={name}
            label={
              peak === undefined
                ? t(SHARED_LABELS[name] ?? `panel-editor:edit.insert.parameter.${name}`)
                : t(`panel-editor:edit.insert.parameter.peak${kind}`, { number: Number(peak) })
            }
            output={textOf(value, parameter)}
            {...toSlider(parameter, value)}
            onChange={({ target }) => onChange(name, fromSlider(parameter, target.valueAsNumber))}
          />
        );
      })}
    </div>
  );
}
