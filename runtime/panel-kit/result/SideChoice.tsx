import { useT } from "../../i18n/context.tsx";
import { Segmented } from "../../ui/choice/Choice.tsx";
import type { ComparisonSide } from "../player/compare-player.ts";

const TONES = { before: "ink", after: "kept", removed: "removed" } as const;

/** Chooses the side of a comparison that is played. */
export function SideChoice<S extends ComparisonSide>({
  sides,
  side,
  disabled,
  onChoose,
}: {
  readonly sides: readonly S[];
  readonly side: S;
  readonly disabled: boolean;
  readonly onChoose: (side: S) => void;
}) {
  const t = useT();
  return (
    <Segmented
      label={t("panel-kit:hear")}
      options={sides.map((value) => ({
        value,
        label: t(`common:sound.${value}`),
        tone: TONES[value],
      }))}
      value={side}
      disabled={disabled}
      onChange={onChoose}
    />
  );
}
