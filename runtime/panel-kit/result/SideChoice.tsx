import { useId } from "react";
import { useT } from "../../i18n/context.tsx";
import type { ComparisonSide } from "../player/compare-player.ts";
import css from "./compare.module.css";

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
  const group = useId();
  return (
    <div className={css["voices"]} role="radiogroup" aria-label={t("panel-kit:hear")}>
      {sides.map((name) => (
        <label key={name} className={css["voice"]} data-voice={name}>
          <input
            type="radio"
            name={group}
            checked={side === name}
            disabled={disabled}
            onChange={() => onChoose(name)}
          />
          <span>{t(`common:sound.${name}`)}</span>
        </label>
      ))}
    </div>
  );
}
