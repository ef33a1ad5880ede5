import { useLocale } from "../../i18n/context.tsx";
import { type Episode, chaptersOf } from "./episode.ts";
import css from "./podcast-live.module.css";

/** Chapters of an episode, as links that seek the player; renders nothing for fewer than two. */
export function Chapters({
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
  const chapters = chaptersOf(lines);
  if (chapters.length < 2) return null;
  const shown = chapters.findLastIndex(({ line }) => line <= current);
  return (
    <section aria-labelledby="chapters">
      <h2 id="chapters">{t("pages:podcast.chapters")}</h2>
      <ol className={css["lines"]}>
        {chapters.map(({ line, start, title }, index) => (
          <li key={line}>
            <button
              type="button"
              aria-current={index === shown || undefined}
              onClick={() => onSeek(start)}
            >
              <span className={css["time"]}>{format.clock(start)}</span>
              <span className={css["words"]} lang={language} dir="auto">
                {title}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
