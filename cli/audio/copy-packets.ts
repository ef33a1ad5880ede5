import { rename, rm } from "node:fs/promises";
import path from "node:path";
import type { EncodedPacket, InputAudioTrack, OutputFormat as Container } from "mediabunny";
import {
  EncodedAudioPacketSource,
  EncodedPacketSink,
  FilePathSource,
  Input,
  Mp4OutputFormat,
  OggOutputFormat,
  Output,
} from "mediabunny";
import { cutMp3 } from "../../audio/media/mp3-cut.ts";
import { findMp3Gaps } from "../../audio/media/mp3-gaps.ts";
import { packetsOfStretch } from "../../audio/media/packet-stretch.ts";
import { portableTags } from "../../audio/media/portable-tags.ts";
import type { Range } from "../../audio/parameters.ts";
import { ToolkitError } from "../../core/errors.ts";
import { FORMATS, faultOf, readBytesOf, tagsOf } from "./open-file.ts";
import { faultOfOutput, makeFolder, openForWriting, openTarget, partOf } from "./output-place.ts";

/** What a codec's packets are written as, with the formats that may be asked for; MP3 is written here. */
const CONTAINERS: Readonly<
  Record<string, readonly [formats: string[], make: (() => Container) | null]>
> = {
  mp3: [["mp3"], null],
  aac: [["m4a"], () => new Mp4OutputFormat({ fastStart: false })],
  opus: [["opus", "ogg"], () => new OggOutputFormat()],
  vorbis: [["ogg"], () => new OggOutputFormat()],
};

export interface CopyOptions {
  readonly signal: AbortSignal;
  /** From 0 to 1. */
  readonly onProgress: (share: number) => void;
}

/**
 * Writes a stretch of a file, in s, in its own codec without decoding it: MP3 exact to one sample, others
 * by whole packets (see `packetsOfStretch`).
 * @throws {ToolkitError}
 */
export async function copyPackets(
  { input: file, output, format }: Record<"input" | "output" | "format", string>,
  stretch: Range,
  options: CopyOptions,
) {
  const part = partOf(output);
  const input = new Input({ formats: FORMATS, source: new FilePathSource(file) });
  try {
    const track = await input.getPrimaryAudioTrack();
    if (!track) throw new ToolkitError("AUDIO_MISSING", { file });
    const codec = (await track.getCodec()) ?? "unknown";
    const [formats, make] = CONTAINERS[codec] ?? [];
    if (!formats?.includes(format))
      throw new ToolkitError("USAGE", { detail: `--copy cannot write ${codec} as ${format}.` });
    await makeFolder(path.dirname(part));
    const copying = { file, part, stretch, ...options };
    const seconds = await (make ? copyWhole(track, make(), copying) : copyMp3(track, copying));
    if (seconds <= 0) throw new ToolkitError("OUTPUT_EMPTY", { file });
    await rename(part, output);
    return {
      seconds,
      sampleRate: await track.getSampleRate(),
      channels: await track.getNumberOfChannels(),
      findings: null,
      notes: [],
    };
  } catch (error) {
    if (options.signal.aborted) throw error;
    const { syscall, path: place } = error as NodeJS.ErrnoException;
    const isOfInput = syscall === "read" || place === file;
    throw (isOfInput ? null : faultOfOutput(output, error)) ?? faultOf(error, file);
  } finally {
    input.dispose();
    await rm(part, { force: true });
  }
}

interface Copying extends CopyOptions {
  readonly file: string;
  /** Where it is written. */
  readonly part: string;
  readonly stretch: Range;
}

/** @returns s that were written */
async function copyMp3(track: InputAudioTrack, copying: Copying): Promise<number> {
  const { file, part, stretch, signal, onProgress } = copying;
  const output = await openForWriting(part);
  try {
    const range = await cutMp3<EncodedPacket>(new EncodedPacketSink(track), {
      gaps: await readBytesOf(file, findMp3Gaps),
      sampleRate: await track.getSampleRate(),
      stretch,
      duration: await track.computeDuration(),
      tags: await tagsOf(track.input),
      write: output.write,
      onProgress(done) {
        signal.throwIfAborted();
        onProgress(done);
      },
    });
    return range ? range[1] - range[0] : 0;
  } finally {
    await output.close();
  }
}

/** @returns s that were written */
async function copyWhole(
  track: InputAudioTrack,
  format: Container,
  { part, stretch, signal, onProgress }: Copying,
): Promise<number> {
  const codec = await track.getCodec();
  const output = new Output({ format, target: await openTarget(part) });
  const source = new EncodedAudioPacketSource(codec as "aac");
  output.addAudioTrack(source);
  output.setMetadataTags(portableTags(await tagsOf(track.input)));
  await output.start();
  try {
    const decoderConfig = await track.getDecoderConfig();
    const meta = decoderConfig ? { decoderConfig } : {};
    const total = Math.min(stretch[1], await track.computeDuration()) - stretch[0];
    let first: EncodedPacket | null = null;
    let seconds = 0;
    const packets = packetsOfStretch<EncodedPacket>(new EncodedPacketSink(track), stretch);
    for await (const packet of packets) {
      signal.throwIfAborted();
      first ??= packet;
      const timestamp = packet.timestamp - first.timestamp;
      await source.add(packet.clone({ timestamp }), meta);
      seconds = timestamp + packet.duration;
      onProgress(Math.min(1, seconds / total));
    }
    await output.finalize();
    return seconds;
  } catch (error) {
    await output.cancel();
    throw error;
  }
}
