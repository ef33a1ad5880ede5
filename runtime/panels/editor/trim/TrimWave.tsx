import { useRef } from "react";
import { Minimap } from "#runtime/audio/waveform/Minimap.tsx";
import { Timeline } from "#runtime/audio/waveform/Timeline.tsx";
import { usePaintedWaves, type Wave } from "#runtime/audio/waveform/use-painted-waves.ts";
import { useWheel } from "#runtime/audio/waveform/use-wheel.ts";
import { type View, moveView } from "#runtime/audio/waveform/view.ts";
import { useLocale } from "#runtime/i18n/context.tsx";
import { seekByKey } from "../parts/seek-keys.ts";
import { Handle } from "./Handle.tsx";
import type { Region } from "./regions.ts";
import { useRegionPress } from "./use-region-press.ts";
import type { Regions } from "./use-regions.ts";
import css from "./trim-wave.module.css";
import { Playhead } from "#runtime/audio/waveform/Playhead.tsx";

export interface TrimWaveProps {
  readonly waves: readonly Wave[];
  /** Seconds. */
  readonly duration: number;
  readonly time: number;
  readonly view: View;
  readonly setView: (change: (now: View) => View) => void;
  readonly regions: Regions;
  readonly onSeek: (time: number) => void;
  /** Called when a handle is released. */
  readonly onSettled: (region: Region, edge: "start" | "end") => void;
}

/** A waveform with regions. Time runs from left to right in every language. */
export function TrimWave(props: TrimWaveProps) {
  const { waves, duration, time, view, setView, regions, onSeek, onSettled } = props;
  const { t, format } = useLocale();
  const root = useRef<HTMLDivElement>(null);
  const { canvas, width, height, ratio } = usePaintedWaves(waves, view);
  useWheel(root, duration, setView);
  const length = Math.max(1e-3, view.to - view.from);
  const shareOf = (at: number): number => (100 * (at - view.from)) / length;
  const timeAt = (x: number): number => {
    const { left, width: wide } = root.current!.getBoundingClientRect();
    return Math.min(duration, Math.max(0, view.from + ((x - left) / wide) * length));
  };

  const pressed = useRegionPress({ timeAt, regions, onSeek, onSettled });
  return (
    <div className={css["waveform"]} dir="ltr">
      <div className={css["wave"]} ref={root}>
        <div
          className={css["surface"]}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a sound cannot be drawn as <input>
          role="slider"
          tabIndex={0}
          aria-label={t("panel-kit:position")}
          aria-valuemin={0}
          aria-valuemax={duration}
          aria-valuenow={time}
          aria-valuetext={format.clock(time, 3)}
          onKeyDown={(event) => seekByKey(event, { time, end: duration }, onSeek)}
          {...pressed}
        >
          <canvas ref={canvas} className={css["canvas"]} width={width} height={height} />
        </div>
        {regions.all.map((region, at) =>
          region.end < view.from || region.start > view.to ? null : (
            <div
              key={region.id}
              className={css["region"]}
              data-selected={region === regions.selected || undefined}
              style={{
                left: `${shareOf(region.start)}%`,
                width: `${(100 * (region.end - region.start)) / length}%`,
              }}
            >
              {regions.all.length > 1 && <span className={css["number"]}>{at + 1}</span>}
              {(["start", "end"] as const).map((edge) => (
                <Handle
                  key={edge}
                  edge={edge}
                  region={region}
                  number={regions.all.length > 1 ? at + 1 : null}
                  duration={duration}
                  timeAt={timeAt}
                  onGrab={() => regions.select(region.id)}
                  onMove={(to, movement) => regions.move(region.id, edge, to, movement)}
                  onSettled={() => onSettled(region, edge)}
                />
              ))}
            </div>
          ),
        )}
        {time >= view.from && time <= view.to && <Playhead percent={shareOf(time)} />}
      </div>
      <Timeline view={view} columns={width / ratio} />
      {duration - length > 1e-3 && waves[0] && (
        <Minimap
          peaks={waves[0].peaks}
          duration={duration}
          view={view}
          onMove={(at) => setView((now) => moveView(now, at - (now.from + now.to) / 2, duration))}
        />
      )}
    </div>
  );
}
