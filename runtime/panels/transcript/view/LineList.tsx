import { memo, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Transcript } from "#core/transcript/transcript.ts";
import { useT } from "#runtime/i18n/context.tsx";
import { LineRow } from "./LineRow.tsx";
import { type LineActions, type WordRange, useLineActions } from "./line-actions.ts";
import css from "../looks/transcript.module.css";

/** All lines. Only changed ones render. */
export const LineList = memo(function LineList({
  transcript,
  line: current,
  word,
  follows,
  matched,
  change,
  onSeek,
}: {
  readonly transcript: Transcript;
  /** The line that is spoken now. */
  readonly line: number | null;
  readonly word: number | null;
  /** Whether the list scrolls to the present line. */
  readonly follows: boolean;
  /** The line of the present match. */
  readonly matched: number | null;
  readonly change: (next: (transcript: Transcript) => Transcript) => void;
  readonly onSeek: (seconds: number) => void;
}) {
  const t = useT();
  const list = useRef<HTMLOListElement>(null);
  const [range, setRange] = useState<WordRange | null>(null);
  const [edited, setEdited] = useState<number | null>(null);
  const actions = useLineActions({ change, onSeek, setRange, setEdited });
  const { lines, speakers } = transcript;
  const shownLine = matched ?? (follows ? current : null);
  const show = useCallback((at: number) => {
    list.current?.children[at]?.scrollIntoView({ block: "nearest" });
  }, []);
  useEffect(() => {
    if (shownLine !== null) show(shownLine);
  }, [shownLine, show]);
  const names = useMemo(() => speakers, [speakers]);
  return (
    <ol ref={list} className={css["lines"]} aria-label={t("panel-transcript:title")}>
      {lines.map((line, at) => (
        <LineRow
          // Lines have no ids, and equal lines look the same.
          // oxlint-disable-next-line react/no-array-index-key
          key={at}
          at={at}
          line={line}
          speakers={names}
          isSameSpeaker={at > 0 && lines[at - 1]!.speaker === line.speaker}
          word={at === current ? word : null}
          range={range?.line === at ? range : null}
          isEdited={edited === at}
          isFirst={at === 0}
          actions={actions as LineActions}
        />
      ))}
    </ol>
  );
});
