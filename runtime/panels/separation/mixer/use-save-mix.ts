import { isVideoFormat } from "#audio/media/writers/output-formats.ts";
import type { SoundPace } from "#audio/stretch/paced-source.ts";
import { resolveFormat } from "#runtime/panel-kit/save/saved-format.ts";
import { type Rendering, useRendering } from "#runtime/panel-kit/save/use-rendering.ts";
import { type MixToWrite, writeMix } from "#runtime/panel-kit/save/write-mix.ts";
import { useWorkspace } from "#runtime/contract/context.ts";
import type { JobResult, Saving } from "#runtime/contract/file.ts";
import { type Mix, editOf } from "./mix.ts";

export interface MixToSave {
  readonly mix: Mix;
  /** In the order of the mix. */
  readonly results: readonly JobResult[];
  /** Name of the song. */
  readonly name: string;
  /** Saved format. */
  readonly saving: Saving;
  /** Tempo and pitch; a video keeps its tempo. */
  readonly pace: SoundPace;
}

/** Whether a mix is saved with the video of its song. */
export const isVideoSaved = ({ chosen, source, film: video }: Saving): boolean =>
  isVideoFormat(resolveFormat(chosen, source)) && video !== null;

/** Renders a mix in the chosen format. */
export function useSaveMix(): Pick<Rendering, "done" | "isMade"> & {
  /** Renders the file and passes it to `take`; ignored while another one is rendered. */
  readonly write: (mixToSave: MixToSave, take: (file: File) => Promise<unknown>) => void;
} {
  const { files, jobs } = useWorkspace();
  const { start, done, isMade } = useRendering();
  return {
    done,
    isMade,
    write: ({ mix, results, name, saving, pace }, take) =>
      start(async (options) => {
        const { chosen, source, sampleRate, channels, seconds } = saving;
        const output = resolveFormat(chosen, source);
        const video = isVideoSaved(saving) ? await files.open(saving.film!) : null;
        const isMoved = pace.tempo !== 1 || pace.semitones !== 0;
        const opened = await Promise.all(results.map((result) => jobs.openResult(result)));
        const names = results.map(({ id }) => id);
        const edit = editOf(mix, {
          names,
          sampleRate,
          channels,
          frames: Math.round(seconds * sampleRate),
        });
        const sources = Object.fromEntries(names.map((id, at) => [id, opened[at]!]));
        const made: MixToWrite = {
          mix: { edit, sources },
          output,
          name,
          suffix: "mix",
          video,
          ...(isMoved && !video && { pace }),
        };
        return take(await writeMix(made, options));
      }),
  };
}
