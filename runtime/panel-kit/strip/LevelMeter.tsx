import { useEffect, useRef } from "react";
import { useT } from "../../i18n/context.tsx";
import css from "./level-meter.module.css";
import type { PeakLevels } from "../player/mix-graph.ts";

/** Lower end of the meter in dBFS, and its decay in dB per second. */
const MIN_LEVEL = -60;
const FALL = 26;
/** Time in ms for which a peak is held, and clipping is shown. */
const HOLD = 2000;
/** Interval in ms in which the figure changes, so that it can be read. */
const READ = 250;

const shareOf = (decibels: number): string => `${Math.max(0, 1 - decibels / MIN_LEVEL)}`;

/** Peak levels of both channels with held peaks; drawn outside of React, sixty times a second. */
export function LevelMeter({
  peaks,
  playing,
}: {
  /** Reads the levels; null until there is a player. */
  readonly peaks: (() => PeakLevels) | null;
  readonly playing: boolean;
}) {
  const t = useT();
  const meter = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const root = meter.current;
    if (!root || !peaks) return undefined;
    const bars = root.querySelectorAll<HTMLElement>("span");
    const shown = [MIN_LEVEL, MIN_LEVEL];
    const held = [MIN_LEVEL, MIN_LEVEL];
    const since = [0, 0];
    let last = performance.now();
    let read = -Infinity;
    let over = -Infinity;
    let frame = 0;
    const draw = (now: number): void => {
      const fall = ((now - last) / 1000) * FALL;
      last = now;
      for (const [side, peak] of peaks().entries()) {
        const level = playing ? 20 * Math.log10(Math.max(peak, 1e-6)) : MIN_LEVEL;
        if (playing && peak > 1) over = now;
        shown[side] = Math.max(MIN_LEVEL, level, shown[side]! - fall);
        if (level >= held[side]! || now - since[side]! > HOLD) {
          held[side] = shown[side];
          since[side] = now;
        }
        const bar = bars[side];
        if (!bar) continue;
        bar.style.setProperty("--level", shareOf(shown[side]));
        bar.style.setProperty("--held", shareOf(held[side]!));
      }
      root.toggleAttribute("data-over", now - over < HOLD);
      const isMoving = playing || held.some((level) => level > MIN_LEVEL);
      if (now - read > READ || !isMoving) {
        read = now;
        const level = Math.max(...held);
        root.ariaValueNow = String(Math.round(Math.min(0, level)));
        root.ariaValueText = t("panel-kit:unit.dBFS", { value: level });
      }
      if (isMoving) frame = requestAnimationFrame(draw);
    };
    frame = requestAnimationFrame(draw);
    return () => cancelAnimationFrame(frame);
  }, [peaks, playing, t]);
  return (
    <div
      ref={meter}
      className={css["meter"]}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- two channels in one cannot be drawn as <meter>
      role="meter"
      aria-label={t("panel-kit:meter")}
      aria-valuemin={MIN_LEVEL}
      aria-valuemax={0}
      aria-valuenow={MIN_LEVEL}
    >
      <span />
      <span />
    </div>
  );
}
