import { EffectPanel } from "../../panel-kit/EffectPanel.tsx";
import type { PanelProps } from "../../contract/panel.ts";
import { CONTROLS } from "./controls.ts";

/** Cleans recordings: each preset is the effect of the same name. */
export default function Panel(props: PanelProps) {
  const { preset } = props;
  return (
    <EffectPanel
      key={preset}
      {...props}
      panel="enhance"
      effect={preset}
      controls={CONTROLS[preset] ?? {}}
    />
  );
}
