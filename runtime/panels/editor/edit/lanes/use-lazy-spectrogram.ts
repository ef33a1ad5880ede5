import { useEffect, useState } from "react";
import { useWorkspace } from "#runtime/contract/context.ts";
import { describeError } from "#runtime/contract/describe-error.ts";
import { faultText } from "#runtime/contract/texts.ts";
import type { LaneSpectrogram } from "./LaneSpectrogram.tsx";

/** Loads the spectrogram component when it is first needed; null until it is loaded. */
export function useLazySpectrogram(isNeeded: boolean): typeof LaneSpectrogram | null {
  const { notices, report } = useWorkspace();
  const [part, setPart] = useState<typeof LaneSpectrogram | null>(null);
  const isMissing = isNeeded && part === null;
  useEffect(() => {
    if (!isMissing) return;
    import("./LaneSpectrogram.tsx").then(
      (loaded) => setPart(() => loaded.LaneSpectrogram),
      (error: unknown) => void notices.warn(faultText(describeError(error, report))),
    );
  }, [isMissing, notices, report]);
  return part;
}
