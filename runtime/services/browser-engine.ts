// The browser's built-in engines: translator, language model and speech recognizer.

/** Time limit in ms for an engine to report its availability. */
const PROBE_MS = 5000;
/** Time in ms without progress after which `onSilence` is called. */
const SILENCE_MS = 5000;

/** Availability of an engine: immediately, after a download, or not at all. */
export type EngineState = "unavailable" | "downloadable" | "downloading" | "available";

const STATES: readonly string[] = [
  "downloadable",
  "downloading",
  "available",
] satisfies EngineState[];

/** An engine that claims to be available has not responded in time. */
export class NoResponse extends Error {
  override readonly name = "NoResponse";
}

/**
 * Waits for a step of an engine, which may never settle and may ignore its signal.
 * @param step `keepWaiting` restarts the time limit, such as with progress of a download
 * @param limits `ms`: milliseconds without a sign of life; `onSilence`: called with true after 5 s
 *   without one, and with false when it is over
 * @throws {NoResponse}
 */
export async function respond<T>(
  step: (options: { readonly signal: AbortSignal; readonly keepWaiting: () => void }) => Promise<T>,
  {
    signal,
    ms,
    onSilence,
  }: {
    readonly signal?: AbortSignal;
    readonly ms: number;
    readonly onSilence?: ((isSilent: boolean) => void) | undefined;
  },
): Promise<T> {
  signal?.throwIfAborted();
  const own = new AbortController();
  const { promise: ended, reject } = Promise.withResolvers<never>();
  const stop = (reason: unknown): void => {
    reject(reason as Error);
    own.abort(reason);
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let isSilent = false;
  const report = (now: boolean): void => {
    isSilent = now;
    onSilence?.(now);
  };
  const clear = (): void => {
    clearTimeout(timer);
    clearTimeout(silence);
    if (isSilent) report(false);
  };
  const keepWaiting = (): void => {
    clear();
    timer = setTimeout(() => stop(new NoResponse()), ms);
    if (onSilence) silence = setTimeout(() => report(true), SILENCE_MS);
  };
  const cancel = (): void => stop(signal!.reason);
  signal?.addEventListener("abort", cancel, { once: true });
  keepWaiting();
  try {
    return await Promise.race([step({ signal: own.signal, keepWaiting }), ended]);
  } finally {
    clear();
    signal?.removeEventListener("abort", cancel);
  }
}

/** Queries the availability of an engine; errors and timeouts count as unavailable. */
export async function probeEngine(ask: () => Promise<string>): Promise<EngineState> {
  const answer = await respond(ask, { ms: PROBE_MS }).catch(() => "unavailable");
  return STATES.includes(answer) ? (answer as EngineState) : "unavailable";
}
