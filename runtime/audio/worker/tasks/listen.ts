import { readProvenance } from "#audio/media/tags/provenance.ts";
import type { Analyzer } from "#audio/effect.ts";
import type { SongAnalysis } from "#audio/music/analyze-song.ts";
import type { VoiceMeasures } from "#audio/profile/voice-measures.ts";
import type { SoundTrace } from "#audio/visual/sound-trace.ts";
import { createTargetMeter } from "#audio/restoration/target-level.ts";
import { openFile } from "../host/worker-host.ts";
import { analyzeSource } from "../measure/analyze-source.ts";
import { createMeter } from "../measure/meter.ts";
import { partOfSource } from "../mix/part-of-source.ts";
import type {
  MeasureTask,
  DescribeTask,
  AlignTask,
  AnalyzeTask,
  TraceTask,
  VoiceTask,
} from "../listening.ts";
import type { FromWorker, Stage } from "../protocol.ts";
import { openSound } from "./open-sound.ts";

/** Who is told what is found, and how far it is. */
interface Told {
  readonly tell: (message: FromWorker) => void;
  readonly tellProgress: (done: number | null, stage: Stage) => void;
}

export async function measure(
  { file, goal }: MeasureTask,
  { tell, tellProgress }: Told,
): Promise<void> {
  const source = await openSound(file);
  const meter = createMeter(source.format);
  const limiter = goal && createTargetMeter(source.format, goal);
  const expected = Math.max(1, source.duration * source.format.sampleRate);
  let frames = 0;
  for await (const block of source.blocks()) {
    meter.push(block);
    limiter?.push(block);
    frames += block[0]!.length;
    tellProgress(Math.min(1, frames / expected), "listening");
  }
  source.close();
  const levels = meter.levels();
  tell({ kind: "done", value: limiter ? { ...levels, limited: limiter.finish() } : levels });
}

export async function describe(
  { file }: DescribeTask,
  { tell, tellProgress }: Told,
): Promise<void> {
  const [source, { describeSource }] = await Promise.all([
    openFile(file),
    import("../measure/describe-source.ts"),
  ]);
  const sound = await describeSource(source, (done) => tellProgress(done, "listening"));
  const { format, duration, codec, tags } = source;
  source.close();
  const synthetic = readProvenance(tags.comment ?? "");
  tell({ kind: "done", value: { ...format, duration, codec, sound, synthetic } });
}

export async function align(
  { file, ...task }: AlignTask,
  { tell, tellProgress }: Told,
): Promise<void> {
  const [source, { alignSource }] = await Promise.all([
    openFile(file),
    import("../measure/align-source.ts"),
  ]);
  const onProgress = (done: number | null): void => tellProgress(done, "listening");
  const heard = task.part ? partOfSource(source, task.part) : source;
  const value = await alignSource(heard, task, onProgress);
  source.close();
  tell({ kind: "done", value });
}

async function loadAnalyzer(call: (AnalyzeTask | TraceTask | VoiceTask)["call"]) {
  if (call === "trace") return (await import("#audio/visual/sound-trace.ts")).createTracer;
  if (call === "voice") return (await import("#audio/profile/measure-voice.ts")).createVoiceMeter;
  return (await import("#audio/music/analyze-song.ts")).createSongAnalyzer;
}

export async function analyze(
  { call, file }: AnalyzeTask | TraceTask | VoiceTask,
  { tell, tellProgress }: Told,
): Promise<void> {
  const [source, createAnalyzer] = await Promise.all([openFile(file), loadAnalyzer(call)]);
  const analyzer: Analyzer<SongAnalysis | SoundTrace | VoiceMeasures> = createAnalyzer(
    source.format,
  );
  const value = await analyzeSource(source, analyzer, (done) => tellProgress(done, "listening"));
  source.close();
  tell({ kind: "done", value });
}
