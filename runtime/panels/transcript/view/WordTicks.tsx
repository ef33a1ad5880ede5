import { memo } from "react";
import type { TranscriptLine } from "#core/transcript/transcript.ts";
import type { View } from "#runtime/audio/waveform/view.ts";
import css from "../looks/strip.module.css";
import { tickPath } from "./tick-path.ts";

/** Marks where words begin, and more clearly where lines do; it fills the waveform. */
export const WordTicks = memo(function WordTicks({
  lines,
  view,
}: {
  readonly lines: readonly TranscriptLine[];
  readonly view: View;
}) {
  return (
    <svg
      className={css["ticks"]}
      viewBox="0 0 1 1"
      preserveAspectRatio="none"
      aria-hidden="true"
      data-ticks=""
    >
      <path
        d={tickPath(
          lines.flatMap(({ words }) => words.map(({ from }) => from)),
          view,
          0.88,
        )}
      />
      <path
        d={tickPath(
          lines.map(({ from }) => from),
          view,
          0.7,
        )}
      />
    </svg>
  );
});
