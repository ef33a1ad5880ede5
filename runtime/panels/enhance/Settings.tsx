import type { Parameter } from "../../../audio/parameters.ts";
import type { WantedFormat } from "../../audio/wanted-format.ts";
import { WANTED_FORMATS } from "../../audio/wanted-format.ts";
import { useLocale } from "../../i18n/context.tsx";
import { Button } from "../../ui/Button.tsx";
import { Checkbox, Select, Slider } from "../../ui/Field.tsx";
import type { Json } from "../../workspace/types.ts";
import { CONTROLS } from "./controls.ts";
import css from "./panel.module.css";
import { Quality } from "./Quality.tsx";
import { Saved } from "./Saved.tsx";
import type { Setup } from "./use-setup.ts";
import { valueText } from "./value-text.ts";

/** What can be set: the one thing that matters most in front, the rest on demand. */
export function Settings({ preset, setup }: { readonly preset: string; readonly setup: Setup }) {
  const { t } = useLocale();
  const { effect, values, output } = setup;
  const parameters = effect?.parameters ?? {};
  const { front, more } = CONTROLS[preset] ?? { front: [], more: [] };
  const fields = (names: readonly string[]) =>
    names
      .filter((name) => name in parameters)
      .map((name) => (
        <Field
          key={name}
          name={name}
          preset={preset}
          parameter={parameters[name]!}
          value={values[name] as Json}
          onChange={(value) => setup.change(name, value)}
        />
      ));
  const hidden = fields(more);
  return (
    <div className={css["settings"]}>
      <Quality preset={preset} setup={setup} />
      {fields(front)}
      <details className={css["more"]}>
        <summary>{t("panel-enhance:more")}</summary>
        <div className={css["settings"]}>
          {hidden}
          <OutputSelect value={output} formats={WANTED_FORMATS} onChange={setup.setOutput} />
          {setup.changed && (
            <Button small onClick={setup.reset}>
              {t("panel-enhance:reset")}
            </Button>
          )}
          <Saved setup={setup} />
        </div>
      </details>
    </div>
  );
}

export function OutputSelect<F extends WantedFormat>({
  value,
  formats,
  onChange,
}: {
  readonly value: F;
  readonly formats: readonly F[];
  readonly onChange: (output: F) => void;
}) {
  const { t } = useLocale();
  return (
    <Select
      label={t("panel-enhance:output")}
      value={value}
      onChange={({ target }) => onChange(target.value as F)}
    >
      {formats.map((name) => (
        <option key={name} value={name}>
          {t(`panel-enhance:format.${name}`)}
        </option>
      ))}
    </Select>
  );
}

function Field({
  preset,
  name,
  parameter,
  value,
  onChange,
}: {
  readonly preset: string;
  readonly name: string;
  readonly parameter: Parameter;
  readonly value: Json;
  readonly onChange: (value: Json) => void;
}) {
  const { t, format } = useLocale();
  const label = t(`panel-enhance:${preset}.${name}.label`);
  const standards = CONTROLS[preset]?.standards?.[name];
  const sign = CONTROLS[preset]?.lowers?.includes(name) ? -1 : 1;
  if (standards)
    return (
      <Select
        label={label}
        value={value as number}
        onChange={({ target }) => onChange(Number(target.value))}
      >
        {standards.map((level) => (
          <option key={level} value={level}>
            {t(`panel-enhance:${preset}.${name}.standard.${Math.abs(level)}`, {
              level: t("panel-enhance:unit.LUFS", { value: level }),
            })}
          </option>
        ))}
      </Select>
    );
  if (parameter.kind === "number") {
    const [min, max] = CONTROLS[preset]?.spans?.[name] ?? [parameter.min, parameter.max];
    return (
      <Slider
        label={label}
        hint={t(`panel-enhance:${preset}.${name}.hint`)}
        output={valueText(sign * (value as number), parameter.unit, format, t)}
        min={min}
        max={max}
        step={parameter.step ?? (parameter.max - parameter.min) / 100}
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
            {t(`panel-enhance:${preset}.${name}.choices.${choice}`)}
          </option>
        ))}
      </Select>
    );
  if (parameter.kind !== "switch") return null;
  return (
    <Checkbox
      label={label}
      checked={value === true}
      onChange={({ target }) => onChange(target.checked)}
    />
  );
}
