import { ToolkitError } from "#core/errors/errors.ts";
import { isVideoFormatName } from "../formats.ts";
import { openAudioFile } from "../open-file.ts";
import type { Job } from "../plan-jobs.ts";

/**
 * Requires that an effect that changes the length of a sound writes no video with pictures, which
 * would no longer match it.
 * @throws OUTPUT_OUT_OF_STEP
 */
export async function requireInStep(jobs: readonly Job[]): Promise<void> {
  for (const { input, format } of jobs) {
    if (!isVideoFormatName(format)) continue;
    // Files that cannot be read are reported when they are processed.
    const source = await openAudioFile(input).catch(() => null);
    source?.close();
    if (source?.film) throw new ToolkitError("OUTPUT_OUT_OF_STEP", { file: input });
  }
}
