import type { CoverTake, CoverValues } from "#audio/cover/cover-values.ts";
import type { StoredModel } from "../../audio/worker/protocol.ts";
import type { RenderRange } from "../../panel-kit/preview/open-preview.ts";
import { createMemorySink } from "../../contract/memory-sink.ts";
import { createStemRenderer } from "../../panel-kit/split/stem-renderer.ts";
import { VOCALS } from "./vocals.ts";

/** A cover that is tried. */
export interface TriedCover {
  readonly values: CoverValues;
  /** What of it is heard. */
  readonly heard: CoverTake;
  /** The net that splits the song; the built-in engine where it is missing. */
  readonly net?: StoredModel;
}

/** Makes previews of covers. What was split off last is kept: other settings are heard soon. */
export function createCoverPart(): RenderRange<TriedCover> {
  const split = createStemRenderer();
  return async (song, { values, heard, net, start, end }, { engine, signal }) => {
    const { preset, specOf } = VOCALS;
    const wanted = { preset, stems: [specOf(net ?? null)], heard: "vocals", start, end };
    const { bytes: vocals } = await split(
      song,
      { ...wanted, ...(net && { net }) },
      { engine, signal },
    );
    const { sink, toBlob } = createMemorySink();
    const part = [start, end] as const;
    const told = await engine.cover(
      {
        file: song,
        part,
        preview: true,
        vocals,
        isLeaky: net === undefined,
        values,
        takes: [heard],
        output: "wav32f",
      },
      { signal, sinks: [sink] },
    );
    return { ...told, after: told.after[0]!, unchanged: null, bytes: toBlob() };
  };
}
