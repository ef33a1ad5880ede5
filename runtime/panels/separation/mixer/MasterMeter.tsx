import { useEffect, useRef } from "react";
import { useT } from "#runtime/i18n/context.tsx";
import type { StemPlayer } from "#runtime/panel-kit/player/stem-player.ts";
import css from "./master-meter.module.css";

/** Lower end of the meter in dB, and its decay in dB per second. */
const MIN_LEVEL = -60;
const FALL = 26;
/** Time in ms for which clipping is shown. */
const HOLD = 2000;

const shareOf = (decibels: number): number => Math.max(0, 1 - decibels / MIN_LEVEL);

/** Peak levels of both channels; drawn outside of React, sixty times a second. */
export function MasterMeter({
  player,
  playing,
}: {
  readonly player: StemPlayer | null;
  readonly playing: boolean;
}) {
  const t = useT();
  const bars = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const root = bars.current;
    if (!root || !player) return undefined;
    const [left, right] = root.querySelectorAll<HTMLElement>("span");
    const shown = [MIN_LEVEL, MIN_LEVEL];
    let last = performance.now();
    let over = -Infinity;
    let frame = 0;
    const draw = (now: number): void => {
      const fall = ((now - last) / 1000) * FALL;
      last = now;
      for (const [side, peak] of player.peaks().entries()) {
        const level = playing ? 20 * Math.log10(Math.max(peak, 1e-6)) : MIN_LEVEL;
        if (playing && peak > 1) over = now;
        shown[side] = Math.max(MIN_LEVEL, level, shown[side]! - fall);
      }
      const [onLeft, onRight] = shown.map((level) => `${shareOf(level)}`);
      left?.style.setProperty("--level", onLeft!);
      right?.style.setProperty("--level", onRight!);
      root.toggleAttribute("data-over", now - over < HOLD);
      if (playing || shown.some((level) => level > MIN_LEVEL)) frame = requestAnimationFrame(draw);
    };
    frame = requestAnimationFrame(draw);
    return () => cancelAnimationFrame(frame);
  }, [player, playing]);
  return (
    <div
      ref={bars}
      className={css["meter"]}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- what moves cannot be drawn as <img>
      role="img"
      aria-label={t("panel-separation:meter")}
    >
      <span />
      <span />
    </div>
  );
}
