import { useEffect, useRef } from "react";
import { useLocale } from "../../i18n/context.tsx";
import type { Episode } from "./episode.ts";
import css from "./podcast-live.module.css";

/** The transcript with speakers and times. A click on a line seeks to its start. */
export function Transcript({
  lines,
  language,
  current,
  onSeek,
}: {
  readonly lines: Episode["transcript"];
  readonly language: string;
  /** Index of the spoken line; -1 before the first. */
  readonly current: number;
  readonly onSeek: (seconds: number) => void;
}) {
  const { t, format } = useLocale();
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const box = list.current!;
    const line = box.children[current] as HTMLElement | undefined;
    // A keyboard user in the list keeps the scroll position.
    if (!line || box.contains(document.activeElement)) return;
    const top = line.offsetTop - box.offsetTop;
    const isInside =
      top >= box.scrollTop && top + line.offsetHeight <= box.scrollTop + box.clientHeight;
    if (!isInside) box.scrollTop = top - box.clientHeight / 3;
  }, [current]);
  return (
    <section aria-labelledby="transcript">
      <h2 id="transcript">{t("pages:podcast.transcript")}</h2>
      <ol ref={list} className={css["lines"]}>
        {lines.map(({ start, speaker, text }, index) => (
          <li key={index}>
            <button
              type="button"
              aria-current={index === current || undefined}
              onClick={() => onSeek(start)}
            >
              <span className={css["time"]}>{format.clock(start)}</span>
              <span className={css["words"]} lang={language} dir="auto">
                <strong>{speaker}</strong> {text}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
