import { slotsOf } from "#audio/dubbing/fit-speech.ts";
import { videoLanguage } from "#audio/dubbing/video-language.ts";
import type { Format } from "#audio/effect.ts";
import { isVideoFormat, OUTPUT_FORMATS } from "#audio/media/writers/output-formats.ts";
import { factsOf } from "../../audio/file-facts.ts";
import { finishResult } from "../../audio/finish-result.ts";
import { sharedEngine } from "../../audio/shared-engine.ts";
import { formatOfCodec } from "../../audio/requested-format.ts";
import type { DubLineSound } from "../../audio/worker/sounds.ts";
import { sourceFormat } from "../../panel-kit/save/saved-format.ts";
import { resultName } from "../../panel-kit/settings/effect-params.ts";
import { stemsOf } from "../../panel-kit/split/use-split-model.ts";
import type { JobOutput, JobRun, JobRunner } from "../../contract/job-runner.ts";
import type { SinkChunk } from "../../contract/sinks/sink-chunk.ts";
import { createMemorySink } from "../../contract/sinks/memory-sink.ts";
import { type DubParams, spokenOf } from "./setup/setup.ts";
import { type TranslateParams, translateHosted } from "./translate/translate-hosted.ts";
import { createSegmentSpeaker } from "./voice/speak-segment.ts";

/** Parts of the progress: preparing the background, speaking, and mixing. */
const SHARES = { under: 0.4, speaking: 0.5 } as const;
/**
 * Gain of the background under the voice in dB: original speech that remained intelligible would be
 * distracting.
 */
const DUCK = { background: 0, original: -20, none: 0 } as const;
/**
 * Loudness of the built-in voice as mono in LUFS, also assumed for speech whose loudness is
 * unknown.
 */
const VOICE = -19;
/** Range of the loudness of the new voice in LUFS, within which it matches the original. */
const LOUDNESS = [-30, -14] as const;

interface UnderSound {
  readonly under: Blob | null;
  readonly format: Format;
  readonly frames: number;
  /** Loudness of the original speech, if known. */
  readonly lufs: number;
}

const createNothing = (): WritableStream<SinkChunk> => new WritableStream<SinkChunk>();

/** The background: the recording without its speech, separated by the built-in engine. */
async function makeUnder({
  files,
  params: { under },
  engine,
  signal,
  onProgress,
}: JobRun<DubParams>): Promise<UnderSound> {
  const file = files[0]!;
  const told = (done: number | null): void =>
    onProgress({
      done: SHARES.under * (done ?? 0),
      stage: `panel-translator:stage.${under === "background" ? "background" : "reading"}`,
    });
  const bytes = createMemorySink();
  const output = "wav32f" as const;
  if (under === "background") {
    const { after, ...made } = await engine.separate(
      { file, preset: "speech", stems: stemsOf("speech", null), output },
      { signal, sinks: [createNothing(), bytes.sink], onProgress: told },
    );
    const { output: format, frames } = made;
    return { under: bytes.toBlob(), format, frames: frames[1], lufs: after[0]!.lufs };
  }
  const made = await engine.run(
    { effect: null, file, values: {}, output },
    { signal, sink: under === "none" ? createNothing() : bytes.sink, onProgress: told },
  );
  return {
    under: under === "none" ? null : bytes.toBlob(),
    format: made.output,
    frames: made.frames[1],
    lufs: made.before.lufs,
  };
}

/** Speaks all lines at their times. */
async function speakAll(
  { params, signal, defer, onProgress, hosted, usageId }: JobRun<DubParams>,
  seconds: number,
): Promise<{ readonly lines: readonly DubLineSound[]; readonly cut: number }> {
  const { voice: persona, to: language, speech } = params;
  const spoken = spokenOf(params.segments).filter(({ from }) => from < seconds);
  const slots = slotsOf(spoken, seconds);
  const speaker = createSegmentSpeaker(speech, { hosted, usageId: usageId ?? "", signal });
  defer(() => speaker.close());
  const lines: DubLineSound[] = [];
  let cut = 0;
  // The progress of a line is weighted by its length.
  const all = spoken.reduce((sum, { target }) => sum + target.length, 0);
  let said = 0;
  for (const [at, { from, to, target }] of spoken.entries()) {
    onProgress({
      done: SHARES.under + (SHARES.speaking * said) / all,
      stage: "panel-translator:stage.speaking",
    });
    said += target.length;
    const slot = slots[at]!;
    const clip = await speaker.speak({ text: target.trim(), language, persona, slot });
    signal.throwIfAborted();
    const { samples, sampleRate, fit } = clip;
    if (fit.excess > 0) cut++;
    const length = Math.min(samples.length / sampleRate, slot.room);
    lines.push({
      at: from,
      end: from + slot.room,
      until: Math.max(to, from + length),
      samples: new Blob([samples]),
      sampleRate,
    });
  }
  return { lines, cut };
}

/** Gain in dB at which the voice is as loud as the original one. */
function gainFor({ lufs, format: { channels } }: UnderSound): number {
  const [least, most] = LOUDNESS;
  const wanted = Number.isFinite(lufs) ? Math.min(most, Math.max(least, lufs)) : VOICE;
  // The same signal in two channels is 3 dB louder.
  return wanted - VOICE - (channels > 1 ? 3 : 0);
}

const run: JobRunner<DubParams | TranslateParams> = (job) =>
  "task" in job.params
    ? translateHosted(job as JobRun<TranslateParams>)
    : runDub(job as JobRun<DubParams>);
export default run;

/** Dubs a recording in another language, over its background. */
async function runDub(job: JobRun<DubParams>): Promise<readonly JobOutput[]> {
  const { params, engine, signal, onProgress } = job;
  const file = job.files[0]!;
  const facts = await factsOf(sharedEngine(), file);
  const beneath = await makeUnder(job);
  const { under, format, frames } = beneath;
  const { lines, cut } = await speakAll(job, frames / format.sampleRate);
  const stored = "wav24" as const;
  const { ending, type } = OUTPUT_FORMATS[stored];
  const sink = await job.sink(resultName(file.name, { suffix: params.to, ending }), type);
  const duck = DUCK[params.under];
  const dub = { format, frames, duck, gain: gainFor(beneath), lines };
  const told = await engine.run(
    { effect: null, file: { dub, under }, values: {}, output: stored },
    {
      signal,
      sink,
      onProgress: (done) =>
        onProgress({
          done: SHARES.under + SHARES.speaking + (1 - SHARES.under - SHARES.speaking) * (done ?? 0),
          stage: "panel-translator:stage.mixing",
        }),
    },
  );
  const written = await finishResult(sink, {
    ...told,
    findings: { figures: { cut } },
    effect: null,
    values: {},
  });
  const source = sourceFormat(facts, true);
  return [
    {
      ...written,
      role: "dub",
      saving: {
        stored,
        source: isVideoFormat(source) ? source : formatOfCodec(facts.codec),
        chosen: "keep",
        film: isVideoFormat(source) ? job.fileIds[0]! : null,
        beside: { language: videoLanguage(params.to), name: params.track },
        outOfStep: false,
        sampleRate: format.sampleRate,
        channels: format.channels,
        seconds: frames / format.sampleRate,
      },
    },
  ];
}
