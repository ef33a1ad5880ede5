import type { ToolPage } from "../../core/page/page.ts";
import { useT } from "../i18n/context.tsx";
import { SampleKey, SampleWave } from "./SampleWave.tsx";
import { sampleOf, SPOKEN } from "./tool-samples.ts";
import css from "./tool-sample.module.css";

const VOICES = ["before", "after"] as const;

/** A sound to try a tool by, before one brings a file (`page-scripts/sample.ts`); without scripts, two players. */
export function ToolSample({ page }: { readonly page: ToolPage }) {
  const t = useT();
  const sample = page.available ? sampleOf(page) : null;
  if (!sample) return null;
  return (
    <figure
      className={css["sample"]}
      data-sample=""
      data-plain={sample.damaged ? undefined : ""}
      data-before={sample.before}
      data-after={sample.after}
      data-start={sample.shortened?.start}
      data-end={sample.shortened?.end}
      aria-labelledby="sample"
    >
      <div className={css["row"]}>
        <span id="sample" className={css["title"]}>
          {t("pages:tool.sample.title")}
        </span>
        <span className={`${css["voices"]} needs-js`}>
          {VOICES.map((voice) => (
            <button key={voice} type="button" data-voice={voice} aria-pressed={false}>
              {t(`common:sound.${voice}`)}
            </button>
          ))}
        </span>
      </div>
      <SampleWave sample={sample} />
      <SampleKey sample={sample} />
      <noscript>
        {VOICES.map((voice) => (
          <label key={voice} className={css["row"]}>
            {t(`common:sound.${voice}`)}
            {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- what is spoken stands below it */}
            <audio controls preload="none" src={sample[voice]} />
          </label>
        ))}
      </noscript>
      <figcaption className={css["text"]}>
        <q lang={SPOKEN.language} dir="ltr">
          {SPOKEN.text}
        </q>{" "}
        {t(`pages:tool.sample.${sample.damaged ? "damaged" : "plain"}`)}
        <output>
          <strong data-problem="" hidden>
            {t("pages:tool.sample.failed")}
          </strong>
        </output>
      </figcaption>
    </figure>
  );
}
