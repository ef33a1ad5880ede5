import type { VoiceMeasures } from "#audio/profile/voice-measures.ts";
import { analyzeFile } from "../measure/analyze-file.ts";
import type { Task, TaskHandler } from "../protocol.ts";

/** Measures the voice in a recording. */
export type Voice = Task<{ readonly file: Blob }, VoiceMeasures>;

export const voice: TaskHandler<Voice> = ({ file }, context) =>
  analyzeFile(
    file,
    async () => (await import("#audio/profile/measure-voice.ts")).createVoiceMeter,
    context,
  );
