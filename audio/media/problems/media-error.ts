/** Why a file cannot be processed. */
export type MediaProblem =
  /** It has no bytes. */
  | "empty"
  /** It has a header and nothing else. */
  | "noSamples"
  | "unreadable"
  /** It is readable up to a time: `time`, for example 1:05. */
  | "damaged"
  /** It is not media: `kind`, for example PDF. */
  | "foreign"
  | "unsupported"
  | "protected"
  /** `channels`: the declared number. */
  | "channels"
  /** `rate`: the declared sample rate in Hz. */
  | "rate"
  /** `codec`: its name. */
  | "codec"
  /** An MP3 file in free format (ISO 11172-3, 2.4.2.3), which is not supported. */
  | "freeFormat"
  /** Its video cannot be copied to the requested container: `codec`, its name. */
  | "picture"
  | "noAudio";

/** A file that cannot be processed. */
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

/**
 * Whether the device failed rather than the file being broken; readers report that in many ways.
 */
export function isReadError(error: unknown): boolean {
  const { code, name } = (error ?? {}) as { readonly code?: unknown; readonly name?: string };
  return (typeof code === "string" && /^E[A-Z]+$/.test(code)) || READ_ERRORS.test(name ?? "");
}

const LOWEST_RATE = 8000;
const HIGHEST_RATE = 192_000;
const MAX_CHANNELS = 8;

/** @throws {MediaError} for a format that effects do not support */
export function requireFormat(format: {
  readonly sampleRate: number;
  readonly channels: number;
}): void {
  const { sampleRate: rate, channels } = format;
  if (!(channels >= 1 && channels <= MAX_CHANNELS)) throw new MediaError("channels", { channels });
  if (rate >= LOWEST_RATE && rate <= HIGHEST_RATE) return;
  throw new MediaError("rate", { rate: Number.isFinite(rate) ? rate : 0 });
}

/** Formats a time: 75 is 1:15. @param seconds 0 or more */
export function formatTime(seconds: number): string {
  const whole = Math.floor(seconds);
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const shown = parts[0] === 0 ? parts.slice(1) : parts;
  return shown.map((part, at) => (at === 0 ? part : String(part).padStart(2, "0"))).join(":");
}
