import type { AudioSource } from "#audio/media/audio-source.ts";
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
