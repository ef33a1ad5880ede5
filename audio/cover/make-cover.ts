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
import { type VoiceRoom, roomLike } from "./voice-room.ts";
import { type HeardVoice, createVoiceListener } from "./voice-ranges.ts";

/** A sound of 1 or 2 channels that can be read from its beginning any number of times. */
export type CoverSound = Pick<AudioSource, "format" | "duration" | "blocks">;

/** What was heard of a song and its voice. */
export interface HeardSong extends HeardVoice {
  /** dBTP of the song. */
  readonly truePeak: number;
}

/** dBTP that a cover passes only where the song does. */
const CEILING = -0.3;

type Blocks = AsyncGenerator<Block, void, undefined>;

/**
 * Hears a song and its voice, which has the song's format.
 * @param options whether the split lets much of the song into the voice, and what gets the song
 *   meanwhile
 */
export async function hearSong(
  song: CoverSound,
  vocals: CoverSound,
  { isLeaky, onBlock }: { readonly isLeaky: boolean; readonly onBlock?: (block: Block) => void },
): Promise<HeardSong> {
  const { format } = song;
  const listener = createVoiceListener(format, isLeaky);
  const meter = createLoudnessMeter(format);
  for await (const [whole, voice] of pairBlocks(song.blocks(), vocals.blocks(), format.channels)) {
    listener.push(whole, voice);
    meter.push(whole);
    onBlock?.(whole);
  }
  return { ...listener.finish(), truePeak: meter.measure().truePeak };
}

/** What the voice goes through; it stays as long, and in time. */
function createVoiceChain(values: CoverValues, room: VoiceRoom | null, format: Format): Processor {
  const shift = voiceShiftOf(values);
  const color = createColor(
    { ...voiceColorOf(values), ...(room && { room: roomLike(room, format.sampleRate) }) },
    format,
  );
  const steps = [shift && createVoiceShift(shift, format), color && colorBlocks(color)];
  return chainProcessors(
    steps.filter((step) => step !== null),
    format.channels,
  );
}

/** The voice that replaces the old one: silent wherever nobody sings. */
async function* voiceOf(vocals: CoverSound, heard: HeardSong, values: CoverValues): Blocks {
  const { format } = vocals;
  const room = values.reverb ? heard.room : null;
  // What gets a room loses its own where that sounds alone.
  const dry = room ? createVoiceGate(heard.dry, format.sampleRate) : (block: Block) => block;
  const gate = createVoiceGate(heard.ranges, format.sampleRate);
  // Neither a room nor what was moved in time by a few samples fills silence.
  const end = createVoiceGate(heard.ranges, format.sampleRate);
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

/** The song without the voice that is replaced, in its key. Where nobody sings it is the song. */
function backingOf(
  song: CoverSound,
  vocals: CoverSound,
  heard: HeardSong,
  values: Pick<CoverValues, "key">,
): Blocks {
  const { format } = song;
  const { key } = values;
  async function* blocks(): Blocks {
    const gate = createVoiceGate(heard.ranges, format.sampleRate);
    const pairs = pairBlocks(song.blocks(), vocals.blocks(), format.channels);
    for await (const [whole, voice] of pairs) {
      const gone = gate(voice);
      yield whole.map((samples, c) => samples.map((value, i) => value - gone[c]![i]!));
    }
  }
  if (key === 0) return blocks();
  const source = { ...song, blocks, tags: {}, codec: null, close() {} };
  return pacedSource(source, { tempo: 1, semitones: key }).blocks();
}

/**
 * Makes a cover: in each step what is ready of each take, all of which are as long as the song in
 * the end. Where nobody sings and the key stays, it is the song. It is no louder than that, or a
 * little below full scale.
 */
export async function* makeCover(
  song: CoverSound,
  vocals: CoverSound,
  heard: HeardSong,
  values: CoverValues,
): AsyncGenerator<Readonly<Record<CoverTake, Block | null>>, void, undefined> {
  const { format } = song;
  const limiter = createLimiter(format, { ceiling: Math.max(CEILING, heard.truePeak + 0.01) });
  const pairs = pairBlocks(
    backingOf(song, vocals, heard, values),
    voiceOf(vocals, heard, values),
    format.channels,
  );
  for await (const [backing, voice] of pairs) {
    const sum = backing.map((samples, c) => samples.map((value, i) => value + voice[c]![i]!));
    yield { cover: limiter.process(sum), voice, backing };
  }
  yield { cover: limiter.finish(), voice: null, backing: null };
}
