import { useLocale } from "#runtime/i18n/context.tsx";
import type { LiveTranscript } from "../engines/live-transcripts.ts";
import css from "../looks/transcript.module.css";

/** The transcript so far, while the recording is being transcribed. */
export function LiveLines({ live: { lines, draft } }: { readonly live: LiveTranscript }) {
  const { t, format } = useLocale();
  return (
    <section className={css["text"]} aria-label={t("panel-transcript:live")}>
      <ol className={css["lines"]} data-live-lines="">
        {lines.map(({ from, text }, at) => (
          // Lines are only appended.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={at} className={css["line"]}>
            <span className={css["margin"]}>{format.clock(from, 0)}</span>
            <p dir="auto">{text}</p>
          </li>
        ))}
        {draft !== "" && (
          <li className={css["line"]}>
            <span className={css["margin"]}>…</span>
            <p dir="auto" className={css["draft"]}>
              {draft}
            </p>
          </li>
        )}
      </ol>
    </section>
  );
}
