import type { Block, Format, Processor } from "../effect.ts";
import type { AudioSource } from "../media/audio-source.ts";
import { chainProcessors } from "../restoration/processor-chain.ts";
import { framesOf } from "../signal/blocks.ts";
import { createLimiter } from "../signal/limiter.ts";
import { createLoudnessMeter } from "../signal/loudness.ts";
import { pacedSource } from "../stretch/paced-source.ts";
import { colorBlocks, createColor } from "../voice/color-voice.ts";
import { createVoiceShift } from "../voice/shift-voice.ts";
import { type CoverTake, type CoverValues, voiceColorOf, voiceShiftOf } from "./cover-values.ts";
import { pairBlocks } from "./pair-blocks.ts";
import { createVoiceGate } from "./voice-gate.ts";
import { type VoiceReverb, createMatchingReverb } from "./voice-reverb.ts";
import { type VoiceAnalysis, createVoiceAnalyzer } from "./voice-ranges.ts";

/** A mono or stereo sound that can be read from its beginning any number of times. */
export type CoverSound = Pick<AudioSource, "format" | "duration" | "blocks">;

/** Analysis of a song and its voice. */
export interface SongAnalysis extends VoiceAnalysis {
  /** dBTP of the song. */
  readonly truePeak: number;
}

/** dBTP; a cover exceeds it only where the song does. */
const CEILING = -0.3;

type Blocks = AsyncGenerator<Block, void, undefined>;

/**
 * Analyzes a song and its separated voice, which has the song's format.
 * @param options whether the separation leaks much of the song into the voice, and a consumer of
 *   the song
 */
export async function analyzeSong(
  song: CoverSound,
  vocals: CoverSound,
  { isLeaky, onBlock }: { readonly isLeaky: boolean; readonly onBlock?: (block: Block) => void },
): Promise<SongAnalysis> {
  const { format } = song;
  const listener = createVoiceAnalyzer(format, isLeaky);
  const meter = createLoudnessMeter(format);
  for await (const [whole, voice] of pairBlocks(song.blocks(), vocals.blocks(), format.channels)) {
    listener.push(whole, voice);
    meter.push(whole);
    onBlock?.(whole);
  }
  return { ...listener.finish(), truePeak: meter.measure().truePeak };
}

/** Processing of the voice; length is kept and latency compensated. */
function createVoiceChain(
  values: CoverValues,
  room: VoiceReverb | null,
  format: Format,
): Processor {
  const shift = voiceShiftOf(values);
  const color = createColor(
    {
      ...voiceColorOf(values),
      ...(room && { room: createMatchingReverb(room, format.sampleRate) }),
    },
    format,
  );
  const steps = [shift && createVoiceShift(shift, format), color && colorBlocks(color)];
  return chainProcessors(
    steps.filter((step) => step !== null),
    format.channels,
  );
}

/** The replacement voice: silent outside the sung ranges. */
async function* voiceOf(vocals: CoverSound, analysis: SongAnalysis, values: CoverValues): Blocks {
  const { format } = vocals;
  const room = values.reverb ? analysis.room : null;
  // Removes the original reverb where it sounds alone, because new reverb is added.
  const dry = room ? createVoiceGate(analysis.dry, format.sampleRate) : (block: Block) => block;
  const gate = createVoiceGate(analysis.ranges, format.sampleRate);
  // Removes reverb and latency residues outside the sung ranges.
  const end = createVoiceGate(analysis.ranges, format.sampleRate);
  const chain = createVoiceChain(values, room, format);
  const gain = 10 ** (values.level / 20);
  const out = (block: Block | null): Block | null =>
    block && end(block).map((samples) => samples.map((value) => gain * value));
  for await (const block of vocals.blocks()) {
    const ready = out(chain.process(gate(dry(block))));
    if (ready && framesOf(ready) > 0) yield ready;
  }
  const rest = out(chain.finish());
  if (rest && framesOf(rest) > 0) yield rest;
}

/**
 * The song without the replaced voice, in the target key; outside the sung ranges it is the song.
 */
function backingOf(
  song: CoverSound,
  vocals: CoverSound,
  analysis: SongAnalysis,
  values: Pick<CoverValues, "key">,
): Blocks {
  const { format } = song;
  const { key } = values;
  async function* blocks(): Blocks {
    const gate = createVoiceGate(analysis.ranges, format.sampleRate);
    const pairs = pairBlocks(song.blocks(), vocals.blocks(), format.channels);
    for await (const [whole, voice] of pairs) {
      const gated = gate(voice);
      yield whole.map((samples, c) => samples.map((value, i) => value - gated[c]![i]!));
    }
  }
  if (key === 0) return blocks();
  const source = { ...song, blocks, tags: {}, codec: null, close() {} };
  return pacedSource(source, { tempo: 1, semitones: key }).blocks();
}

/**
 * Creates a cover: each step yields the blocks of each take that are ready; all takes end up as
 * long as the song. Outside the sung ranges, and without a key change, it equals the song. Its peak
 * does not exceed the song's, or the ceiling.
 */
export async function* makeCover(
  song: CoverSound,
  vocals: CoverSound,
  analysis: SongAnalysis,
  values: CoverValues,
): AsyncGenerator<Readonly<Record<CoverTake, Block | null>>, void, undefined> {
  const { format } = song;
  const limiter = createLimiter(format, { ceiling: Math.max(CEILING, analysis.truePeak + 0.01) });
  const pairs = pairBlocks(
    backingOf(song, vocals, analysis, values),
    voiceOf(vocals, analysis, values),
    format.channels,
  );
  for await (const [backing, voice] of pairs) {
    const sum = backing.map((samples, c) => samples.map((value, i) => value + voice[c]![i]!));
    yield { cover: limiter.process(sum), voice, backing };
  }
  yield { cover: limiter.finish(), voice: null, backing: null };
}
