import type { Block } from "#audio/effect.ts";
import type { AudioSource } from "#audio/media/audio-source.ts";
import { convertBlocks } from "#audio/nets/studio/convert-blocks.ts";
import { separateStems } from "#audio/nets/stems/stems.ts";
import { transcribeSpeech } from "#audio/nets/studio/transcribe.ts";
import { finiteBlock } from "#audio/signal/finite.ts";
import { framesOf } from "#audio/signal/blocks.ts";
import type { StemsForm, SpeechForm } from "#core/models/forms.ts";
import type { Sound } from "../sounds.ts";
import type { FromWorker, NetStemsTask, SayTask, Stage, TranscribeTask } from "../protocol.ts";
import { openSpeakingNet } from "./open-speaking-net.ts";
import { threadsHere } from "./threads-here.ts";
import { type OpenOptions, openSpeechNet, openStemNet } from "./open-studio-model.ts";

export interface StudioDeps {
  readonly openSource: (sound: Sound) => Promise<AudioSource>;
  readonly tell: (message: FromWorker, moved?: Transferable[]) => void;
  /** Resolves when the document has dealt with what it was told last. */
  readonly dealtWith: () => Promise<void>;
  readonly onProgress: (done: number | null, stage: Stage) => void;
}

/** Share of the progress that loading a net takes. Nobody knows how long it takes, so no time is told of it. */
const LOADING = 0.05;

/** The share of all of the work, from that of what comes after the net was loaded. */
const afterLoading = (share: number): number => LOADING + (1 - LOADING) * Math.min(1, share);

async function* clean(blocks: AsyncIterable<Block>): AsyncGenerator<Block, void, undefined> {
  for await (const block of blocks) yield finiteBlock(block);
}

const optionsOf = ({ tell, onProgress }: StudioDeps, processor: boolean): OpenOptions => ({
  threads: threadsHere(),
  processor,
  tell: (value) => tell({ kind: "runsWith", value }),
  onLoading: (share) => onProgress(LOADING * share, "loading"),
});

const planesOf = (stem: Block): Float32Array<ArrayBuffer>[] =>
  stem.map((samples) => samples.slice() as Float32Array<ArrayBuffer>);

/** Takes a sound apart, and tells its stems as they come: 44.1 kHz, stereo. */
export async function runSeparate(task: NetStemsTask, deps: StudioDeps): Promise<void> {
  const form = task.model.form as StemsForm;
  const source = await deps.openSource(task.file);
  try {
    const net = await openStemNet(task.model, optionsOf(deps, task.processor ?? false));
    const expected = Math.max(1, source.duration * form.sampleRate);
    const { consistent } = task;
    const to = { sampleRate: form.sampleRate, channels: 2 } as const;
    const heard = convertBlocks(clean(source.blocks()), source.format, to);
    let frames = 0;
    deps.onProgress(LOADING, "working");
    for await (const stems of separateStems(net, form, heard, { consistent })) {
      const value = stems.map(planesOf);
      frames += framesOf(value[0]!);
      deps.onProgress(afterLoading(frames / expected), "working");
      const dealt = deps.dealtWith();
      deps.tell(
        { kind: "stems", value },
        value.flatMap((planes) => planes.map(({ buffer }) => buffer)),
      );
      await dealt;
    }
    deps.tell({ kind: "done", value: frames });
  } finally {
    source.close();
  }
}

/** Writes down what is said, and tells it as it comes. */
export async function runTranscribe(task: TranscribeTask, deps: StudioDeps): Promise<void> {
  const form = task.model.form as SpeechForm;
  const source = await deps.openSource(task.file);
  try {
    const net = await openSpeechNet(task.model, optionsOf(deps, true));
    const to = { sampleRate: form.sampleRate, channels: 1 } as const;
    const heard = convertBlocks(clean(source.blocks()), source.format, to);
    let parts = 0;
    deps.onProgress(LOADING, "working");
    for await (const spoken of transcribeSpeech(net, heard, { language: task.language })) {
      deps.tell({ kind: "spoken", value: spoken });
      if (spoken.finished) parts++;
      deps.onProgress(afterLoading(spoken.end / source.duration), "working");
    }
    deps.tell({ kind: "done", value: parts });
  } finally {
    source.close();
  }
}

/** Says a phrase, and tells it. */
export async function runSay(task: SayTask, deps: StudioDeps): Promise<void> {
  const net = await openSpeakingNet(task.model, optionsOf(deps, true));
  deps.onProgress(0, "working");
  const value = await net.synthesize(task.phonemes, { voice: task.voice, speed: task.speed });
  deps.tell({ kind: "done", value }, [value.samples.buffer]);
}
