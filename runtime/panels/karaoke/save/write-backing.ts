import type { ResultFormat } from "#audio/media/writers/output-formats.ts";
import type { RenderedVideo } from "#runtime/audio/worker/rendered-video.ts";
import type { MakeOptions } from "#runtime/panel-kit/save/use-rendering.ts";
import { writeMix } from "#runtime/panel-kit/save/write-mix.ts";
import type { JobResult, Saving } from "#runtime/contract/file.ts";
import { type Backing, editOf } from "./backing.ts";

/** The input for writing a backing track. */
export interface BackingSound {
  /** Name of the song with extension. */
  readonly name: string;
  readonly backing: Backing;
  readonly stems: readonly [vocals: JobResult, instrumental: JobResult];
  readonly saving: Saving;
  readonly openResult: (result: JobResult) => Promise<File>;
}

/** Writes the backing track in its key and tempo. @param shown frames of a video */
export async function writeBacking(
  { name, backing, stems, saving, openResult }: BackingSound,
  shown: { readonly output: ResultFormat; readonly drawn?: RenderedVideo },
  options: MakeOptions,
): Promise<File> {
  const files = await Promise.all(stems.map((stem) => openResult(stem)));
  const ids = [stems[0].id, stems[1].id] as const;
  const edit = editOf(backing, ids, saving);
  const sources = { [ids[0]]: files[0]!, [ids[1]]: files[1]! };
  const pace = { tempo: backing.tempo / 100, semitones: backing.semitones };
  return writeMix({ ...shown, mix: { edit, sources }, name, suffix: "karaoke", pace }, options);
}
