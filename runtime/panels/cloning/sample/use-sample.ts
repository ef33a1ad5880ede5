import { useEffect, useState } from "react";
import { type SampleJudgement, isTooLong, judgeSample } from "#audio/description/judge-sample.ts";
import type { VoiceMeasures } from "#audio/profile/voice-measures.ts";
import { sharedEngine } from "#runtime/audio/shared-engine.ts";
import type { Text } from "#runtime/notices/notices.ts";
import { useWorkspace } from "#runtime/contract/context.ts";
import type { TrayFile } from "#runtime/contract/file.ts";
import { FaultError } from "#runtime/contract/fault.ts";
import { thrownText } from "#runtime/contract/texts.ts";

/** Measurements of a sample. */
export interface AnalyzedSample {
  /** Id of the file. */
  readonly fileId: string;
  readonly voice: VoiceMeasures;
  readonly judgement: SampleJudgement;
}

/**
 * Analyzes a recording: its quality and the voice. A file that is too long is not read.
 * @throws {FaultError}
 */
export async function measureSample(
  file: Blob,
  { signal, onProgress }: { signal: AbortSignal; onProgress?: (done: number | null) => void },
): Promise<Omit<AnalyzedSample, "fileId">> {
  const engine = sharedEngine();
  const options = { signal, ...(onProgress && { onProgress }) };
  const reading = await engine.open([file], true);
  reading.close();
  if (isTooLong(reading.files[0]!.duration)) throw new FaultError("panel-cloning:fault.long");
  const { sound, duration } = await engine.describe(file, options);
  const voice = await engine.voice(file, options);
  return { voice, judgement: judgeSample(duration, sound, voice) };
}

export interface SampleState {
  /** Null until it has been analyzed. */
  readonly sample: AnalyzedSample | null;
  /** Why it cannot be analyzed. */
  readonly problem: Text | null;
}

/** Analyzes the sample as soon as it is chosen, so that visitors do not pay for an unusable one. */
export function useSample(file: TrayFile | null): SampleState {
  const { files, report } = useWorkspace();
  const [analysis, setAnalysis] = useState<AnalyzedSample | null>(null);
  const [problem, setProblem] = useState<{ fileId: string; text: Text } | null>(null);
  const fileId = file?.id ?? null;
  useEffect(() => {
    if (fileId === null) return undefined;
    const own = new AbortController();
    const analyze = async (): Promise<void> => {
      const sample = await measureSample(await files.open(fileId), { signal: own.signal });
      if (!own.signal.aborted) setAnalysis({ fileId, ...sample });
    };
    analyze().catch((error: unknown) => {
      if (own.signal.aborted) return;
      report(error);
      setProblem({ fileId, text: thrownText(error) });
    });
    return () => own.abort();
  }, [files, report, fileId]);
  return {
    sample: analysis?.fileId === fileId ? analysis : null,
    problem: problem?.fileId === fileId ? problem.text : null,
  };
}
