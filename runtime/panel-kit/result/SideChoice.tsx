import { type PointerEvent, type RefObject, useEffect, useRef } from "react";
import { useT } from "../../i18n/context.tsx";
import { Segmented } from "../../ui/choice/Choice.tsx";
import type { ComparisonSide } from "../player/compare-player.ts";
import { type Hold, createHold } from "./hold-original.ts";
import css from "./compare.module.css";

const TONES = { before: "ink", after: "kept", removed: "removed" } as const;

/** Chooses the side of a comparison that is played; the original also plays while it is held. */
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
  const hold = useHold(onChoose);
  const press = ({ target, button }: PointerEvent): void => {
    const input = (target as Element).closest("label")?.querySelector("input");
    if (input?.value === "before" && button === 0 && !disabled) hold.current?.press(side);
  };
  return (
    <div className={css["sides"]} onPointerDown={press}>
      <Segmented
        label={t("panel-kit:hear")}
        options={sides.map((value) => ({
          value,
          label: t(`common:sound.${value}`),
          ...(value === "before" && { hint: t("panel-kit:holdOriginal") }),
          tone: TONES[value],
        }))}
        value={side}
        disabled={disabled}
        onChange={(next) => hold.current?.click(next)}
      />
    </div>
  );
}

/** Null until the component is mounted. */
function useHold<S extends ComparisonSide>(onChoose: (side: S) => void): RefObject<Hold<S> | null> {
  const latest = useRef(onChoose);
  useEffect(() => {
    latest.current = onChoose;
  });
  const hold = useRef<Hold<S>>(null);
  useEffect(() => {
    const own = createHold<S>({
      original: "before" as S,
      choose: (side) => latest.current(side),
      setTimer(work, ms) {
        const timer = setTimeout(work, ms);
        return () => clearTimeout(timer);
      },
    });
    hold.current = own;
    const ends = ["pointerup", "pointercancel", "blur"] as const;
    for (const end of ends) addEventListener(end, own.release);
    return () => {
      own.release();
      for (const end of ends) removeEventListener(end, own.release);
    };
  }, []);
  return hold;
}
