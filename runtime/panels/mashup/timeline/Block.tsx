import { type KeyboardEvent, useMemo, useState } from "react";
import { type MashupBlock, trimmed } from "#audio/music/mashup.ts";
import { usePaintedWaves } from "#runtime/audio/waveform/use-painted-waves.ts";
import { useLocale } from "#runtime/i18n/context.tsx";
import { BlockEdge } from "./BlockEdge.tsx";
import type { PartWave } from "./part-wave.ts";
import css from "./timeline.module.css";

/** The dragged part of a block, and the distance in bars. */
interface Drag {
  readonly what: "block" | "start" | "end";
  readonly by: number;
}
/** Start of a drag, and CSS pixels per bar. */
interface Press {
  readonly x: number;
  readonly bar: number;
}

/** Bars by which arrow keys move a block. */
const KEYS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };
const FAR = 4;
const SIDES = ["start", "end"] as const;

/** The block during a drag. */
function draggedBlock(block: MashupBlock, { what, by }: Drag): MashupBlock {
  return what === "block" ? { ...block, at: Math.max(0, block.at + by) } : trimmed(block, what, by);
}

/**
 * Bars of a song on the timeline, to drag or move by keys; while selected, with handles for its
 * ends.
 */
export function Block({
  block,
  name,
  bars,
  wave,
  isLead,
  isSelected,
  limits,
  onSelect,
  onMove,
  onTrim,
}: {
  readonly block: MashupBlock;
  readonly name: string;
  /** Length of the timeline. */
  readonly bars: number;
  /** Null until it is known. */
  readonly wave: PartWave | null;
  readonly isLead: boolean;
  readonly isSelected: boolean;
  /** Range in bars in which its ends can move. */
  readonly limits: Readonly<Record<"start" | "end", readonly [least: number, most: number]>>;
  readonly onSelect: () => void;
  /** @param by bars */
  readonly onMove: (by: number) => void;
  readonly onTrim: (side: "start" | "end", by: number) => void;
}) {
  const { t, format } = useLocale();
  const [drag, setDrag] = useState<Drag | null>(null);
  const [press, setPress] = useState<Press | null>(null);
  const shown = drag ? draggedBlock(block, drag) : block;
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = KEYS[event.key];
    if (by === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    onMove(event.shiftKey ? FAR * by : by);
  };
  const end = (): void => {
    setPress(null);
    setDrag(null);
  };
  const share = (bar: number): string => `${(100 * bar) / bars}%`;
  return (
    <div
      className={css["block"]}
      data-lead={isLead || undefined}
      data-selected={isSelected || undefined}
      style={{ left: share(shown.at), width: share(shown.bars) }}
    >
      {wave && <BlockWave wave={wave} from={shown.from} bars={shown.bars} isLead={isLead} />}
      <button
        type="button"
        className={css["blockName"]}
        aria-pressed={isSelected}
        onClick={onSelect}
        onKeyDown={onKeyDown}
        onPointerDown={({ currentTarget, clientX, pointerId }) => {
          currentTarget.setPointerCapture(pointerId);
          const { width } = currentTarget.closest("[data-lane]")!.getBoundingClientRect();
          setPress({ x: clientX, bar: width / bars });
        }}
        onPointerMove={({ clientX }) => {
          if (!press) return;
          const by = Math.round((clientX - press.x) / press.bar);
          if (by !== (drag?.by ?? 0)) setDrag({ what: "block", by });
        }}
        onPointerUp={() => {
          end();
          if (drag && drag.by !== 0) onMove(drag.by);
        }}
        onPointerCancel={end}
      >
        {t("panel-mashup:block", {
          name,
          from: format.number(block.at + 1),
          to: format.number(block.at + block.bars),
        })}
      </button>
      {isSelected &&
        SIDES.map((side) => (
          <BlockEdge
            key={side}
            side={side}
            name={name}
            at={side === "start" ? block.at : block.at + block.bars - 1}
            bars={bars}
            limits={limits[side]}
            onDrag={(by) => setDrag(by === null ? null : { what: side, by })}
            onMove={(by) => onTrim(side, by)}
          />
        ))}
    </div>
  );
}

/** The waveform of a block. */
function BlockWave({
  wave: { peaks, gain, secondsAt },
  from,
  bars,
  isLead,
}: {
  readonly wave: PartWave;
  /** First bar of the song. */
  readonly from: number;
  readonly bars: number;
  readonly isLead: boolean;
}) {
  const waves = useMemo(
    () => [{ peaks, tone: isLead ? ("kept" as const) : ("original" as const) }],
    [peaks, isLead],
  );
  const view = useMemo(
    () => ({ from: secondsAt(from), to: secondsAt(from + bars) }),
    [secondsAt, from, bars],
  );
  const { canvas, width, height } = usePaintedWaves(waves, view, { gain });
  return (
    <canvas ref={canvas} className={css["wave"]} width={width} height={height} aria-hidden="true" />
  );
}
