import type { ToolGroup } from "#core/page/page.ts";
import { Mark } from "../../ui/Mark.tsx";
import {
  SamplePlayers,
  SampleText,
  SampleVoices,
  sampleAttributes,
} from "../sample/SampleVoices.tsx";
import { SampleKey, SampleWave } from "../sample/SampleWave.tsx";
import { sampleOf } from "../sample/tool-samples.ts";
import css from "./home-sample.module.css";

/** The tool whose sample is on the home page, if the site has that tool. */
const SAMPLE = { slug: "background-audio-remover", panel: "enhance", preset: "denoise" };

/**
 * One long waveform that explains the site's colors: the recording before and after a tool, both
 * playable (`page-scripts/sample.ts`).
 */
export function HomeSample({ groups }: { readonly groups: readonly ToolGroup[] }) {
  const sample = sampleOf(SAMPLE)!;
  const tool = groups.flatMap(({ tools }) => tools).find(({ slug }) => slug === SAMPLE.slug);
  if (!tool) return null;
  return (
    <figure className={css["figure"]} {...sampleAttributes(sample)} aria-labelledby="sample">
      <div className={css["row"]}>
        <span id="sample" className={css["title"]}>
          <a href={tool.path}>{tool.name}</a>
        </span>
        <SampleVoices />
      </div>
      <div className={css["sound"]}>
        <SampleWave sample={sample} />
        <Mark size={64} className={css["fermata"]} />
      </div>
      <figcaption className={css["caption"]}>
        <SampleKey sample={sample} />
        <SampleText sample={sample} />
        <SamplePlayers sample={sample} />
      </figcaption>
    </figure>
  );
}
