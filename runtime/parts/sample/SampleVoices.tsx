import { useLocale, useT } from "../../i18n/context.tsx";
import { type ToolSample, SPOKEN } from "./tool-samples.ts";
import css from "./sample-voices.module.css";

const VOICES = ["before", "after"] as const;

/** Whether "After" is another sound rather than a part of the one before. */
export const isPlain = (says: ToolSample["says"]): boolean =>
  says === "plain" || says === "stems" || says === "mashup" || says === "voice";

/** What `page-scripts/sample.ts` reads of a sample's figure. */
export const sampleAttributes = ({ before, after, shortened, says }: ToolSample) => ({
  "data-sample": "",
  "data-plain": isPlain(says) ? "" : undefined,
  "data-before": before,
  "data-after": after,
  "data-start": shortened?.start,
  "data-end": shortened?.end,
});

/** The two sides of a sample; a press plays one, or stops it. */
export function SampleVoices() {
  const t = useT();
  return (
    <span className={`${css["voices"]} needs-js`}>
      {VOICES.map((voice) => (
        <button key={voice} type="button" data-voice={voice} aria-pressed={false}>
          {t(`common:sound.${voice}`)}
        </button>
      ))}
    </span>
  );
}

/** Two of the browser's players, where no script runs. */
export function SamplePlayers({ sample }: { readonly sample: ToolSample }) {
  const t = useT();
  return (
    <noscript>
      {VOICES.map((voice) => (
        <label key={voice}>
          {t(`common:sound.${voice}`)}{" "}
          {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- what is spoken stands below it */}
          <audio controls preload="none" src={sample[voice]} />
        </label>
      ))}
    </noscript>
  );
}

/** What is spoken, what was done to it, and that it could not be loaded. */
export function SampleText({ sample }: { readonly sample: ToolSample }) {
  const { t, locale } = useLocale();
  return (
    <p className={css["text"]}>
      {(sample.says === "damaged" || sample.says === "plain" || sample.says === "voice") && (
        <>
          {/* Marks are those of the language around it, unless it runs the other way. */}
          <bdi lang={locale.dir === "rtl" ? SPOKEN.language : undefined}>
            <q lang={SPOKEN.language} dir="ltr">
              {SPOKEN.text}
            </q>
          </bdi>{" "}
        </>
      )}
      {t(`pages:tool.sample.${sample.says}`)}
      <output>
        {(["failed", "noSound"] as const).map((problem) => (
          <strong key={problem} data-problem={problem} hidden>
            {t(`pages:tool.sample.${problem}`)}
          </strong>
        ))}
      </output>
    </p>
  );
}
