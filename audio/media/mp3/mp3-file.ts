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

/** LAME's encoder delay in samples. */
const ENCODER_DELAY = 576;
/** Bytes per write. */
const CHUNK = 1024 * 1024;

export interface Mp3FileOptions {
  readonly tags: MetadataTags;
  /**
   * Writes bytes at a position of the file; they may be modified after the promise has resolved.
   */
  readonly write: (position: number, bytes: Uint8Array<ArrayBuffer>) => Promise<unknown>;
}

/**
 * Writes an MP3 file from LAME frames. The first frame (Xing/LAME header) is rewritten at the end.
 */
export async function createMp3File({ tags, write }: Mp3FileOptions) {
  const id3 = await makeTag(tags);
  const offsets: number[] = [];
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
  const flush = async (minBytes = CHUNK): Promise<void> => {
    if (filled < minBytes || filled === 0) return;
    await write(written, chunk.subarray(0, filled));
    written += filled;
    filled = 0;
  };
  append(id3);
  return {
    /** @param frame a whole frame; it is copied */
    push(frame: Uint8Array): void {
      if (!header) append(emptyMp3Frame((header = frame.slice(0, 4))));
      append(frame);
      offsets.push(size);
      size += frame.length;
      crc = musicCrc(crc, frame);
    },
    /** Writes pending bytes if there are enough. */
    flush: () => flush(),
    /**
     * Writes the rest.
     * @param samples of the sound, at the rate of the frames
     * @param delay encoder delay in samples
     */
    async finish(samples: number, delay = ENCODER_DELAY): Promise<void> {
      await flush(0);
      if (!header) return;
      const { samples: each, bitrate } = mp3FrameAt(header, 0)!;
      const padding = offsets.length * each - delay - samples;
      const facts = { offsets, bytes: size, crc, delay, padding, bitrate };
      await write(id3.length, mp3InfoFrame(header, facts));
    },
  };
}

/** The ID3 tag of a file without frames. */
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
