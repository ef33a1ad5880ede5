import type { PointerEvent } from "react";
import {
  moveBlock,
  type Mashup,
  secondsOfBar,
  trimBlock,
  trimLimits,
} from "#audio/music/mashup.ts";
import type { Warp } from "#audio/stretch/warp.ts";
import { Playhead } from "#runtime/audio/waveform/Playhead.tsx";
import { useLocale } from "#runtime/i18n/context.tsx";
import { Slider } from "#runtime/ui/field/Field.tsx";
import type { JobResult } from "#runtime/contract/file.ts";
import { Block } from "./Block.tsx";
import { GAIN } from "./limits.ts";
import { usePartWave } from "./part-wave.ts";
import css from "./timeline.module.css";

/** A block, by its part and index. */
export interface BlockPosition {
  readonly part: number;
  readonly block: number;
}

/** A part of the mashup: its blocks, level and mute state. */
export function PartLane({
  mashup,
  part,
  result,
  warp,
  bars,
  position,
  selected,
  onSelect,
  onSeek,
  onChange,
}: {
  readonly mashup: Mashup;
  readonly part: number;
  /** The extracted part of its song, and its alignment with the bars. */
  readonly result: JobResult;
  readonly warp: Warp;
  /** Number of displayed bars. */
  readonly bars: number;
  /** Position of the playhead in bars from 0, with fractions. */
  readonly position: number;
  readonly selected: BlockPosition | null;
  readonly onSelect: (position: BlockPosition) => void;
  /** @param bar as `place` */
  readonly onSeek: (bar: number) => void;
  readonly onChange: (mashup: Mashup) => void;
}) {
  const { t, format } = useLocale();
  const { name, blocks, gain, muted, isLead } = mashup.parts[part]!;
  const wave = usePartWave(result, warp, secondsOfBar(mashup));
  const seek = ({ target, currentTarget, clientX }: PointerEvent<HTMLElement>): void => {
    // A press on a block selects or moves it instead.
    if (target !== currentTarget) return;
    const { left, width } = currentTarget.getBoundingClientRect();
    onSeek(((clientX - left) / width) * bars);
  };
  const set = (change: { readonly gain?: number; readonly muted?: boolean }): void =>
    onChange({
      ...mashup,
      parts: mashup.parts.map((one, at) => (at === part ? { ...one, ...change } : one)),
    });
  /** Moves a block, which may change its index. */
  const move = (block: number, by: number): void => {
    const at = Math.max(0, blocks[block]!.at + by);
    const next = moveBlock(mashup, part, block, at);
    onChange(next);
    onSelect({ part, block: next.parts[part]!.blocks.findIndex((one) => one.at === at) });
  };
  return (
    <fieldset className={css["row"]}>
      <legend className="visually-hidden">{name}</legend>
      <div className={css["head"]}>
        <span className={css["name"]} aria-hidden="true">
          <bdi>{name}</bdi>
        </span>
        <Slider
          label={t("panel-kit:mixer.volume")}
          output={format.decibels(gain)}
          min={GAIN[0]}
          max={GAIN[1]}
          step={1}
          value={gain}
          onChange={({ target }) => set({ gain: target.valueAsNumber })}
        />
        <button
          type="button"
          className={css["mute"]}
          aria-pressed={muted}
          onClick={() => set({ muted: !muted })}
        >
          {t("panel-kit:mixer.mute")}
        </button>
      </div>
      <div
        className={css["lane"]}
        dir="ltr"
        data-lane=""
        data-muted={muted || undefined}
        onPointerUp={seek}
      >
        {blocks.map((block, at) => (
          <Block
            // A moved block keeps the focus.
            key={at}
            block={block}
            name={name}
            bars={bars}
            wave={wave}
            isLead={isLead}
            limits={trimLimits(mashup, part, at)}
            isSelected={selected?.part === part && selected.block === at}
            onSelect={() => onSelect({ part, block: at })}
            onMove={(by) => move(at, by)}
            onTrim={(side, by) => onChange(trimBlock(mashup, { part, block: at }, side, by))}
          />
        ))}
        <Playhead percent={(100 * position) / bars} />
      </div>
    </fieldset>
  );
}
