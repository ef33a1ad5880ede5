import { useLocale, useT } from "../../i18n/context.tsx";
import { type ToolSample, SPOKEN } from "./tool-samples.ts";
import css from "./sample-voices.module.css";

const VOICES = ["before", "after"] as const;

const SPOKEN_SAMPLES: readonly ToolSample["says"][] = ["damaged", "plain", "cut", "quiet", "voice"];
/** Samples in which nothing was removed. */
const PLAIN: readonly ToolSample["says"][] = [
  "plain",
  "quiet",
  "stems",
  "mashup",
  "copied",
  "voice",
  "words",
  "dubbed",
  "converted",
];
/** Whether "After" is a separate sound, not a part of the sound before. */
export const isPlain = (says: ToolSample["says"]): boolean => PLAIN.includes(says);

/** Attributes of a sample's figure that `page-scripts/sample.ts` reads. */
export const sampleAttributes = ({ before, after, shortened, says }: ToolSample) => ({
  "data-sample": "",
  "data-plain": isPlain(says) ? "" : undefined,
  "data-before": before,
  "data-after": after,
  "data-start": shortened?.start,
  "data-end": shortened?.end,
});

/** Versions of a sample, with the names of their buttons. */
const voicesOf = ({ after }: ToolSample): readonly (readonly [(typeof VOICES)[number], string])[] =>
  after
    ? VOICES.map((voice) => [voice, `common:sound.${voice}`])
    : [["before", "pages:tool.sample.play"]];

/** Buttons for the versions of a sample; a press plays or stops one. */
export function SampleVoices({ sample }: { readonly sample: ToolSample }) {
  const t = useT();
  return (
    <span className={`${css["voices"]} needs-js`}>
      {voicesOf(sample).map(([voice, name]) => (
        <button key={voice} type="button" data-voice={voice} aria-pressed={false}>
          {t(name)}
        </button>
      ))}
    </span>
  );
}

/** Native players, for pages without scripts. */
export function SamplePlayers({ sample }: { readonly sample: ToolSample }) {
  const t = useT();
  return (
    <noscript>
      {voicesOf(sample).map(([voice, name]) => (
        <label key={voice}>
          {t(name)}{" "}
          {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- what is spoken stands below it */}
          <audio controls preload="none" src={sample[voice]} />
        </label>
      ))}
    </noscript>
  );
}

/** Describes the speech, the processing, and the error of a failed load. */
export function SampleText({ sample }: { readonly sample: ToolSample }) {
  const { t, locale } = useLocale();
  return (
    <p className={css["text"]}>
      {SPOKEN_SAMPLES.includes(sample.says) && (
        <>
          {/* Punctuation follows the surrounding language, unless the writing direction differs. */}
          <bdi lang={locale.dir === "rtl" ? SPOKEN.language : undefined}>
            <q lang={SPOKEN.language} dir="ltr">
              {SPOKEN.text}
            </q>
          </bdi>{" "}
        </>
      )}
      {t(`pages:tool.sample.${sample.says}`)}
      <SampleProblems />
    </p>
  );
}

/** Why a sample does not play; `page-scripts/sample.ts` shows one of them. */
export function SampleProblems() {
  const t = useT();
  return (
    <output className={css["problems"]}>
      {(["failed", "noSound"] as const).map((problem) => (
        <strong key={problem} data-problem={problem} hidden>
          {t(`pages:tool.sample.${problem}`)}
        </strong>
      ))}
    </output>
  );
}
