import { type RefObject, useEffect, useState } from "react";
import type { Effect } from "#audio/effect.ts";
import type { EmbeddedTool } from "#core/page/page.ts";
import { loadEffect } from "../audio/effects.ts";
import { useT } from "../i18n/context.tsx";
import type { Json, JsonObject } from "../contract/json.ts";
import kit from "../panel-kit/layout/kit.module.css";
import { splitControls } from "../panel-kit/settings/controls.ts";
import { ParameterField } from "../panel-kit/settings/ParameterField.tsx";
import { valuesOf } from "../panel-kit/settings/effect-params.ts";
import type { VolumeSetup } from "../panels/editor/parts/params.ts";
import { VolumeSettings } from "../panels/editor/volume/VolumeSettings.tsx";
import { CONTROLS } from "../panels/enhance/controls.ts";
import type { EmbedSettings, EmbedState } from "./controller.ts";
import { kindOf } from "./open-tool.ts";
import { TrimFields } from "./TrimFields.tsx";

export interface FieldsProps {
  readonly tool: EmbeddedTool;
  readonly input: EmbedState["input"];
  readonly settings: EmbedSettings;
  readonly onChange: (values: EmbedSettings["values"]) => void;
  /** The element that plays the input. */
  readonly mediaRef: RefObject<HTMLMediaElement | null>;
}

/** The settings of a tool, as its panel has them. */
export function ToolFields(props: FieldsProps) {
  const { tool } = props;
  const t = useT();
  const { effect: id } = kindOf(tool);
  const [effect, setEffect] = useState<Effect | null>(null);
  useEffect(() => {
    let here = true;
    if (id !== null)
      loadEffect(id).then(
        (loaded) => here && setEffect(loaded),
        () => {},
      );
    return () => {
      here = false;
    };
  }, [id]);
  if (id === null)
    return <p className={kit["soft"]}>{t(`panel-separation:limits.${tool.preset}`)}</p>;
  return effect && <EffectFields {...props} effect={effect} />;
}

function EffectFields({
  tool,
  effect,
  input,
  settings,
  onChange,
  mediaRef,
}: FieldsProps & { readonly effect: Effect }) {
  const t = useT();
  const values = valuesOf(effect.parameters, settings.values as JsonObject);
  const change = (part: JsonObject): void =>
    onChange({ ...settings.values, ...part } as EmbedSettings["values"]);
  if (effect.id === "trim")
    return (
      input && (
        <TrimFields
          key={input.id}
          file={input.file}
          seconds={input.seconds}
          given={settings.values}
          values={values}
          change={change}
          mediaRef={mediaRef}
        />
      )
    );
  if (effect.id === "volume")
    return (
      <VolumeSettings
        setup={{ ...values, output: "keep" } as unknown as VolumeSetup}
        change={(part) => change(part as JsonObject)}
      />
    );
  const controls = CONTROLS[tool.preset] ?? {};
  const { front, more } = splitControls(controls, effect.parameters);
  const fields = (names: readonly string[]) =>
    names.map((name) => (
      <ParameterField
        key={name}
        name={name}
        effect={effect.id}
        parameter={effect.parameters[name]!}
        controls={controls}
        value={values[name] as Json}
        onChange={(value) => change({ [name]: value })}
      />
    ));
  return (
    <div className={kit["settings"]}>
      {fields(front)}
      {more.length > 0 && (
        <details className={kit["more"]}>
          <summary>{t("panel-kit:more")}</summary>
          <div className={kit["settings"]}>{fields(more)}</div>
        </details>
      )}
    </div>
  );
}
