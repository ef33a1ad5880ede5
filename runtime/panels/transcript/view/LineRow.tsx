import { memo } from "react";
import type { TranscriptLine } from "#core/transcript/transcript.ts";
import { useLocale } from "#runtime/i18n/context.tsx";
import type { LineActions, WordRange } from "./line-actions.ts";
import { LineEditor } from "./LineEditor.tsx";
import { LineTools } from "./LineTools.tsx";
import { Words } from "./Words.tsx";
import css from "../looks/transcript.module.css";

/** A line with its time, speaker and words, and the actions on selected words. */
export const LineRow = memo(function LineRow({
  at,
  line,
  speakers,
  isSameSpeaker,
  word,
  range,
  isEdited,
  isFirst,
  actions,
}: {
  readonly at: number;
  readonly line: TranscriptLine;
  readonly speakers: readonly string[];
  /** Whether the line before is by the same speaker, who need not be named again. */
  readonly isSameSpeaker: boolean;
  /** The word that is spoken now; null if it is in another line. */
  readonly word: number | null;
  /** The selected words. */
  readonly range: WordRange | null;
  readonly isEdited: boolean;
  readonly isFirst: boolean;
  readonly actions: LineActions;
}) {
  const { t, format } = useLocale();
  const name = line.speaker === null ? null : (speakers[line.speaker] ?? null);
  return (
    <li className={css["line"]} data-line={at} aria-current={word !== null || undefined}>
      <div className={css["margin"]}>
        {name !== null && !isSameSpeaker && (
          <span className={css["speaker"]}>
            <bdi>{name}</bdi>
          </span>
        )}
        <button
          type="button"
          className={css["time"]}
          aria-label={t("panel-transcript:line.hear", { time: format.clock(line.from, 0) })}
          data-from={line.from}
          onClick={() => actions.seek(line.from)}
        >
          {format.clock(line.from, 0)}
        </button>
      </div>
      <div className={css["said"]}>
        {line.chapter !== undefined && (
          <strong className={css["chapter"]}>
            <bdi>{line.chapter}</bdi>
          </strong>
        )}
        {isEdited ? (
          <LineEditor at={at} line={line} actions={actions} />
        ) : (
          <Words at={at} line={line} word={word} range={range} actions={actions} />
        )}
        {range && !isEdited && (
          <LineTools
            at={at}
            line={line}
            speakers={speakers}
            range={range}
            isFirst={isFirst}
            actions={actions}
          />
        )}
      </div>
    </li>
  );
});
