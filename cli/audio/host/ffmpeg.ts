import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { promisify } from "node:util";
import type { MetadataTags } from "mediabunny";
import type { Block, Format } from "#audio/effect.ts";
import type { AudioSource } from "#audio/media/audio-source.ts";
import type { Mp4Times } from "#audio/media/containers/mp4-edits.ts";
import { requireFormat } from "#audio/media/problems/media-error.ts";
import { skipFrames, takeFrames } from "#audio/media/tracks/frames.ts";
import { createBlock } from "#audio/signal/blocks.ts";
import { ToolkitError } from "#core/errors/errors.ts";
import { type ProbedTags, tagsOfProbe } from "./ffmpeg-tags.ts";

/** A file must not make ffmpeg read from the network. */
const LOCAL = ["-protocol_whitelist", "file,pipe"];

const isMissing = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException | null)?.code === "ENOENT";

/**
 * Reads formats for which only an installed ffmpeg has a decoder, such as AAC, whose decoders have
 * licenses that this program cannot ship.
 * @param tags tags that were read without ffmpeg; they take precedence
 * @param times times of the container, of which ffmpeg reports only some
 * @throws {ToolkitError}
 */
export async function openWithFfmpeg(
  file: string,
  codec: string,
  tags: MetadataTags,
  times: Mp4Times,
): Promise<AudioSource> {
  const probed = await probe(file, codec, times);
  const { format, origin, end, length, found, isStated, isPromised } = probed;
  requireFormat(format);
  // ffmpeg returns the whole last frame, even if an edit list ends within it.
  const frames = isStated && end ? Math.round(end * format.sampleRate) : Infinity;
  return {
    format,
    duration: Math.max(0, (end ?? length) - origin),
    ...(!isPromised && { declaredDuration: 0 }),
    tags: { ...found, ...tags },
    codec,
    blocks: (from = 0) => skipFrames(takeFrames(decode(file, format, probed), frames), from),
    close: () => undefined,
  };
}

interface Probed {
  /** The track that players select: the first default one, otherwise the first. */
  readonly index: number;
  /**
   * Whether the duration of the audio track is declared: most videos declare only the duration of
   * the whole file.
   */
  readonly isPromised: boolean;
  /** Whether the container states the end of the audio track. */
  readonly isStated: boolean;
  readonly format: Format;
  /**
   * Seconds from the start of the file to the audio if the file's clock may jump, as it does where
   * transport streams are joined; null elsewhere.
   */
  readonly lead: number | null;
  /** Start of the file in seconds of its clock: see `originOf`. */
  readonly origin: number;
  /**
   * Whether frames have times: those of RealAudio 1.0 have the same time, and those of WMA in WAV
   * only sometimes one.
   */
  readonly isTimed: boolean;
  /** End of the audio in seconds of the file's clock; null if not stated. */
  readonly end: number | null;
  /** Duration of the whole file in seconds. */
  readonly length: number;
  readonly found: MetadataTags;
}

interface ProbedStream {
  readonly index: number;
  readonly codec_type?: string;
  readonly sample_rate?: string;
  readonly channels?: number;
  readonly start_time?: string;
  readonly duration?: string;
  readonly disposition?: { readonly default?: number };
  readonly tags?: ProbedTags;
}

interface ProbedFile {
  readonly streams?: readonly ProbedStream[];
  readonly format?: {
    readonly format_name?: string;
    readonly start_time?: string;
    readonly duration?: string;
    readonly tags?: ProbedTags;
  };
}

const STREAM =
  "stream=index,codec_type,sample_rate,channels,start_time,duration:stream_disposition=default:stream_tags";
const FILE = "format=format_name,start_time,duration:format_tags";

/** Formats without a container. */
const RAW = /^(?:aac|ac3|eac3|dts|mp3|mlp|truehd)$/;

async function probe(file: string, codec: string, times: Mp4Times): Promise<Probed> {
  const run = promisify(execFile);
  const entries = ["-show_entries", `${STREAM}:${FILE}`, "-of", "json"];
  const args = ["-v", "error", ...LOCAL, ...entries, `file:${file}`];
  const found = await run("ffprobe", args).catch((error: unknown) => {
    if (isMissing(error)) throw new ToolkitError("AUDIO_DECODER_MISSING", { file, codec });
    const detail = lastLine((error as { stderr?: string }).stderr ?? "");
    throw new ToolkitError("AUDIO_DAMAGED", { file, detail }, { cause: error });
  });
  const { streams = [], format } = JSON.parse(found.stdout) as ProbedFile;
  const sounds = streams.filter(({ codec_type: kind }) => kind === "audio");
  // As players and browsers do.
  const stream = sounds.find(({ disposition }) => disposition?.default === 1) ?? sounds[0];
  if (!stream) throw new ToolkitError("AUDIO_MISSING", { file });
  // Arbitrary bytes that ffmpeg takes for audio have neither.
  if (!Number(stream.sample_rate) || !stream.channels)
    throw new ToolkitError("AUDIO_DAMAGED", { file, detail: "nothing in it is known." });
  const sampleRate = Number(stream.sample_rate);
  const hasPictures = streams.some(({ codec_type: kind }) => kind === "video");
  const isMp4 = /\b(mov|mp4)\b/.test(format?.format_name ?? "");
  // Fragments have the timestamps of a running stream, and no total duration.
  const isWhole = isMp4 && !times.isFragmented;
  const isStated = isWhole && !hasPictures;
  const seconds = secondsOf(stream.duration);
  // Matroska has no duration per track; the tag that muxers write is the end time.
  const stated =
    seconds === null
      ? secondsOf(stream.tags?.["DURATION"])
      : (secondsOf(stream.start_time) ?? 0) + seconds;
  // The duration may or may not include the time that an edit list inserts before the audio.
  const edited = isWhole && stream === sounds[0] ? times.editEnd : null;
  const isWrong = stated === null || seconds === 0 || Math.abs(stated - (edited ?? stated)) > 0.02;
  const end = isMp4 && isWrong ? edited : stated;
  // The clock of a transport stream wraps around, which makes the times before that negative.
  const canJump = format?.format_name === "mpegts";
  const start = Math.max(canJump ? -Infinity : 0, secondsOf(format?.start_time) ?? 0);
  const first = isStated ? null : await firstFrames(file, stream.index, sampleRate);
  const isAlone = sounds.length === 1;
  // Decoders drop the first packets of some codecs, such as WMA. Only pictures make silence of
  // them.
  const toFirst = isAlone && !hasPictures ? Math.max(start, first?.start ?? start) : start;
  const origin = isStated ? 0 : toFirst;
  // ffmpeg estimates the duration of frames without a container from their bitrate.
  const isRaw = RAW.test(format?.format_name ?? "");
  return {
    index: stream.index,
    lead: canJump && first?.start != null ? first.start - origin : null,
    format: { sampleRate, channels: Number(stream.channels) },
    isStated,
    isTimed: first?.isTimed ?? true,
    isPromised: end !== null && !isRaw && (isMp4 ? isWhole : !hasPictures),
    origin,
    end,
    length: secondsOf(format?.duration) ?? 0,
    found: tagsOfProbe({ ...stream.tags, ...format?.tags }),
  };
}

/** Number of packets in which the first times are. */
const FIRST_PACKETS = 16;

/** When the first frames of a file's audio are, as its decoder returns them. */
async function firstFrames(
  file: string,
  stream: number,
  sampleRate: number,
): Promise<{ readonly start: number | null; readonly isTimed: boolean }> {
  const entries = ["-show_entries", "frame=pts_time,nb_samples", "-of", "json"];
  const range = ["-select_streams", String(stream), "-read_intervals", `%+#${FIRST_PACKETS}`];
  const args = ["-v", "quiet", ...LOCAL, ...range, ...entries, `file:${file}`];
  // Damaged files are reported by the decoder.
  const found = await promisify(execFile)("ffprobe", args).catch(() => ({ stdout: "{}" }));
  const { frames = [] } = JSON.parse(found.stdout) as {
    readonly frames?: readonly { readonly pts_time?: string; readonly nb_samples?: number }[];
  };
  const timed = frames.filter(({ pts_time: time }) => time !== undefined);
  const [earliest] = timed;
  if (!earliest) return { start: null, isTimed: true };
  const untimed = frames.slice(0, frames.indexOf(earliest));
  const samples = untimed.reduce((sum, { nb_samples: count = 0 }) => sum + count, 0);
  const isMoving =
    timed.length < 3 || timed.some(({ pts_time: time }) => time !== earliest.pts_time);
  return {
    start: Number(earliest.pts_time) - samples / sampleRate,
    isTimed: isMoving && samples === 0,
  };
}

/** Seconds of a time such as 12.5 or 00:00:12.500000000; null if invalid. */
function secondsOf(text: string | undefined): number | null {
  const parts = text?.split(":").map(Number) ?? [];
  const seconds = parts.reduce((sum, part) => sum * 60 + part, 0);
  return parts.length > 0 && Number.isFinite(seconds) ? seconds : null;
}

/**
 * Seconds by which audio may be late before silence fills the gap: less than the duration of a
 * video frame.
 */
const GAP = 0.03;

/**
 * Decodes a file's audio at its timestamps: silence precedes audio that begins later than the file,
 * and fills gaps; audio before the start is dropped.
 */
async function* decode(
  file: string,
  { sampleRate, channels }: Format,
  { index, lead, origin, isTimed }: Probed,
): AsyncGenerator<Block, void, undefined> {
  const time = lead === null ? `PTS-${origin}/TB` : `PTS-STARTPTS+(${lead})/TB`;
  const clock = isTimed ? time : "N/SR/TB";
  const times = `asetpts=${clock},aresample=async=1:first_pts=0:min_hard_comp=${GAP}`;
  // ffmpeg corrects jumps only without this option.
  const copied = lead === null ? ["-copyts"] : [];
  const input = [...copied, "-i", `file:${file}`, "-map", `0:${index}`, "-af", times];
  const options = ["-f", "f32le", "-ar", String(sampleRate), "-ac", String(channels), "pipe:1"];
  const child = spawn("ffmpeg", ["-v", "error", "-nostdin", ...LOCAL, ...input, ...options], {
    stdio: ["ignore", "pipe", "pipe"],
  });
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
