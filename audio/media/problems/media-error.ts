/** Why a file cannot be worked on. */
export type MediaProblem =
  /** It has no bytes. */
  | "empty"
  /** It has a header and nothing else. */
  | "noSamples"
  | "unreadable"
  /** It can be read up to a time: `time`, such as 1:05. */
  | "damaged"
  /** It is no sound: `kind`, such as PDF. */
  | "foreign"
  | "unsupported"
  | "protected"
  /** `channels`: how many it says that it has. */
  | "channels"
  /** `rate`: what it says, in Hz. */
  | "rate"
  /** `codec`: what it is called. */
  | "codec"
  /** It is an MP3 file whose frames state no bit rate (ISO 11172-3, 2.4.2.3), which no decoder here reads. */
  | "freeFormat"
  /** Its pictures cannot be copied into the film that is wanted: `codec`, what they are encoded in. */
  | "picture"
  | "noAudio";

/** A file that cannot be worked on. */
export class MediaError extends Error {
  override readonly name = "MediaError";
  readonly problem: MediaProblem;
  readonly params: Readonly<Record<string, string | number>>;

  constructor(
    problem: MediaProblem,
    params: Readonly<Record<string, string | number>> = {},
    cause?: unknown,
  ) {
    super(problem, { cause });
    this.problem = problem;
    this.params = params;
  }
}

const READ_ERRORS = /^(NotReadable|NotFound|QuotaExceeded)Error$/;

/** Whether it is the device that failed, and not the file that is broken: readers say that in many ways. */
export function isReadError(error: unknown): boolean {
  const { code, name } = (error ?? {}) as { readonly code?: unknown; readonly name?: string };
  return (typeof code === "string" && /^E[A-Z]+$/.test(code)) || READ_ERRORS.test(name ?? "");
}

const LOWEST_RATE = 8000;
const HIGHEST_RATE = 192_000;
const MOST_CHANNELS = 8;

/** @throws {MediaError} for a format that effects do not take */
export function requireFormat(format: {
  readonly sampleRate: number;
  readonly channels: number;
}): void {
  const { sampleRate: rate, channels } = format;
  if (!(channels >= 1 && channels <= MOST_CHANNELS)) throw new MediaError("channels", { channels });
  if (rate >= LOWEST_RATE && rate <= HIGHEST_RATE) return;
  throw new MediaError("rate", { rate: Number.isFinite(rate) ? rate : 0 });
}

/** A place in a sound as people write it: 75 is 1:15. @param seconds from 0 */
export function clockOf(seconds: number): string {
  const whole = Math.floor(seconds);
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const shown = parts[0] === 0 ? parts.slice(1) : parts;
  return shown.map((part, at) => (at === 0 ? part : String(part).padStart(2, "0"))).join(":");
}
