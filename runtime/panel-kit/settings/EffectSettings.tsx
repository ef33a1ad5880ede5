import type { ReactNode } from "react";
import { REQUESTED_FORMATS } from "../../audio/requested-format.ts";
import { useT } from "../../i18n/context.tsx";
import { Button } from "../../ui/Button.tsx";
import type { Json } from "../../contract/json.ts";
import css from "../layout/kit.module.css";
import { EngineLadder, type EngineLadderProps } from "../engine/EngineLadder.tsx";
import type { TimeOf } from "../engine/use-engine-times.ts";
import { type Controls, splitControls } from "./controls.ts";
import { MoreSettings } from "./MoreSettings.tsx";
import { OutputSelect } from "./OutputSelect.tsx";
import { ParameterField } from "./ParameterField.tsx";
import { SavedSettings } from "./SavedSettings.tsx";
import type { EffectSetup } from "./use-effect-setup.ts";

/** The settings of an effect: the main ones, and the others in a disclosure. */
export function EffectSettings({
  tool,
  effect,
  setup,
  controls,
  onServer,
  timeOf,
  onFormat,
  children,
}: {
  /** Whose settings they are. */
  readonly tool: readonly [panel: string, preset: string];
  readonly effect: string;
  readonly setup: EffectSetup;
  readonly controls: Controls;
  readonly onServer: EngineLadderProps["onServer"];
  readonly timeOf: TimeOf;
  /** Null if the result has its own choice of format. */
  readonly onFormat: ((output: EffectSetup["output"]) => void) | null;
  /** What else can be done with the settings, in the disclosure. */
  readonly children: ReactNode;
}) {
  const t = useT();
  const { values, output } = setup;
  const parameters = setup.effect?.parameters ?? {};
  const { front, more } = splitControls(controls, parameters);
  const fields = (names: readonly string[]) =>
    names.map((name) => (
      <ParameterField
        key={name}
        name={name}
        effect={effect}
        parameter={parameters[name]!}
        controls={controls}
        value={values[name] as Json}
        onChange={(value) => setup.change(name, value)}
      />
    ));
  return (
    <div className={css["settings"]}>
      <EngineLadder
        choice={setup.engines}
        task={setup.effect?.net?.task ?? effect}
        onServer={onServer}
        timeOf={timeOf}
      />
      {fields(front)}
      <MoreSettings of={tool}>
        {fields(more)}
        {onFormat && (
          <OutputSelect value={output} formats={REQUESTED_FORMATS} onChange={onFormat} />
        )}
        {setup.changed && (
          <Button small onClick={setup.reset}>
            {t("panel-kit:reset")}
          </Button>
        )}
        <SavedSettings setup={setup} />
        {children}
      </MoreSettings>
    </div>
  );
}
