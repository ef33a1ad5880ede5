import type { CoverTake, CoverValues } from "#audio/cover/cover-values.ts";
import type { StoredModel } from "#audio/tasks/task.ts";
import type { RenderRange } from "../../panel-kit/preview/open-preview.ts";
import { createMemorySink } from "../../contract/sinks/memory-sink.ts";
import { createStemRenderer } from "../../panel-kit/split/stem-renderer.ts";
import { VOCALS } from "./vocals.ts";

/** The request for a preview of a cover. */
export interface CoverPreview {
  readonly values: CoverValues;
  /** The side that is played. */
  readonly take: CoverTake;
  /** The model that separates the song; missing for the built-in engine. */
  readonly net?: StoredModel;
}

/**
 * Renders previews of covers. The last separation is cached, so that changed settings are heard
 * soon.
 */
export function createCoverRenderer(): RenderRange<CoverPreview> {
  const split = createStemRenderer();
  return async (song, { values, take, net, start, end }, { engine, signal }) => {
    const { preset, specOf } = VOCALS;
    const separation = { preset, stems: [specOf(net ?? null)], heard: "vocals", start, end };
    const { bytes: vocals } = await split(
      song,
      { ...separation, ...(net && { net }) },
      { engine, signal },
    );
    const { sink, toBlob } = createMemorySink();
    const part = [start, end] as const;
    const result = await engine.cover(
      {
        file: song,
        part,
        preview: true,
        vocals,
        isLeaky: net === undefined,
        values,
        takes: [take],
        output: "wav32f",
      },
      { signal, sinks: [sink] },
    );
    return { ...result, after: result.after[0]!, unchanged: null, bytes: toBlob() };
  };
}
