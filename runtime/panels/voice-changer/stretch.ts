import type { ComparePlayer } from "../../audio/player/player.ts";
import { createComparePlayer } from "../../audio/player/player.ts";
import { createTimeMap } from "../../audio/player/time-map.ts";
import type { Levels } from "../../audio/worker/protocol.ts";
import type { VoiceValues } from "../../../audio/voice/voice-values.ts";
import { createPatchwork } from "../../workspace/contract/patchwork.ts";
import type { SinkChunk } from "../../workspace/contract/job-runner.ts";
import type { Engine, Reading } from "../../audio/engine-types.ts";

/** A stretch of a file, as it is and as it will be. */
export interface Stretch {
  readonly player: ComparePlayer;
  readonly levels: { readonly before: Levels; readonly after: Levels };
}

export interface StretchOptions {
  readonly file: File;
  readonly values: VoiceValues;
  /** Seconds. */
  readonly start: number;
  readonly end: number;
  readonly engine: Engine;
  readonly signal: AbortSignal;
  readonly onError: (error: unknown) => void;
}

/** Works on a stretch of a file, to be heard before all of it is worked on. */
export async function openStretch(options: StretchOptions): Promise<Stretch> {
  const { file, values, start, end, engine, signal } = options;
  const bytes = createPatchwork();
  const sink = new WritableStream<SinkChunk>({
    write(chunk) {
      if ("position" in chunk) bytes.write(chunk.position, chunk.data);
    },
  });
  const part = [start, end] as const;
  const { before, after, frames, input } = await engine.run(
    { effect: "voice", file, values: { ...values }, output: "wav32f", part },
    { signal, sink },
  );
  const reading = await engine.open([file, bytes.toBlob()]);
  if (signal.aborted) {
    reading.close();
    throw signal.reason;
  }
  const duration = frames[0] / input.sampleRate;
  const player = createComparePlayer({
    reading: shifted(reading, Math.round(start * input.sampleRate), frames[0]),
    createContext: (sampleRate) => new AudioContext({ sampleRate }),
    setTimer: (work, ms) => {
      const timer = setTimeout(work, ms);
      return () => clearTimeout(timer);
    },
    inStep: true,
    map: createTimeMap(duration, duration, []),
    duration,
    onError: options.onError,
  });
  return { player, levels: { before, after } };
}

/** The first file of a reading, as if it were a stretch of it. */
function shifted(reading: Reading, first: number, frames: number): Reading {
  return {
    ...reading,
    read: (request) =>
      request.file === 0
        ? reading.read({
            ...request,
            from: first + request.from,
            count: Math.max(0, Math.min(request.count, frames - request.from)),
          })
        : reading.read(request),
  };
}
