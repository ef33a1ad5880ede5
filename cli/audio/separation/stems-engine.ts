import type { AudioSource } from "#audio/media/audio-source.ts";
import { countSegments } from "#audio/nets/stems/stems.ts";
import { separationByNet } from "#audio/tasks/open-separation.ts";
import type { OpenEngine } from "#audio/tasks/run-separation.ts";
import { ToolkitError } from "#core/errors/errors.ts";
import { openStems, passesSelfTest, type StemsFiles } from "../nets/open-stems.ts";
import { studioThreads } from "../studio/run-studio.ts";

/** A separation model on disk. */
export interface StemsNet extends StemsFiles {
  readonly id: string;
  /** Digest of its graph. */
  readonly sha256: string;
}

export interface EngineOptions {
  readonly signal: AbortSignal;
  /** Seconds that the model takes for a segment on this machine; null if not measured yet. */
  readonly pace: number | null;
  /** Called when the self-test has passed, with its duration in seconds. */
  readonly onPace: (seconds: number) => void;
  /** Called before the first segment with the estimated total in seconds. */
  readonly onEstimate: (seconds: number) => void;
}

/**
 * Separates songs with a model into stems of 44.1 kHz whose sum is the song. On first use on a
 * machine, the model must pass a self-test. An aborted signal ends it.
 * @throws {ToolkitError} MODEL_WRONG
 */
export const stemsEngine =
  (net: StemsNet, { signal, pace, onPace, onEstimate }: EngineOptions) =>
  ({ duration }: AudioSource): OpenEngine =>
  async (_task, given) => {
    const { id, form, sha256 } = net;
    const session = await openStems(net, studioThreads());
    const stop = (): void => void session.close();
    signal.addEventListener("abort", stop);
    const close = async (): Promise<void> => {
      signal.removeEventListener("abort", stop);
      await session.close();
    };
    try {
      const start = performance.now();
      if (pace === null && !(await passesSelfTest(session, form, sha256)))
        throw new ToolkitError("MODEL_WRONG", { id });
      const seconds = pace ?? (performance.now() - start) / 1000;
      if (pace === null) onPace(seconds);
      if (duration > 0) onEstimate(seconds * countSegments(form, duration * form.sampleRate));
      return { ...separationByNet(session, form, { given }), close };
    } catch (error) {
      await close();
      throw error;
    }
  };
