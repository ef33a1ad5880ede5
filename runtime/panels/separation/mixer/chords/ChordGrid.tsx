import { type KeyboardEvent, memo, useEffect, useRef, useState } from "react";
import type { SongChart } from "#audio/music/chart/chart.ts";
import { nameOfChord, type NoteNaming } from "#audio/music/chart/spelling.ts";
import { useLocale, useT } from "#runtime/i18n/context.tsx";
import { cellFor } from "./grid-keys.ts";
import css from "./chords.module.css";

interface GridProps {
  readonly chart: SongChart;
  readonly naming: NoteNaming;
  /** Beat of the selected chord. */
  readonly selected: number | null;
  readonly onSelect: (beat: number) => void;
}

/**
 * Bars with their chords. The chord at the playhead is highlighted and kept in view. It is one tab
 * stop, in which arrow keys move the focus.
 */
export function ChordGrid({ time, ...props }: GridProps & { readonly time: number }) {
  const current = chordBeatAt(props.chart, time);
  const t = useT();
  const box = useRef<HTMLOListElement>(null);
  const [focused, setFocused] = useState<number | null>(null);
  useEffect(() => {
    const list = box.current;
    const cell = list?.querySelector<HTMLElement>('[aria-current="true"]');
    // Scrolls only the list: `scrollIntoView` would move the page.
    if (list && cell) {
      const top = cell.offsetTop - list.offsetTop;
      if (top < list.scrollTop || top + cell.offsetHeight > list.scrollTop + list.clientHeight)
        list.scrollTop = top;
    }
  }, [current]);
  return (
    <div
      role="toolbar"
      tabIndex={-1}
      aria-label={t("panel-separation:chords.title")}
      onKeyDown={moveFocus}
      onFocus={({ target }) => {
        const { beat } = target.dataset;
        if (beat !== undefined) setFocused(Number(beat));
      }}
    >
      {/* Charts are read from left to right in every language. */}
      <ol ref={box} className={css["bars"]} dir="ltr">
        <Bars {...props} current={current} stop={focused ?? Math.max(0, current)} />
      </ol>
    </div>
  );
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const { key, currentTarget, target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const cells = Array.from(currentTarget.querySelectorAll<HTMLElement>("[data-beat]"));
  const boxes = cells.map(({ offsetLeft: left, offsetTop: top }) => ({ left, top }));
  const at = cells.indexOf(target as HTMLElement);
  const to = cellFor(key, boxes, at);
  if (to === null) return;
  event.preventDefault();
  event.stopPropagation();
  cells[to]?.focus();
}

const Bars = memo(function Bars({
  chart,
  naming,
  selected,
  current,
  stop,
  onSelect,
}: GridProps & {
  readonly current: number;
  /** Beat of the chord that the Tab key focuses. */
  readonly stop: number;
}) {
  const { t } = useLocale();
  return chart.bars.map(({ start, length, chords, key }, at) => (
    <li key={start} className={css["bar"]}>
      {chords.map(({ beat, chord }, i) => {
        const name = chord ? nameOfChord(chord, key, naming) : "N.C.";
        const own = start + beat;
        return (
          <button
            key={beat}
            type="button"
            tabIndex={own === stop ? 0 : -1}
            data-beat={own}
            className={css["chord"]}
            style={{ flexGrow: (chords[i + 1]?.beat ?? length) - beat }}
            aria-label={t("panel-separation:chords.inBar", { chord: name, bar: at + 1 })}
            aria-current={own === current}
            aria-pressed={own === selected}
            onClick={() => onSelect(own)}
          >
            {name}
          </button>
        );
      })}
    </li>
  ));
});

/** First beat of the chord at a time; −1 before the first beat. */
function chordBeatAt({ beats, bars }: SongChart, time: number): number {
  const after = beats.findIndex((one) => one > time);
  const beat = after < 0 ? beats.length - 2 : after - 1;
  const bar = bars.findLast(({ start }) => start <= beat);
  const chord = bar?.chords.findLast((one) => bar.start + one.beat <= beat);
  return bar && chord ? bar.start + chord.beat : -1;
}
