import { useEffect, useState } from "react";
import type { PassCosts } from "#audio/effect.ts";
import { loadEffect } from "../../audio/effects.ts";
import { costsOf } from "../../audio/estimate.ts";
import { sharedEngine } from "../../audio/shared-engine.ts";

/** What the duration of a run on this device is estimated from. */
export interface DeviceSpeed {
  /** Of the built-in engine; null if they are unknown. */
  readonly costs: PassCosts | null;
  /** As measured by the engine. */
  readonly speed: number;
}

/**
 * Measures the speed of the device, once for the page.
 * @param effect id of an effect, or of other work with known costs; null if only the speed matters,
 *   undefined to measure nothing
 * @returns null until it is measured
 */
export function useDeviceSpeed(effect: string | null | undefined): DeviceSpeed | null {
  const [known, setKnown] = useState<(DeviceSpeed & { readonly effect: string | null }) | null>(
    null,
  );
  useEffect(() => {
    if (effect === undefined) return undefined;
    let isCurrent = true;
    Promise.all([
      effect === null ? null : costsOf(effect, loadEffect),
      sharedEngine().speed(),
    ]).then(
      ([costs, speed]) => isCurrent && setKnown({ costs, speed, effect }),
      // Without both no time is shown.
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [effect]);
  return known?.effect === effect ? known : null;
}
