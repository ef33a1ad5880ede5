import { useLocale } from "#runtime/i18n/context.tsx";
import { SoundSection } from "#runtime/panel-kit/layout/SoundSection.tsx";
import type { TrayFile } from "#runtime/contract/file.ts";
import type { LiveTranscript } from "../engines/live-transcripts.ts";
import css from "../looks/transcript.module.css";

/** The transcript so far, while the recording is being transcribed. */
export function LiveLines({
  file,
  live: { lines, draft },
}: {
  readonly file: TrayFile;
  readonly live: LiveTranscript;
}) {
  const { t, format } = useLocale();
  return (
    <SoundSection label={t("panel-transcript:live")} name={file.name}>
      <ol className={css["lines"]} data-live-lines="">
        {lines.map(({ from, text }, at) => (
          // Lines are only appended.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={at} className={css["line"]}>
            <span className={css["time"]}>{format.clock(from, 0)}</span>
            <p dir="auto">{text}</p>
          </li>
        ))}
        {draft !== "" && (
          <li className={css["line"]}>
            <span className={css["time"]}>…</span>
            <p dir="auto" className={css["draft"]}>
              {draft}
            </p>
          </li>
        )}
      </ol>
    </SoundSection>
  );
}
