import type { KeyboardEvent, PointerEvent } from "react";
import { useRef, useState } from "react";
import { Minimap } from "../../../audio/waveform/Minimap.tsx";
import { Timeline } from "../../../audio/waveform/Timeline.tsx";
import { usePaintedWaves } from "../../../audio/waveform/use-painted-waves.ts";
import type { Wave } from "../../../audio/waveform/use-painted-waves.ts";
import { useWheel } from "../../../audio/waveform/use-wheel.ts";
import type { View } from "../../../audio/waveform/view.ts";
import { moveView } from "../../../audio/waveform/view.ts";
import { isBrowsers } from "../../../audio/waveform/wave-keys.ts";
import { useLocale } from "../../../i18n/context.tsx";
import { Handle } from "./Handle.tsx";
import type { Region } from "./regions.ts";
import { SHORTEST } from "./regions.ts";
import type { Regions } from "./use-regions.ts";
import css from "./trim-wave.module.css";

/** CSS pixels from which a press is a drag. */
const DRAG = 4;
const SEEK = { plain: 1, shift: 5, alt: 0.01 } as const;

export interface TrimWaveProps {
  readonly waves: readonly Wave[];
  /** Seconds. */
  readonly duration: number;
  readonly time: number;
  readonly view: View;
  readonly setView: (change: (now: View) => View) => void;
  readonly regions: Regions;
  readonly onSeek: (time: number) => void;
  /** A handle has come to rest. */
  readonly onSettled: (region: Region, edge: "start" | "end") => void;
}

/** A waveform with the stretches that are wanted. Time runs from left to right in every language. */
export function TrimWave(props: TrimWaveProps) {
  const { waves, duration, time, view, setView, regions, onSeek, onSettled } = props;
  const { t, format } = useLocale();
  const root = useRef<HTMLDivElement>(null);
  const press = useRef<{ readonly x: number; readonly at: number; drags: boolean } | null>(null);
  const [turn, setTurn] = useState(0);
  const { canvas, width, height, ratio } = usePaintedWaves(waves, view);
  useWheel(root, duration, setView);
  const length = Math.max(1e-3, view.to - view.from);
  const shareOf = (at: number): number => (100 * (at - view.from)) / length;
  const timeAt = (x: number): number => {
    const { left, width: wide } = root.current!.getBoundingClientRect();
    return Math.min(duration, Math.max(0, view.from + ((x - left) / wide) * length));
  };

  const down = ({ clientX, pointerId, currentTarget, button }: PointerEvent<HTMLElement>): void => {
    if (button !== 0) return;
    currentTarget.setPointerCapture(pointerId);
    press.current = { x: clientX, at: timeAt(clientX), drags: false };
    setTurn(turn + 1);
  };
  const move = ({ clientX }: PointerEvent<HTMLElement>): void => {
    const from = press.current;
    if (!from) return;
    from.drags ||= Math.abs(clientX - from.x) >= DRAG;
    if (!from.drags) return;
    const to = timeAt(clientX);
    const [start, end] = [Math.min(from.at, to), Math.max(from.at, to)];
    if (end - start >= SHORTEST) regions.put({ ...regions.selected, start, end }, `draw ${turn}`);
  };
  const up = (): void => {
    const from = press.current;
    press.current = null;
    if (!from) return;
    if (from.drags) {
      onSettled(regions.selected, "start");
      return onSettled(regions.selected, "end");
    }
    const isIn = ({ start, end }: Region): boolean => from.at >= start && from.at < end;
    const hit = isIn(regions.selected) ? null : regions.all.findLast(isIn);
    if (hit) regions.select(hit.id);
    onSeek(from.at);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.altKey ? SEEK.alt : event.shiftKey ? SEEK.shift : SEEK.plain;
    const to: Readonly<Record<string, number>> = {
      ArrowLeft: time - step,
      ArrowRight: time + step,
      ArrowDown: time - step,
      ArrowUp: time + step,
      Home: 0,
      End: duration,
    };
    const place = isBrowsers(event) ? undefined : to[event.key];
    if (place === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    onSeek(place);
  };

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
          onKeyDown={onKeyDown}
          onPointerDown={down}
          onPointerMove={move}
          onPointerUp={up}
          onPointerCancel={() => (press.current = null)}
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
        {time >= view.from && time <= view.to && (
          <span className={css["place"]} style={{ left: `${shareOf(time)}%` }} />
        )}
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
