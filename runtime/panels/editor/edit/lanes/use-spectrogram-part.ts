import { useEffect, useState } from "react";
import { useWorkspace } from "#runtime/workspace/contract/context.ts";
import { describeError } from "#runtime/workspace/contract/describe-error.ts";
import { faultText } from "#runtime/workspace/contract/texts.ts";
import type { LaneSpectrogram } from "./LaneSpectrogram.tsx";

/** What draws spectrograms, loaded when it is first wanted; null until it is there. */
export function useSpectrogramPart(isWanted: boolean): typeof LaneSpectrogram | null {
  const { notices, report } = useWorkspace();
  const [part, setPart] = useState<typeof LaneSpectrogram | null>(null);
  const isMissing = isWanted && part === null;
  useEffect(() => {
    if (!isMissing) return;
    import("./LaneSpectrogram.tsx").then(
      (loaded) => setPart(() => loaded.LaneSpectrogram),
      (error: unknown) => void notices.warn(faultText(describeError(error, report))),
    );
  }, [isMissing, notices, report]);
  return part;
}
