import type { Parameters } from "#audio/parameters.ts";
import { ParameterField } from "#runtime/panel-kit/settings/ParameterField.tsx";
import type { Json } from "#runtime/contract/json.ts";
import css from "../context/edit.module.css";
import { EDIT_EFFECTS, shownParameters } from "../project/edit-effects.ts";

/** The parameters of an effect. */
export function EffectFields({
  effect,
  parameters,
  values,
  onChange,
}: {
  readonly effect: string;
  readonly parameters: Parameters;
  readonly values: Readonly<Record<string, unknown>>;
  readonly onChange: (name: string, value: number | string | boolean) => void;
}) {
  return (
    <div className={css["effectFields"]}>
      {shownParameters(effect, values)
        .filter((name) => name in parameters)
        .map((name) => (
          <ParameterField
            key={name}
            effect={effect}
            name={name}
            parameter={parameters[name]!}
            controls={EDIT_EFFECTS[effect] ?? {}}
            value={values[name] as Json}
            isBrief
            onChange={(value) => onChange(name, value)}
          />
        ))}
    </div>
  );
}
