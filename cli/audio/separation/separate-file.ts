import type { AudioSource } from "#audio/media/audio-source.ts";
import { isVideoFormat } from "#audio/media/writers/output-formats.ts";
import type { SeparationPreset } from "#audio/separation/presets.ts";
import { type OpenEngine, runSeparation } from "#audio/tasks/run-separation.ts";
import { type FormatName, resolveFormat } from "../formats.ts";
import { inputFault } from "../media-problem.ts";
import { openAudioFile } from "../open-file.ts";
import type { ProcessOptions } from "../process-file.ts";
import { createResultFile, openNodeWriter } from "../write-file.ts";

/** A song, and the output files of its stems. */
export interface SeparationJob {
  readonly input: string;
  readonly preset: SeparationPreset;
  readonly format: FormatName;
  readonly outputs: readonly {
    readonly stem: string;
    /** Sources of the engine that it is the sum of. */
    readonly parts: readonly string[];
    readonly file: string;
  }[];
}

export interface SeparatedFile {
  /** Length of the stems. */
  readonly seconds: number;
  /** Whether both channels are equal, so that stereo positions cannot help. */
  readonly isMono: boolean;
}

/**
 * Writes all stems of a file, or none.
 * @param openEngine prepares the engine for a song
 * @throws {ToolkitError} if the file cannot be read, or a stem cannot be written
 */
export async function separateFile(
  { input, preset, format, outputs }: SeparationJob,
  openEngine: (song: AudioSource) => OpenEngine,
  { signal, onProgress }: ProcessOptions,
): Promise<SeparatedFile> {
  const source = await openAudioFile(input);
  const results = outputs.map(({ file }) => createResultFile(file));
  try {
    const output = resolveFormat(format, source.codec);
    if (isVideoFormat(output)) throw new TypeError(`Stems are no ${output}`);
    const { frames, isMono, ...made } = await runSeparation(
      { file: input, preset, stems: outputs, output, allowSilence: true },
      {
        openSource: async () => source,
        openWriter: openNodeWriter,
        openSeparation: openEngine(source),
        write: (stem, position, data) => results[stem]!.write(position, data),
        onProgress: (done) => done !== null && onProgress(done),
        signal,
      },
    );
    for (const result of results) await result.finish();
    return { seconds: frames[1] / made.output.sampleRate, isMono };
  } catch (error) {
    throw inputFault(error, input);
  } finally {
    for (const result of results) await result.discard();
  }
}
