import { EffectPanel } from "{{runtime}}/panel-kit/EffectPanel.tsx";
import type { PanelProps } from "{{runtime}}/contract/panel.ts";

/** What can be set of the effect, and what it makes of the files. */
export default function Panel(props: PanelProps) {
  return <EffectPanel {...props} panel="{{id}}" effect="{{id}}" action="panel-kit:apply" />;
}
