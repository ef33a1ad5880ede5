import { estimate, estimateFrom, estimateModel } from "../../audio/estimate.ts";
import type { SteadyJob } from "../../contract/job.ts";
import { type Engine, modelOf } from "#core/models/engine.ts";
import { useDeviceSpeed } from "./use-device-speed.ts";

export interface EngineTime {
  readonly seconds: number;
  /** Whether it was calculated for one processor core; with several the run is shorter. */
  readonly isUpperBound: boolean;
}

/** Estimated duration of a run of an engine; null until it is known, undefined if it never is. */
export type TimeOf = (engine: Engine) => EngineTime | null | undefined;

/** Estimates how long each engine takes on this device, from earlier jobs or from its speed. */
export function useEngineTimes({
  effect,
  length,
  earlier = [],
  lengthOf = () => null,
  measured = () => null,
}: {
  /** Id of an effect, or of other work with known costs; null if the built-in engine has none. */
  readonly effect: string | null;
  /** Duration of the sound in seconds; null or 0 if it is unknown. */
  readonly length: number | null;
  /** Earlier jobs of the tool. */
  readonly earlier?: readonly SteadyJob[];
  /** Length of a file of the tray in seconds; null if unknown. */
  readonly lengthOf?: (fileId: string) => number | null;
  /** Seconds by a measurement of the engine on this device; null if there is none. */
  readonly measured?: (engine: Engine, length: number) => number | null;
}): TimeOf {
  const device = useDeviceSpeed(effect);
  return (engine) => {
    const [model] = engine.models;
    const isEstimated = engine.kind === "built-in" ? effect !== null : model?.speed !== undefined;
    if (!length) return isEstimated ? null : undefined;
    const own = earlier.filter(({ params }) => modelOf(params) === (model?.id ?? null));
    const known =
      estimateFrom(own, length, ({ fileIds }) => lengthOf(fileIds[0] ?? "")) ??
      measured(engine, length);
    if (known !== null) return { seconds: known, isUpperBound: false };
    if (!isEstimated) return undefined;
    if (device === null) return null;
    if (model)
      return { seconds: estimateModel(model.speed!, length, device.speed), isUpperBound: true };
    return device.costs
      ? { seconds: estimate(device.costs, length, device.speed), isUpperBound: false }
      : undefined;
  };
}
