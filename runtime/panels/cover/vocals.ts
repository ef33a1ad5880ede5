import type { OfferedModel } from "#core/models/offered.ts";
import type { StemSpec } from "#audio/tasks/run-separation.ts";
import { stemsOf } from "../../panel-kit/split/use-split-model.ts";

const preset = "vocals";

/** How the voice is separated from a song. */
export const VOCALS = {
  preset,
  /** @param net null for the built-in engine */
  specOf: (net: Pick<OfferedModel, "form"> | null): StemSpec =>
    stemsOf(preset, net).find(({ stem }) => stem === "vocals")!,
} as const;
