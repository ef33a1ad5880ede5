import { open, stat } from "node:fs/promises";
import { MP3, FilePathSource } from "mediabunny";
import type { ReadBytes } from "#audio/media/bytes/read-bytes.ts";
import { type Mp4Times, readMp4Times } from "#audio/media/containers/mp4-edits.ts";
import type { Host, MediaBytes } from "#audio/media/host.ts";
import { type Mp3Decoder, findPlainMp3, readPlainMp3 } from "#audio/media/mp3/plain-mp3.ts";
import { ToolkitError } from "#core/errors/errors.ts";
import { nodeEncoders } from "./encoders.ts";
import { openWithFfmpeg } from "./ffmpeg.ts";
import { quietly, decoderFor, whenReady } from "./packet-decoders.ts";

/** Host of the terminal: files by their paths. */
export const nodeHost: Host<string> = {
  open: openBytes,
  decoderFor,
  async readWhole(format, { read, size }, channels) {
    const start = format === MP3 ? await findPlainMp3(read, size) : null;
    if (start === null) return null;
    return () => readPlainMp3(read, { start, channels }, openMp3Decoder);
  },
  /** Formats such as AAC, whose decoders have licenses that this program cannot ship. */
  async fallback(file, { reason, track }) {
    const codec = track?.codec ?? track?.name ?? String(reason.params["codec"] ?? "unknown");
    try {
      return await openWithFfmpeg(file, codec, track?.tags ?? {}, await mp4TimesOf(file));
    } catch (error) {
      // Installing ffmpeg would not fix a damaged file.
      if (reason.problem === "unreadable") throw reason;
      throw error;
    }
  },
  encoders: nodeEncoders,
};

async function mp4TimesOf(file: string): Promise<Mp4Times> {
  const bytes = await openBytes(file);
  try {
    return await readMp4Times(bytes.read, bytes.size);
  } finally {
    bytes.close();
  }
}

async function openMp3Decoder(): Promise<Mp3Decoder> {
  const { MPEGDecoder } = await import("mpg123-decoder");
  const decoder = await whenReady(new MPEGDecoder());
  return {
    decode: (frames) => quietly(() => decoder.decode(frames)),
    free: () => decoder.free(),
  };
}

/** @throws {ToolkitError} INPUT_UNREADABLE */
export async function openBytes(file: string): Promise<MediaBytes> {
  const found = await stat(file).catch(() => null);
  if (!found?.isFile()) {
    const detail = found ? "not a file" : "not found";
    throw new ToolkitError("INPUT_UNREADABLE", { file, detail });
  }
  const handle = await open(file);
  const read: ReadBytes = async (from, to, room) => {
    const length = to - from;
    const bytes = room && room.length >= length ? room.subarray(0, length) : new Uint8Array(length);
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, from);
    return bytes.subarray(0, bytesRead);
  };
  return {
    size: found.size,
    read,
    source(end) {
      const source = new FilePathSource(file);
      return end < found.size ? source.slice(0, end) : source;
    },
    close: () => void handle.close(),
  };
}
