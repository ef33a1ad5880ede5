import { sourcesOf } from "#audio/edit/arrange.ts";
import { type Clip, type Edit, playedLengthOf, trackWithEffects } from "#audio/edit/edit.ts";
import { type OutputFormat, OUTPUT_FORMATS } from "#audio/media/writers/output-formats.ts";
import type { EditorState } from "./edit-store.ts";
import { fileNameOf } from "#runtime/panel-kit/save/file-name.ts";
import type { JobSpec } from "#runtime/contract/job.ts";
import type { JsonObject } from "#runtime/contract/json.ts";

export const EXPORT_PARTS = ["all", "selection", "marks", "tracks"] as const;
export type ExportPart = (typeof EXPORT_PARTS)[number];

/** One file of an export. */
export interface ExportFile {
  readonly name: string;
  readonly edit: Edit;
  /** Frames. */
  readonly range: readonly [start: number, end: number];
}

/** Parameters of a job of the preset `edit`. */
export interface ExportParams extends JsonObject {
  /** An array of `ExportFile` as JSON. */
  readonly exports: string;
  readonly output: OutputFormat;
  /** See `EffectParams`. */
  readonly lowerBy?: number;
  /** Sources whose files are the input of the job, in that order. */
  readonly tray: readonly string[];
  /** Sources that effects have rendered. */
  readonly made: readonly string[];
}

/** The edit without the original sound below applied effects, which is not heard. */
const bare = (edit: Edit): Edit => ({
  ...edit,
  tracks: edit.tracks.map((track) => ({
    ...track,
    clips: track.clips.map(({ layer: _layer, ...clip }): Clip => clip),
  })),
});

/** The job that exports the whole mix, a part of it, or several files. */
export function exportOf(
  { edit: whole, selection, sources, name }: EditorState,
  part: ExportPart,
  output: OutputFormat,
): Pick<JobSpec, "panel" | "preset" | "fileIds" | "params"> {
  const edit = bare(whole);
  const all = [0, playedLengthOf(edit)] as const;
  const { ending } = OUTPUT_FORMATS[output];
  const file = (title: string, one: Edit, range: readonly [number, number]): ExportFile => ({
    name: `${fileNameOf(title, "edit")}.${ending}`,
    edit: one,
    range,
  });
  const exports =
    part === "selection"
      ? [file(`${name}-edit`, edit, [selection.start, selection.end])]
      : part === "marks"
        ? edit.marks
            .filter(({ start, end }) => end > start)
            .map((mark) => file(mark.name, edit, [mark.start, mark.end]))
        : part === "tracks"
          ? edit.tracks.map((track) => file(track.name, trackWithEffects(edit, track.id), all))
          : [file(`${name}-edit`, edit, all)];
  const played = [...sourcesOf(edit)];
  const tray = played.filter((id) => typeof sources[id]?.file === "string");
  return {
    panel: "editor",
    preset: "edit",
    fileIds: tray.map((id) => sources[id]!.file!),
    params: {
      exports: JSON.stringify(exports),
      output,
      tray,
      made: played.filter((id) => sources[id]?.file === null),
    } satisfies ExportParams,
  };
}
