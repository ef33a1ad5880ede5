import { siteLocale } from "#core/site/site.ts";
import { useLocale } from "../../i18n/context.tsx";
import { SAMPLE_LINES, translationOf } from "./sample-lines.ts";
import { SAMPLE_TIMES } from "./sample-times.ts";
import css from "./tool-sample.module.css";
import type { ToolSample } from "./tool-samples.ts";

/**
 * The text of a reading, in lines with their times, as the transcript tool writes it and the
 * translator speaks it. `page-scripts/sample.ts` marks what was spoken.
 */
export function SampleLines({ sample: { says } }: { readonly sample: ToolSample }) {
  const { site, locale, format } = useLocale();
  if (says !== "words" && says !== "dubbed") return null;
  const code = translationOf(locale.code);
  const language = site.locales.some((each) => each.code === code)
    ? siteLocale(site, code)
    : { language: code, dir: "ltr" };
  const { seconds, starts } = SAMPLE_TIMES;
  return (
    <div className={css["lines"]}>
      {starts.map((times, line) => {
        const start = times[0];
        return [
          <time key={start} dir="ltr">
            {format.clock(start)}
          </time>,
          <div key={line}>
            <p lang="en" dir="ltr">
              {SAMPLE_LINES["en"]![line]!.split(" ").map((word, at) => (
                <span key={at} data-from={times[at]! / seconds}>{`${word} `}</span>
              ))}
            </p>
            {says === "dubbed" && (
              <p lang={language.language} dir={language.dir} data-from={start / seconds}>
                {SAMPLE_LINES[code]![line]}
              </p>
            )}
          </div>,
        ];
      })}
    </div>
  );
}
