import type { Parameter } from "#audio/parameters.ts";
import { useLocale } from "../../i18n/context.tsx";
import { Checkbox, Select, Slider } from "../../ui/field/Field.tsx";
import type { Json } from "../../contract/json.ts";
import type { Controls } from "./controls.ts";
import { valueText } from "./value-text.ts";

/** Message key prefix of a parameter: its own, or that of its effect. */
const messageOf = (effect: string, name: string, { message }: Parameter): string =>
  message ?? `effect.${effect}.${name}`;

/** The control for a parameter of an effect, with its label and hint. */
export function ParameterField({
  effect,
  name,
  parameter,
  controls,
  value,
  isBrief = false,
  onChange,
}: {
  readonly effect: string;
  readonly name: string;
  readonly parameter: Parameter;
  readonly controls: Pick<Controls, "standards" | "spans" | "lowers">;
  readonly value: Json;
  /** Whether hints are left out. */
  readonly isBrief?: boolean;
  readonly onChange: (value: number | string | boolean) => void;
}) {
  const { t, format } = useLocale();
  const message = messageOf(effect, name, parameter);
  const label = t(`panel-kit:${message}.label`);
  const standards = controls.standards?.[name];
  if (standards)
    return (
      <Select
        label={label}
        value={value as number}
        onChange={({ target }) => onChange(Number(target.value))}
      >
        {standards.map((level) => (
          <option key={level} value={level}>
            {t(`panel-kit:${message}.standard.${Math.abs(level)}`, {
              level: t("panel-kit:unit.LUFS", { value: level }),
            })}
          </option>
        ))}
      </Select>
    );
  if (parameter.kind === "number") {
    const [min, max] = controls.spans?.[name] ?? [parameter.min, parameter.max];
    const sign = controls.lowers?.includes(name) ? -1 : 1;
    return (
      <Slider
        label={label}
        {...(!isBrief && { hint: t(`panel-kit:${message}.hint`) })}
        output={valueText(sign * (value as number), parameter.unit, format, t)}
        min={min}
        max={max}
        step={parameter.step ?? (max - min) / 100}
        value={value as number}
        onChange={({ target }) => onChange(target.valueAsNumber)}
      />
    );
  }
  if (parameter.kind === "choice")
    return (
      <Select
        label={label}
        value={value as string}
        onChange={({ target }) => onChange(target.value)}
      >
        {parameter.choices.map((choice) => (
          <option key={choice} value={choice}>
            {t(`panel-kit:${message}.choices.${choice}`)}
          </option>
        ))}
      </Select>
    );
  if (parameter.kind !== "switch") return null;
  return (
    <Checkbox
      {...(isBrief && { as: "switch" as const })}
      label={label}
      checked={value === true}
      onChange={({ target }) => onChange(target.checked)}
    />
  );
}
