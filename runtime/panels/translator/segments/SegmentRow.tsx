import Merge from "lucide-react/icons/merge";
import Pause from "lucide-react/icons/pause";
import Play from "lucide-react/icons/play";
import Trash2 from "lucide-react/icons/trash-2";
import { memo } from "react";
import { useStore } from "zustand";
import { excessOf, paceFor } from "#audio/dubbing/fit-speech.ts";
import { speechLength } from "#audio/dubbing/speech-length.ts";
import { type Segment, MAX_SEGMENT_CHARACTERS } from "#core/dubbing/segment.ts";
import { useLocale } from "#runtime/i18n/context.tsx";
import { IconButton } from "#runtime/ui/Button.tsx";
import { TextArea } from "#runtime/ui/field/Field.tsx";
import { type LineInTime, keyOf, spokenLengths } from "../voice/lengths.ts";
import type { SegmentActions } from "./use-segment-actions.ts";
import css from "./segments.module.css";

interface RowProps {
  readonly at: number;
  readonly segment: Segment;
  /** The translation with its time slot. */
  readonly line: LineInTime;
  /** Speaking rate in words per minute. */
  readonly rate: number;
  /** Which of both is playing. */
  readonly heard: "source" | "target" | null;
  /** BCP 47 */
  readonly languages: Readonly<Record<"source" | "target", string>>;
  readonly canSpeak: boolean;
  readonly actions: SegmentActions;
}

/** Line objects are new after any change; they are compared by content. */
const isSame = ({ line: a, ...before }: RowProps, { line: b, ...now }: RowProps): boolean =>
  keyOf(a) === keyOf(b) &&
  (Object.keys(before) as (keyof typeof before)[]).every((name) => before[name] === now[name]);

/** A segment with its translation, and whether that fits its time slot. */
export const SegmentRow = memo(function SegmentRow({
  at,
  segment: { from, source, target },
  line,
  rate,
  heard,
  languages,
  canSpeak,
  actions,
}: RowProps) {
  const { t, format } = useLocale();
  const time = format.clock(from, 1);
  const hear = (side: "source" | "target", disabled = false) => (
    <IconButton
      label={t(`panel-translator:row.${heard === side ? "stop" : "play"}.${side}`, { time })}
      disabled={disabled}
      onClick={() => (side === "source" ? actions.hear(at) : actions.speak(at))}
    >
      {heard === side ? <Pause /> : <Play />}
    </IconButton>
  );
  return (
    <li className={css["row"]}>
      <span className={css["time"]}>{time}</span>
      <div className={css["side"]}>
        {hear("source")}
        <TextArea
          isBrief
          label={t("panel-translator:row.source", { time })}
          limit={MAX_SEGMENT_CHARACTERS}
          rows={2}
          dir="auto"
          lang={languages.source}
          value={source}
          onChange={({ target: field }) => actions.change(at, "source", field.value)}
        />
      </div>
      <div className={css["side"]}>
        {hear("target", !canSpeak || target.trim() === "")}
        <div className={css["spoken"]}>
          <TextArea
            isBrief
            label={t("panel-translator:row.target", { time })}
            limit={MAX_SEGMENT_CHARACTERS}
            rows={2}
            dir="auto"
            lang={languages.target}
            value={target}
            onChange={({ target: field }) => actions.change(at, "target", field.value)}
          />
          {target.trim() !== "" && <Fit line={line} rate={rate} />}
        </div>
      </div>
      <span className={css["tools"]}>
        <IconButton
          label={t("panel-translator:row.merge", { time })}
          disabled={at === 0}
          onClick={() => actions.merge(at)}
        >
          <Merge />
        </IconButton>
        <IconButton
          label={t("panel-translator:row.remove", { time })}
          onClick={() => actions.remove(at)}
        >
          <Trash2 />
        </IconButton>
      </span>
    </li>
  );
}, isSame);

/** Length of a translation relative to its time slot, measured or estimated. */
function Fit({ line, rate }: Pick<RowProps, "line" | "rate">) {
  const { t, format } = useLocale();
  const known = useStore(spokenLengths(), (lengths) => lengths[keyOf(line)]);
  const { length, pace, excess } = known
    ? { length: known.seconds, pace: known.pace, excess: known.excess }
    : guessed(line, rate);
  const kind = excess > 0 ? "long" : pace > 1.02 ? "fast" : pace < 0.98 ? "slow" : "fits";
  const letters = Math.ceil((line.text.length * excess) / Math.max(0.1, length));
  return (
    <p className={css["fit"]} data-fit={kind}>
      {t(`panel-translator:fit.${kind}`, {
        length: `${known ? "" : "≈ "}${format.duration(length)}`,
        room: format.duration(line.slot.room),
        pace: format.percent(pace),
        count: Math.max(1, letters),
      })}
    </p>
  );
}

function guessed({ text, language, slot }: LineInTime, rate: number) {
  const seconds = speechLength(text, language, rate);
  const pace = paceFor(seconds, slot);
  return { length: seconds / pace, pace, excess: excessOf(seconds, slot) };
}
