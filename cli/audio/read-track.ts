import type { InputAudioTrack } from "mediabunny";
import { AudioSampleSink, EncodedPacketSink, OGG } from "mediabunny";
import type { Block, Format } from "../../audio/effect.ts";
import { clockOf, MediaError } from "../../audio/media/media-error.ts";
import { createBlock, framesOf, joinBlocks } from "../../audio/signal/blocks.ts";
import { decodePacket, decoderOf } from "./decoders.ts";

/** Longest silence (s) that stands for a gap in a file; a longer one is a broken clock. */
const LONGEST_GAP = 3600;
/** Difference (s) between where a sample is and where it should be that is no gap. */
const SLACK = 0.02;
/** s by which most containers may round the duration of a packet; in Ogg it is a number of samples. */
const ROUNDING = 0.0015;
/** Frames that are given at once, about: packets have few. */
const BLOCK = 16_384;

/** Samples with the time of the first of them, in s. */
interface Piece {
  readonly block: Block;
  readonly time: number;
  readonly sampleRate: number;
}

/** Whether the sound of a track can be decoded here. */
export const canRead = async (track: InputAudioTrack, codec: string): Promise<boolean> =>
  decoderOf(codec) !== null || (await track.canDecode());

/**
 * The samples of a track, each at its time: silence fills gaps, and what lies before 0 is left out.
 * @param onCut called where the file ends in the middle of a packet: what lies before it is the sound
 * @throws {MediaError} `damaged`, where sound came before what is broken
 */
export async function* readTrack(
  track: InputAudioTrack,
  format: Format,
  onCut: () => void,
): AsyncGenerator<Block, void, undefined> {
  const { sampleRate, channels } = format;
  const parts: Block[] = [];
  let gathered = 0;
  const gather = (): Block => {
    gathered = 0;
    return joinBlocks(parts.splice(0), channels);
  };
  let given = 0;
  try {
    for await (const block of inTime(await piecesOf(track, format, onCut), format)) {
      parts.push(block);
      gathered += framesOf(block);
      given += framesOf(block);
      if (gathered >= BLOCK) yield gather();
    }
  } catch (error) {
    // A failing disk has a code; all else says that the file is broken.
    const isFault = error instanceof MediaError || (error as NodeJS.ErrnoException).code;
    if (given === 0 || isFault) throw error;
    throw new MediaError("damaged", { time: clockOf(given / sampleRate) }, error);
  }
  if (given === 0) throw new MediaError("noSamples");
  if (gathered > 0) yield gather();
}

async function piecesOf(
  track: InputAudioTrack,
  { channels }: Format,
  onCut: () => void,
): Promise<AsyncGenerator<Piece, void, undefined>> {
  const open = decoderOf(String(await track.getCodec()));
  return open ? decode(track, { open, channels, onCut }) : readSamples(track);
}

async function* decode(
  track: InputAudioTrack,
  {
    open,
    channels,
    onCut,
  }: {
    readonly open: NonNullable<ReturnType<typeof decoderOf>>;
    readonly channels: number;
    readonly onCut: () => void;
  },
): AsyncGenerator<Piece, void, undefined> {
  const config = await track.getDecoderConfig();
  if (!config) throw new MediaError("unreadable");
  const decoder = await open(config);
  const rounding = (await track.input.getFormat()) === OGG ? 0 : ROUNDING;
  const sink = new EncodedPacketSink(track);
  let time: number | null = null;
  try {
    for await (const packet of sink.packets()) {
      time ??= packet.timestamp;
      let decoded: ReturnType<typeof decodePacket>;
      try {
        decoded = decodePacket(decoder, packet, { channels, rounding });
      } catch (error) {
        if (await sink.getNextPacket(packet)) throw error;
        onCut();
        return;
      }
      const { block, sampleRate } = decoded;
      // What lies before 0 has been left out already, where the decoder knows how much that is.
      if (config.codec === "opus" && time < 0)
        time = Math.min(0, time + Math.max(0, packet.duration - framesOf(block) / sampleRate));
      if (framesOf(block) === 0) continue;
      yield { block, time, sampleRate };
      time += framesOf(block) / sampleRate;
    }
  } finally {
    decoder.free();
  }
}

/** What needs no decoder, or one of the platform. */
async function* readSamples(track: InputAudioTrack): AsyncGenerator<Piece, void, undefined> {
  for await (const sample of new AudioSampleSink(track).samples()) {
    try {
      const block = createBlock(sample.numberOfChannels, sample.numberOfFrames);
      for (const [planeIndex, plane] of block.entries())
        sample.copyTo(plane, { planeIndex, format: "f32-planar" });
      yield { block, time: sample.timestamp, sampleRate: sample.sampleRate };
    } finally {
      sample.close();
    }
  }
}

async function* inTime(
  pieces: AsyncIterable<Piece>,
  { sampleRate, channels }: Format,
): AsyncGenerator<Block, void, undefined> {
  /** The frame that comes next. */
  let next = 0;
  for await (const { block, time, sampleRate: rate } of pieces) {
    if (block.length !== channels || rate !== sampleRate)
      throw new MediaError("damaged", { time: clockOf(next / sampleRate) });
    const gap = Math.round(time * sampleRate) - next;
    if (gap > SLACK * sampleRate && gap < LONGEST_GAP * sampleRate) {
      yield* silence(channels, gap);
      next += gap;
    }
    const frames = framesOf(block);
    const skip = next === 0 && gap < 0 ? Math.min(-gap, frames) : 0;
    next += frames - skip;
    if (frames > skip) yield block.map((plane) => plane.subarray(skip));
  }
}

function* silence(channels: number, frames: number): Generator<Block> {
  for (let done = 0; done < frames; done += BLOCK)
    yield createBlock(channels, Math.min(BLOCK, frames - done));
}
