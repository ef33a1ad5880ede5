import { mkdirSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import path from "node:path";
import type { EncodedPacket, OutputFormat as Container } from "mediabunny";
import {
  EncodedAudioPacketSource,
  EncodedPacketSink,
  FilePathSource,
  FilePathTarget,
  Input,
  Mp3OutputFormat,
  Mp4OutputFormat,
  OggOutputFormat,
  Output,
} from "mediabunny";
import { packetsOfStretch } from "../../audio/media/packet-stretch.ts";
import { portableTags } from "../../audio/media/portable-tags.ts";
import type { Range } from "../../audio/parameters.ts";
import { ToolkitError } from "../../core/errors.ts";
import { FORMATS, faultOf, tagsOf } from "./open-file.ts";

/** What a codec's packets are written as, with the formats that may be asked for. */
const CONTAINERS: Readonly<Record<string, readonly [formats: string[], make: () => Container]>> = {
  mp3: [["mp3"], () => new Mp3OutputFormat()],
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
 * Writes a stretch of a file, in s, in its own codec without decoding it: see `packetsOfStretch`.
 * @throws {ToolkitError}
 */
export async function copyPackets(
  { input: file, output, format }: Record<"input" | "output" | "format", string>,
  stretch: Range,
  { signal, onProgress }: CopyOptions,
) {
  const part = `${output}.${process.pid}.part`;
  const input = new Input({ formats: FORMATS, source: new FilePathSource(file) });
  try {
    const track = await input.getPrimaryAudioTrack();
    if (!track) throw new ToolkitError("AUDIO_MISSING", { file });
    const codec = (await track.getCodec()) ?? "unknown";
    const [formats, make] = CONTAINERS[codec] ?? [];
    if (!make || !formats?.includes(format))
      throw new ToolkitError("USAGE", { detail: `--copy cannot write ${codec} as ${format}.` });
    mkdirSync(path.dirname(path.resolve(output)), { recursive: true });
    const result = new Output({ format: make(), target: new FilePathTarget(part) });
    const source = new EncodedAudioPacketSource(codec as "mp3");
    result.addAudioTrack(source);
    result.setMetadataTags(portableTags(await tagsOf(input)));
    await result.start();
    const decoderConfig = await track.getDecoderConfig();
    const meta = decoderConfig ? { decoderConfig } : {};
    const total = Math.min(stretch[1], await track.computeDuration()) - stretch[0];
    let first: EncodedPacket | null = null;
    let seconds = 0;
    for await (const packet of packetsOfStretch<EncodedPacket>(
      new EncodedPacketSink(track),
      stretch,
    )) {
      signal.throwIfAborted();
      first ??= packet;
      const timestamp = packet.timestamp - first.timestamp;
      await source.add(packet.clone({ timestamp }), meta);
      seconds = timestamp + packet.duration;
      onProgress(Math.min(1, seconds / total));
    }
    if (!first) throw new ToolkitError("AUDIO_EMPTY", { file });
    await result.finalize();
    await rename(part, output);
    return {
      seconds,
      sampleRate: await track.getSampleRate(),
      channels: await track.getNumberOfChannels(),
      findings: null,
      notes: [],
    };
  } catch (error) {
    throw signal.aborted ? error : faultOf(error, file);
  } finally {
    input.dispose();
    await rm(part, { force: true });
  }
}
