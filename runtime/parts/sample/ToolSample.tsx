import type { ToolPage } from "#core/page/page.ts";
import { useT } from "../../i18n/context.tsx";
import { SamplePlayers, SampleText, SampleVoices, sampleAttributes } from "./SampleVoices.tsx";
import { ConversionLine } from "./ConversionLine.tsx";
import { SampleLines } from "./SampleLines.tsx";
import { SampleKey, SampleWave } from "./SampleWave.tsx";
import { sampleOf } from "./tool-samples.ts";
import css from "./tool-sample.module.css";

/**
 * A sample sound for visitors who have not chosen a file (`page-scripts/sample.ts`); without
 * scripts, two players.
 */
export function ToolSample({ page }: { readonly page: ToolPage }) {
  const t = useT();
  const sample = page.available ? sampleOf(page, page.locale) : null;
  if (!sample) return null;
  return (
    <figure className={css["sample"]} {...sampleAttributes(sample)} aria-labelledby="sample">
      <div className={css["row"]}>
        <span id="sample" className={css["title"]}>
          {t("pages:tool.sample.title")}
        </span>
        <SampleVoices sample={sample} />
      </div>
      <SampleWave sample={sample} />
      {sample.after && <SampleKey sample={sample} />}
      <SampleLines sample={sample} />
      <ConversionLine conversion={sample.conversion} />
      <SamplePlayers sample={sample} />
      <figcaption>
        <SampleText sample={sample} />
      </figcaption>
    </figure>
  );
}
