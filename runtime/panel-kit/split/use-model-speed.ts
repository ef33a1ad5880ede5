import { useEffect, useState } from "react";
import { countSegments } from "#audio/nets/stems/stems.ts";
import { isStemsForm, stemRoles } from "#core/models/forms.ts";
import type { OfferedModel } from "#core/models/offered.ts";
import { sharedEngine } from "../../audio/shared-engine.ts";
import { storedSeconds } from "../../audio/worker/models/devices.ts";
import { type Fault, FaultError } from "../../contract/fault.ts";

/** The speed of a model on this device. */
export interface ModelSpeed {
  /** Whether the self-test is running. */
  readonly testing: boolean;
  /** Why the model cannot run here. */
  readonly fault: Fault | null;
  /** Processing time in seconds for a length of sound in seconds; null if unknown. */
  readonly timeOf: (length: number) => number | null;
}

interface Found {
  readonly id: string;
  readonly seconds: number | null;
  readonly testing: boolean;
  readonly fault: Fault | null;
}

/**
 * Measures the speed of a model on this device before the visitor starts it, from its last
 * self-test or by running one now.
 * @param net a model on the device; null for the built-in engine, or until it is chosen
 */
export function useModelSpeed(net: OfferedModel | null): ModelSpeed {
  const [found, setFound] = useState<Found | null>(null);
  useEffect(() => {
    if (!net || !isStemsForm(net.form)) return undefined;
    const { id, files, form } = net;
    const graph = files.find(({ role }) => role === stemRoles(form)[0])!;
    const abort = new AbortController();
    const { signal } = abort;
    const publish = (change: Partial<Found>): void => {
      if (!signal.aborted) setFound({ id, seconds: null, testing: false, fault: null, ...change });
    };
    const look = async (): Promise<void> => {
      let seconds = await storedSeconds(graph.sha256);
      if (seconds === null) {
        publish({ testing: true });
        await sharedEngine().prove({ files, form }, { signal });
        seconds = await storedSeconds(graph.sha256);
      }
      publish({ seconds });
    };
    look().catch((error: unknown) =>
      publish({ fault: error instanceof FaultError ? error.fault : null }),
    );
    return () => abort.abort();
  }, [net]);
  const own = found !== null && found.id === net?.id ? found : null;
  const seconds = own?.seconds ?? null;
  return {
    testing: own?.testing ?? false,
    fault: own?.fault ?? null,
    timeOf(length) {
      if (seconds === null || !net || !isStemsForm(net.form)) return null;
      const { form } = net;
      return seconds * countSegments(form, length * form.sampleRate);
    },
  };
}
