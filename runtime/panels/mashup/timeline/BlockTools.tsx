import Copy from "lucide-react/icons/copy";
import Scissors from "lucide-react/icons/scissors";
import Trash2 from "lucide-react/icons/trash-2";
import { type Mashup, removeBlock, repeatBlock, splitBlock } from "#audio/music/mashup.ts";
import { useLocale } from "#runtime/i18n/context.tsx";
import { Button } from "#runtime/ui/Button.tsx";
import { Slider } from "#runtime/ui/field/Field.tsx";
import { CROSSFADE, DUCKING } from "./limits.ts";
import type { BlockPosition } from "./PartLane.tsx";
import css from "./timeline.module.css";

/** Actions on the selected block, and the crossfade between blocks. */
export function BlockTools({
  mashup,
  selected,
  here,
  onChange,
}: {
  readonly mashup: Mashup;
  readonly selected: BlockPosition | null;
  /** The bar line nearest to the playhead. */
  readonly here: number;
  readonly onChange: (mashup: Mashup) => void;
}) {
  const { t, format } = useLocale();
  const block = selected && mashup.parts[selected.part]?.blocks[selected.block];
  const canSplit = block ? here > block.at && here < block.at + block.bars : false;
  return (
    <>
      <div className={css["bar"]}>
        <Button
          small
          icon={<Scissors />}
          disabled={!canSplit}
          onClick={() => onChange(splitBlock(mashup, selected!.part, here))}
        >
          {t("panel-mashup:split")}
        </Button>
        <Button
          small
          icon={<Copy />}
          disabled={!block}
          onClick={() => onChange(repeatBlock(mashup, selected!.part, selected!.block))}
        >
          {t("panel-mashup:repeat")}
        </Button>
        <Button
          small
          icon={<Trash2 />}
          disabled={!block}
          onClick={() => onChange(removeBlock(mashup, selected!.part, selected!.block))}
        >
          {t("panel-mashup:remove")}
        </Button>
        <span className={css["soft"]}>{t("panel-mashup:hint")}</span>
      </div>
      <div className={css["bar"]}>
        <Slider
          label={t("panel-mashup:ducking")}
          output={format.decibels(mashup.ducking)}
          min={DUCKING[0]}
          max={DUCKING[1]}
          step={1}
          value={mashup.ducking}
          onChange={({ target }) => onChange({ ...mashup, ducking: target.valueAsNumber })}
        />
        <Slider
          label={t("panel-mashup:crossfade")}
          output={t("panel-mashup:beats", { count: mashup.crossfade })}
          min={CROSSFADE[0]}
          max={CROSSFADE[1]}
          step={0.5}
          value={mashup.crossfade}
          onChange={({ target }) => onChange({ ...mashup, crossfade: target.valueAsNumber })}
        />
      </div>
    </>
  );
}
