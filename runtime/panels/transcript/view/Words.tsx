import { type KeyboardEvent, type MouseEvent, useId } from "react";
import { type TranscriptLine, UNSURE } from "#core/transcript/transcript.ts";
import { useLocale } from "#runtime/i18n/context.tsx";
import type { LineActions, WordRange } from "./line-actions.ts";
import css from "../looks/transcript.module.css";

/** The words of a line: a click or the arrow keys select words and seek to them. */
export function Words({
  at,
  line,
  word: current,
  range,
  actions,
}: {
  readonly at: number;
  readonly line: TranscriptLine;
  readonly word: number | null;
  readonly range: WordRange | null;
  readonly actions: LineActions;
}) {
  const { t, format } = useLocale();
  const id = useId();
  const { text, words } = line;
  const first = range ? Math.min(range.from, range.to) : -1;
  const last = range ? Math.max(range.from, range.to) : -2;
  const go = (to: number, extend: boolean): void => {
    const place = Math.min(words.length - 1, Math.max(0, to));
    actions.select({ line: at, from: extend && range ? range.from : place, to: place });
  };
  const onClick = ({ target, shiftKey }: MouseEvent<HTMLElement>): void => {
    const own = (target as HTMLElement).closest<HTMLElement>("[data-word]")?.dataset["word"];
    if (own === undefined) return;
    const place = Number(own);
    go(place, shiftKey);
    if (!shiftKey) actions.seek(words[place]!.from);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { key, shiftKey, currentTarget } = event;
    const isRtl = getComputedStyle(currentTarget).direction === "rtl";
    const place = range?.to ?? -1;
    const forward = isRtl ? "ArrowLeft" : "ArrowRight";
    const back = isRtl ? "ArrowRight" : "ArrowLeft";
    if (key === forward) go(place + 1, shiftKey);
    else if (key === back) go(place - 1, shiftKey);
    else if (key === "Home") go(0, shiftKey);
    else if (key === "End") go(words.length - 1, shiftKey);
    else if (key === "Enter") {
      const own = words[Math.max(0, place)];
      if (own) actions.seek(own.from);
    } else if (key === "F2") actions.edit(at);
    else if ((key === "Delete" || key === "Backspace") && range)
      actions.cut(range, !words[first]?.cut);
    else if (key === "Escape" && range) actions.select(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const pieces = words.map((word, index) => {
    const before = text.slice(words[index - 1]?.end ?? 0, word.start);
    const isUnsure = word.confidence !== undefined && word.confidence < UNSURE;
    return (
      // Words have no ids, and render at their positions.
      // oxlint-disable-next-line react/no-array-index-key
      <span key={index}>
        {before}
        <span
          id={`${id}-${index}`}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- words flow as text does
          role="option"
          aria-selected={index >= first && index <= last}
          data-word={index}
          data-now={index === current ? "" : undefined}
          data-unsure={isUnsure ? "" : undefined}
          data-cut={word.cut ? "" : undefined}
          title={isUnsure ? t("panel-transcript:unsure") : undefined}
        >
          {text.slice(word.start, word.end)}
        </span>
      </span>
    );
  });
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- words flow as text does
      role="listbox"
      tabIndex={0}
      aria-label={t("panel-transcript:line.words", { time: format.clock(line.from, 0) })}
      aria-multiselectable
      aria-activedescendant={range ? `${id}-${range.to}` : undefined}
      className={css["words"]}
      dir="auto"
      onClick={onClick}
      onDoubleClick={() => actions.edit(at)}
      onKeyDown={onKeyDown}
      onFocus={() => {
        if (!range) actions.select({ line: at, from: 0, to: 0 });
      }}
    >
      {pieces}
      {text.slice(words.at(-1)?.end ?? 0)}
    </div>
  );
}
