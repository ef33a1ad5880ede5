import { useState } from "react";
import { type LyricLine, movedLine } from "#core/lyrics/lyrics.ts";
import { useLocale, useT } from "#runtime/i18n/context.tsx";
import { Button } from "#runtime/ui/Button.tsx";
import css from "./lyrics.module.css";

/** Seconds by which a button moves a line. */
const STEP = 0.1;

/**
 * Lines with their times: each can be played, moved, and set to the playhead; or all by tapping
 * along.
 */
export function LineList({
  lines,
  shown,
  time,
  onChange,
  onSeek,
  onPlay,
}: {
  readonly lines: readonly LyricLine[];
  /** Index of the present line. */
  readonly shown: number | null;
  /** Position of the playhead in seconds. */
  readonly time: () => number;
  readonly onChange: (lines: readonly LyricLine[]) => void;
  readonly onSeek: (seconds: number) => void;
  readonly onPlay: () => void;
}) {
  const t = useT();
  const [tapping, setTapping] = useState<number | null>(null);
  const put = (at: number, from: number): void =>
    onChange(
      lines.map((line, index) => (index === at ? movedLine(line, Math.max(0, from)) : line)),
    );
  const tap = (): void => {
    if (tapping === null) {
      onSeek(0);
      onPlay();
      return setTapping(0);
    }
    const now = time();
    onChange(
      lines.map((line, index) =>
        index === tapping
          ? { ...line, from: now, to: null, words: [] }
          : index === tapping - 1
            ? { ...line, to: now }
            : line,
      ),
    );
    setTapping(tapping + 1 < lines.length ? tapping + 1 : null);
  };
  return (
    <div className={css["lines"]}>
      <div className={css["bar"]}>
        <Button small look={tapping === null ? "secondary" : "primary"} onClick={tap}>
          {t(tapping === null ? "panel-karaoke:tap.start" : "panel-karaoke:tap.now")}
        </Button>
        {tapping !== null && (
          <>
            <bdi className={css["soft"]}>{lines[tapping]!.text}</bdi>
            <Button small onClick={() => setTapping(null)}>
              {t("panel-karaoke:tap.stop")}
            </Button>
          </>
        )}
      </div>
      <ol className={css["list"]}>
        {lines.map((line, at) => (
          <LineRow
            // Lines have no ids, and none is inserted between others.
            // oxlint-disable-next-line react/no-array-index-key
            key={at}
            line={line}
            isShown={shown === at}
            onSeek={onSeek}
            onPut={(from) => put(at, from)}
            time={time}
          />
        ))}
      </ol>
    </div>
  );
}

/** A line, to play from, to move by a step, and to set to the playhead. */
function LineRow({
  line,
  isShown,
  time,
  onSeek,
  onPut,
}: {
  readonly line: LyricLine;
  readonly isShown: boolean;
  readonly time: () => number;
  readonly onSeek: (seconds: number) => void;
  readonly onPut: (seconds: number) => void;
}) {
  const { t, format } = useLocale();
  const { text, from } = line;
  const shown = from === null ? "–:––" : format.clock(from, 1);
  const move = (by: number): void => {
    if (from !== null) onPut(from + by);
  };
  return (
    <li aria-current={isShown || undefined}>
      <Button
        small
        look="quiet"
        disabled={from === null}
        // The visible text is part of the accessible name, for voice control.
        aria-label={`${shown} · ${t("panel-karaoke:line.hear", { line: text })}`}
        data-from={from ?? undefined}
        onClick={() => onSeek(from ?? 0)}
      >
        {shown}
      </Button>
      <bdi>{text}</bdi>
      <span className={css["nudge"]}>
        <Button
          small
          disabled={from === null}
          aria-label={t("panel-karaoke:line.earlier", { line: text })}
          onClick={() => move(-STEP)}
        >
          −
        </Button>
        <Button
          small
          disabled={from === null}
          aria-label={t("panel-karaoke:line.later", { line: text })}
          onClick={() => move(STEP)}
        >
          +
        </Button>
        <Button
          small
          aria-label={t("panel-karaoke:line.here", { line: text })}
          onClick={() => onPut(time())}
        >
          {t("panel-karaoke:line.set")}
        </Button>
      </span>
    </li>
  );
}
