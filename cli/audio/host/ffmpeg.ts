import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { promisify } from "node:util";
import type { MetadataTags } from "mediabunny";
import type { Block, Format } from "../../../audio/effect.ts";
import type { AudioSource } from "../../../audio/media/audio-source.ts";
import { requireFormat } from "../../../audio/media/problems/media-error.ts";
import { skipFrames } from "../../../audio/media/tracks/frames.ts";
import { createBlock } from "../../../audio/signal/blocks.ts";
import { ToolkitError } from "../../../core/errors/errors.ts";
import type { ProbedTags } from "./ffmpeg-tags.ts";
import { tagsOfProbe } from "./ffmpeg-tags.ts";

/** A file must not make it read from the network. */
const LOCAL = ["-protocol_whitelist", "file,pipe"];

const isMissing = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException | null)?.code === "ENOENT";

/**
 * Reads what only an installed ffmpeg can, such as AAC, for which there is no decoder under a licence
 * that this program may ship.
 * @param tags what was read of it without; goes before what ffmpeg finds
 * @throws {ToolkitError}
 */
export async function openWithFfmpeg(
  file: string,
  codec: string,
  tags: MetadataTags,
): Promise<AudioSource> {
  const { format, seconds, found } = await probe(file, codec);
  requireFormat(format);
  return {
    format,
    duration: Math.max(0, seconds),
    tags: { ...found, ...tags },
    codec,
    blocks: (from = 0) => skipFrames(decode(file, format), from),
    close: () => undefined,
  };
}

async function probe(
  file: string,
  codec: string,
): Promise<{ readonly format: Format; readonly seconds: number; readonly found: MetadataTags }> {
  const wanted = "stream=sample_rate,channels:stream_tags:format=duration:format_tags";
  const run = promisify(execFile);
  const found = await run("ffprobe", [
    "-v",
    "error",
    ...LOCAL,
    "-select_streams",
    "a:0",
    "-show_entries",
    wanted,
    "-of",
    "json",
    `file:${file}`,
  ]).catch((error: unknown) => {
    if (isMissing(error)) throw new ToolkitError("AUDIO_DECODER_MISSING", { file, codec });
    const detail = lastLine((error as { stderr?: string }).stderr ?? "");
    throw new ToolkitError("AUDIO_DAMAGED", { file, detail }, { cause: error });
  });
  const { streams, format } = JSON.parse(found.stdout) as {
    streams?: { sample_rate?: string; channels?: number; tags?: ProbedTags }[];
    format?: { duration?: string; tags?: ProbedTags };
  };
  const [stream] = streams ?? [];
  if (!stream) throw new ToolkitError("AUDIO_MISSING", { file });
  // What it takes for sound among any bytes has neither.
  if (!Number(stream.sample_rate) || !stream.channels)
    throw new ToolkitError("AUDIO_DAMAGED", { file, detail: "nothing in it is known." });
  return {
    format: { sampleRate: Number(stream.sample_rate), channels: Number(stream.channels) },
    seconds: Number(format?.duration ?? 0),
    found: tagsOfProbe({ ...stream.tags, ...format?.tags }),
  };
}

async function* decode(
  file: string,
  { sampleRate, channels }: Format,
): AsyncGenerator<Block, void, undefined> {
  const options = ["-f", "f32le", "-ar", String(sampleRate), "-ac", String(channels), "pipe:1"];
  const child = spawn(
    "ffmpeg",
    ["-v", "error", "-nostdin", ...LOCAL, "-i", `file:${file}`, "-map", "0:a:0", ...options],
    { stdio: ["ignore", "pipe", "pipe"] },
  );
  let errors = "";
  child.stderr.on("data", (chunk: Buffer) => (errors = (errors + chunk.toString()).slice(-2000)));
  const ended = once(child, "close");
  const frameBytes = 4 * channels;
  let rest = Buffer.alloc(0);
  let given = 0;
  try {
    for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
      const bytes = Buffer.concat([rest, chunk]);
      const frames = Math.floor(bytes.length / frameBytes);
      rest = bytes.subarray(frames * frameBytes);
      if (frames === 0) continue;
      const block = createBlock(channels, frames);
      for (let i = 0, at = 0; i < frames; i++)
        for (const samples of block) {
          samples[i] = bytes.readFloatLE(at);
          at += 4;
        }
      given += frames;
      yield block;
    }
    const [code] = (await ended) as [number | null];
    if (code !== 0) throw new ToolkitError("AUDIO_DAMAGED", { file, detail: lastLine(errors) });
    if (given === 0) throw new ToolkitError("AUDIO_EMPTY", { file });
  } finally {
    child.kill();
  }
}

const lastLine = (text: string): string => text.trim().split("\n").at(-1) || "ffmpeg gave it up.";
