import { useEffect, useId, useMemo, useRef } from "react";
import type { SoundTrace } from "#audio/visual/sound-trace.ts";
import type { Look } from "../../audio/worker/pictures/look.ts";
import { Radio } from "../../ui/choice/Radio.tsx";
import { drawThumbnail, loudestMoment, thumbnailLook } from "./draw-thumbnail.ts";
import css from "./look-strip.module.css";

/** Size of a thumbnail in CSS pixels. */
const SIZE = { width: 96, height: 54 } as const;
/** More looks than this scroll sideways. */
const MANY = 9;
const MAX_PIXEL_RATIO = 2;
/** Milliseconds without a change before thumbnails are drawn again. */
const SETTLED = 200;

/** An alternative of the strip. */
export interface LookOption<V extends string> {
  readonly value: V;
  readonly name: string;
  readonly look: Look;
}

/** Looks to choose from, as thumbnails drawn from the visitor's own sound. */
export function LookStrip<V extends string>({
  label,
  options,
  value,
  trace,
  onChange,
}: {
  /** Accessible name of the group. */
  readonly label: string;
  readonly options: readonly LookOption<V>[];
  readonly value: V;
  /** Null until the sound is analyzed: the thumbnails are empty. */
  readonly trace: SoundTrace | null;
  readonly onChange: (value: V) => void;
}) {
  const name = useId();
  const list = useRef<HTMLDivElement>(null);
  const looks = JSON.stringify(options.map(({ look }) => thumbnailLook(look)));
  const moment = useMemo(() => (trace ? loudestMoment(trace) : 0), [trace]);
  useEffect(() => {
    const strip = list.current!;
    const shown = strip.getBoundingClientRect();
    const chosen = strip.querySelector("label:has(:checked)")?.getBoundingClientRect();
    if (chosen) strip.scrollLeft += (chosen.left + chosen.right - shown.left - shown.right) / 2;
  }, []);
  useEffect(() => {
    if (!trace) return undefined;
    const canvases = [...list.current!.querySelectorAll("canvas")];
    const left = [...(JSON.parse(looks) as Look[]).entries()];
    // One picture per task: the page reacts between them.
    const drawNext = (): void => {
      const [at, look] = left.shift()!;
      const canvas = canvases[at]!;
      drawThumbnail(canvas, look, trace, moment);
      canvas.dataset["drawn"] = "";
      if (left.length > 0) timer = setTimeout(drawNext);
    };
    let timer = setTimeout(drawNext, SETTLED);
    return () => clearTimeout(timer);
  }, [trace, moment, looks]);
  const ratio = Math.min(MAX_PIXEL_RATIO, Math.ceil(devicePixelRatio));
  return (
    <div
      ref={list}
      className={css["strip"]}
      role="radiogroup"
      aria-label={label}
      data-many={options.length > MANY || undefined}
    >
      {options.map((option) => (
        <label key={option.value} className={css["option"]}>
          <Radio
            isCovering
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <canvas width={SIZE.width * ratio} height={SIZE.height * ratio} aria-hidden="true" />
          <span>{option.name}</span>
        </label>
      ))}
    </div>
  );
}
