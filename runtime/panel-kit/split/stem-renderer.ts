import type { SeparationPreset } from "#audio/separation/presets.ts";
import type { SeparationResult, StemSpec } from "#audio/tasks/run-separation.ts";
import type { StoredModel } from "#audio/tasks/task.ts";
import type { RenderRange, PreviewPart } from "../preview/open-preview.ts";
import { createMemorySink } from "../../contract/sinks/memory-sink.ts";

/** A song and the stem of it to preview. */
export interface StemPreview {
  readonly preset: SeparationPreset;
  readonly stems: readonly StemSpec[];
  /** The stem that is played. */
  readonly heard: string;
  /** The model that separates it; missing for the built-in engine. */
  readonly net?: StoredModel;
}

interface Parted {
  readonly told: SeparationResult;
  readonly stems: readonly Blob[];
}

/**
 * Renders previews of a song, one stem at a time. The last separation is cached, so that another
 * stem of it is ready at once.
 */
export function createStemRenderer(): RenderRange<StemPreview> {
  let last: (Parted & { readonly asked: string }) | null = null;
  return async (file, { heard, ...tried }, { engine, signal }) => {
    const asked = JSON.stringify(tried);
    if (last?.asked !== asked) {
      const parted = await partOf(file, tried, { engine, signal });
      last = { ...parted, asked };
    }
    const { told, stems } = last;
    const at = Math.max(
      0,
      tried.stems.findIndex(({ stem }) => stem === heard),
    );
    const { input, output, frames, before, after } = told;
    return { bytes: stems[at]!, input, output, frames, before, after: after[at]!, unchanged: null };
  };
}

async function partOf(
  file: File,
  { preset, stems, net, start, end }: Omit<StemPreview, "heard"> & PreviewPart,
  { engine, signal }: Parameters<RenderRange<StemPreview>>[2],
): Promise<Parted> {
  const places = stems.map(createMemorySink);
  const task = { file, preset, stems, output: "wav32f", preview: true } as const;
  const told = await engine.separate(
    { ...task, part: [start, end], ...(net && { net }) },
    { signal, sinks: places.map(({ sink }) => sink) },
  );
  return { told, stems: places.map(({ toBlob }) => toBlob()) };
}
