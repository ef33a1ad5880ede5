import { useEffect, useState } from "react";
import { countSegments } from "#audio/nets/stems/stems.ts";
import { isStemsForm } from "#core/models/forms.ts";
import type { OfferedModel } from "#core/models/offered.ts";
import { sharedEngine } from "../../audio/shared-engine.ts";
import { keptSeconds } from "../../audio/worker/models/devices.ts";
import { type Fault, FaultError } from "../../workspace/contract/fault.ts";

/** How fast a net is on this device. */
export interface NetPace {
  /** It answers the known sound now. */
  readonly testing: boolean;
  /** Why it cannot be used here. */
  readonly fault: Fault | null;
  /** Seconds that it takes for so many seconds of sound; null where nobody knows. */
  readonly timeOf: (length: number) => number | null;
}

interface Found {
  readonly id: string;
  readonly seconds: number | null;
  readonly testing: boolean;
  readonly fault: Fault | null;
}

/**
 * Finds out how fast a net is on this device, before the visitor starts it: from when it answered the
 * known sound, or by having it do so now.
 * @param net that is on the device; null: the built-in engine, or none yet
 */
export function useNetPace(net: OfferedModel | null): NetPace {
  const [found, setFound] = useState<Found | null>(null);
  useEffect(() => {
    const graph = net?.files.find(({ role }) => role === "graph");
    if (!net || !graph || !isStemsForm(net.form)) return undefined;
    const { id, files, form } = net;
    const abort = new AbortController();
    const { signal } = abort;
    const tell = (change: Partial<Found>): void => {
      if (!signal.aborted) setFound({ id, seconds: null, testing: false, fault: null, ...change });
    };
    const look = async (): Promise<void> => {
      let seconds = await keptSeconds(graph.sha256);
      if (seconds === null) {
        tell({ testing: true });
        await sharedEngine().prove({ files, form }, { signal });
        seconds = await keptSeconds(graph.sha256);
      }
      tell({ seconds });
    };
    look().catch((error: unknown) =>
      tell({ fault: error instanceof FaultError ? error.fault : null }),
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
