import type { AudioSource } from "#audio/media/audio-source.ts";
import { ToolkitError } from "#core/errors/errors.ts";
import { openAudio } from "#audio/media/open-audio.ts";
import { nodeHost } from "./host/node-host.ts";
import { inputFault } from "./media-problem.ts";

/** Opens the audio of a file. @throws {ToolkitError} if it has none that can be read */
export async function openAudioFile(file: string): Promise<AudioSource> {
  try {
    return await openAudio(file, nodeHost);
  } catch (error) {
    throw inputFault(error, file);
  }
}

/**
 * Opens files before a model is downloaded for them.
 * @returns the error of each file if none of them can be opened; null as soon as one can
 */
export async function findOpenErrors(
  files: readonly string[],
): Promise<readonly ToolkitError[] | null> {
  const errors: ToolkitError[] = [];
  for (const file of files)
    try {
      (await openAudioFile(file)).close();
      return null;
    } catch (error) {
      if (!(error instanceof ToolkitError)) throw error;
      errors.push(error);
    }
  return errors;
}
