import { moveBlock, type Mashup } from "../../../../audio/music/mashup.ts";
import { useLocale } from "../../../i18n/context.tsx";
import { Slider } from "../../../ui/field/Field.tsx";
import { Block } from "./Block.tsx";
import { GAIN } from "./limits.ts";
import css from "./timeline.module.css";

/** A block by its part and its place in it. */
export interface BlockPlace {
  readonly part: number;
  readonly block: number;
}

/** A part of the mashup: its blocks on the bars, how loud it is, whether it is heard. */
export function PartLane({
  mashup,
  part,
  bars,
  selected,
  onSelect,
  onChange,
}: {
  readonly mashup: Mashup;
  readonly part: number;
  /** That are shown. */
  readonly bars: number;
  readonly selected: BlockPlace | null;
  readonly onSelect: (place: BlockPlace) => void;
  readonly onChange: (mashup: Mashup) => void;
}) {
  const { t, format } = useLocale();
  const { name, blocks, gain, muted, isLead } = mashup.parts[part]!;
  const set = (change: { readonly gain?: number; readonly muted?: boolean }): void =>
    onChange({
      ...mashup,
      parts: mashup.parts.map((one, at) => (at === part ? { ...one, ...change } : one)),
    });
  /** Moves a block, which may be another one of the list then. */
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
      <div className={css["lane"]} dir="ltr" data-muted={muted || undefined}>
        {blocks.map((block, at) => (
          <Block
            // A block that is moved keeps the focus.
            key={at}
            block={block}
            name={name}
            bars={bars}
            isLead={isLead}
            isSelected={selected?.part === part && selected.block === at}
            onSelect={() => onSelect({ part, block: at })}
            onMove={(by) => move(at, by)}
          />
        ))}
      </div>
    </fieldset>
  );
}
