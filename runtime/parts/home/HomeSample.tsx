import type { ToolLink } from "#core/page/page.ts";
import type { Group } from "#core/tools/menu.ts";
import {
  SamplePlayers,
  SampleProblems,
  SampleVoices,
  sampleAttributes,
} from "../sample/SampleVoices.tsx";
import { SampleWave } from "../sample/SampleWave.tsx";
import { sampleOf } from "../sample/tool-samples.ts";
import css from "./home-sample.module.css";

/** The tool whose sample stands for its group, by panel and preset. */
const SHOWN: Readonly<Record<Group, string>> = {
  clean: "enhance/denoise",
  split: "separation/vocals",
  create: "mashup/mashup",
  ai: "voice-changer/change",
  edit: "editor/volume",
  download: "download/audio",
};

/** The tool of a group that is shown, or else its first one with a sample; undefined without one. */
export const shownOf = (group: Group, tools: readonly ToolLink[]): ToolLink | undefined => {
  const able = tools.filter(({ panel = "", preset = "" }) => sampleOf({ panel, preset }, ""));
  return able.find(({ panel, preset }) => `${panel}/${preset}` === SHOWN[group]) ?? able[0];
};

/** A recording before and after a tool of a group, both playable (`page-scripts/sample.ts`). */
export function HomeSample({
  group,
  tools,
}: {
  readonly group: Group;
  readonly tools: readonly ToolLink[];
}) {
  const tool = shownOf(group, tools);
  const sample = tool && sampleOf({ panel: tool.panel!, preset: tool.preset! }, "");
  if (!sample) return null;
  const id = `sample-${group}`;
  return (
    <figure className={css["figure"]} {...sampleAttributes(sample)} aria-labelledby={id}>
      <div className={css["row"]}>
        <a id={id} href={tool.path}>
          {tool.name}
        </a>
        <SampleVoices sample={sample} />
      </div>
      <SampleWave sample={sample} />
      <SampleProblems />
      <SamplePlayers sample={sample} />
    </figure>
  );
}
