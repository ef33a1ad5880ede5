import type { Parameter } from "../../../audio/parameters.ts";
import type { Format } from "../../i18n/format.ts";
import type { Translate } from "../../i18n/translate.ts";
import { useLocale } from "../../i18n/context.tsx";
import { Checkbox, Select, Slider } from "../../ui/Field.tsx";
import { EDIT_EFFECTS, shownParameters } from "./edit-effects.ts";
import css from "./edit.module.css";

type Value = number | string | boolean;

function valueText(value: number, parameter: Parameter, format: Format, t: Translate): string {
  const unit = parameter.kind === "number" ? parameter.unit : undefined;
  if (unit === "dB") return format.decibels(value);
  if (unit === "%") return format.percent(value / 100);
  if (unit === "s") return format.duration(value);
  if (unit === "LUFS") return t("panel-editor:unit.lufs", { value });
  if (unit === "dBTP") return t("panel-editor:unit.truePeak", { value });
  if (unit === "ms") return t("panel-editor:edit.unit.ms", { value });
  if (unit === "semitones") return t("panel-editor:edit.unit.semitones", { value });
  return format.number(value);
}

/** The parameters of an effect. */
export function EffectFields({
  effect,
  parameters,
  values,
  onChange,
}: {
  readonly effect: string;
  readonly parameters: Readonly<Record<string, Parameter>>;
  readonly values: Readonly<Record<string, unknown>>;
  readonly onChange: (name: string, value: Value) => void;
}) {
  const { t, format } = useLocale();
  const { spans = {} } = EDIT_EFFECTS[effect] ?? {};
  return (
    <div className={css["effectFields"]}>
      {shownParameters(effect, values).map((name) => {
        const parameter = parameters[name];
        if (!parameter) return null;
        const label = t(`panel-editor:effect.${effect}.${name}.label`);
        if (parameter.kind === "number") {
          const [min, max] = spans[name] ?? [parameter.min, parameter.max];
          const value = values[name] as number;
          return (
            <Slider
              key={name}
              label={label}
              output={valueText(value, parameter, format, t)}
              min={min}
              max={max}
              step={parameter.step ?? (max - min) / 100}
              value={value}
              onChange={({ target }) => onChange(name, target.valueAsNumber)}
            />
          );
        }
        if (parameter.kind === "choice")
          return (
            <Select
              key={name}
              label={label}
              value={values[name] as string}
              onChange={({ target }) => onChange(name, target.value)}
            >
              {parameter.choices.map((choice) => (
                <option key={choice} value={choice}>
                  {t(`panel-editor:effect.${effect}.${name}.choices.${choice}`)}
                </option>
              ))}
            </Select>
          );
        if (parameter.kind !== "switch") return null;
        return (
          <Checkbox
            key={name}
            as="switch"
            label={label}
            checked={values[name] === true}
            onChange={({ target }) => onChange(name, target.checked)}
          />
        );
      })}
    </div>
  );
}
