import { BlobSource } from "mediabunny";
import type { AudioSource } from "#audio/media/audio-source.ts";
import type { Host, MediaBytes } from "#audio/media/host.ts";
import { openAudio } from "#audio/media/open-audio.ts";
import { encoders } from "./encoders.ts";
import { UndecodableError } from "../undecodable-error.ts";

/** The media host of a browser's worker. */
export const workerHost: Host<Blob> = {
  open: async (file) => bytesOf(file),
  /** The browser's own decoders are used. */
  decoderFor: () => null,
  /**
   * The browser's FLAC decoder fails at an incomplete last packet; the samples decoded before it
   * are kept.
   */
  fallbackDecoder: async (codec) =>
    codec === "flac" ? (await import("#audio/media/codecs/read-flac.ts")).readFlac : null,
  sequentialReader: async (format, bytes) =>
    (await import("./read-through.ts")).readerThrough(format, bytes),
  /** The document may have a decoder that the worker lacks. */
  async fallback(_file, { reason, track }) {
    throw track ? new UndecodableError(track.sampleRate, track.name) : reason;
  },
  encoders,
};

export const bytesOf = (file: Blob): MediaBytes => ({
  size: file.size,
  read: async (from, to) => new Uint8Array(await file.slice(from, to).arrayBuffer()),
  source: (end) =>
    new BlobSource(end < file.size ? file.slice(0, end) : file, {
      handleUnhandledError: () => {},
    }),
  close: () => undefined,
});

/** Opens a file for reading. @throws {MediaError} @throws {UndecodableError} */
export const openFile = (file: Blob): Promise<AudioSource> => openAudio(file, workerHost);
