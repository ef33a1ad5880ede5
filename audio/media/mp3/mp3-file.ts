import {
  type MetadataTags,
  BufferTarget,
  EncodedAudioPacketSource,
  Mp3OutputFormat,
  Output,
} from "mediabunny";
import { mp3FrameAt } from "./mp3-frames.ts";
import { id3Size } from "./mp3-gaps.ts";
import { emptyMp3Frame, mp3InfoFrame, musicCrc } from "./mp3-info.ts";
import { portableTags } from "../tags/portable-tags.ts";

/** Samples by which LAME's sound is later than what it is given. */
const ENCODER_DELAY = 576;
/** Bytes that are written at once. */
const CHUNK = 1024 * 1024;

export interface Mp3FileOptions {
  readonly tags: MetadataTags;
  /** Takes bytes for a place of the file; they may be changed when it has resolved. */
  readonly write: (position: number, bytes: Uint8Array<ArrayBuffer>) => Promise<unknown>;
}

/** An MP3 file of LAME's frames. The first one is written anew at the end: it tells of all others. */
export async function createMp3File({ tags, write }: Mp3FileOptions) {
  const id3 = await makeTag(tags);
  const places: number[] = [];
  let header: Uint8Array | null = null;
  let chunk = new Uint8Array(2 * CHUNK);
  let filled = 0;
  let written = 0;
  let size = 0;
  let crc = 0;
  const append = (bytes: Uint8Array): void => {
    if (filled + bytes.length > chunk.length) {
      const larger = new Uint8Array(2 * (filled + bytes.length));
      larger.set(chunk.subarray(0, filled));
      chunk = larger;
    }
    chunk.set(bytes, filled);
    filled += bytes.length;
  };
  const flush = async (least = CHUNK): Promise<void> => {
    if (filled < least || filled === 0) return;
    await write(written, chunk.subarray(0, filled));
    written += filled;
    filled = 0;
  };
  append(id3);
  return {
    /** @param frame a whole one; it is copied */
    push(frame: Uint8Array): void {
      if (!header) append(emptyMp3Frame((header = frame.slice(0, 4))));
      append(frame);
      places.push(size);
      size += frame.length;
      crc = musicCrc(crc, frame);
    },
    /** Writes what there is, if it is worth it. */
    flush: () => flush(),
    /**
     * Writes the rest.
     * @param samples of the sound, at the rate of the frames
     * @param delay samples by which it is late
     */
    async finish(samples: number, delay = ENCODER_DELAY): Promise<void> {
      await flush(0);
      if (!header) return;
      const { samples: each, bitrate } = mp3FrameAt(header, 0)!;
      const padding = places.length * each - delay - samples;
      const facts = { places, bytes: size, crc, delay, padding, bitrate };
      await write(id3.length, mp3InfoFrame(header, facts));
    },
  };
}

/** The ID3 tag alone: a file without sound, without the frame that tells so. */
async function makeTag(tags: MetadataTags): Promise<Uint8Array> {
  const target = new BufferTarget();
  const output = new Output({ format: new Mp3OutputFormat(), target });
  const decoderConfig = { codec: "mp3", numberOfChannels: 2, sampleRate: 44_100 };
  output.addAudioTrack(new EncodedAudioPacketSource("mp3"), { decoderConfig });
  output.setMetadataTags(portableTags(tags));
  await output.start();
  await output.finalize();
  const bytes = new Uint8Array(target.buffer!);
  return bytes.subarray(0, id3Size(bytes));
}
