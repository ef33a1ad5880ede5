import type { NoticeStore } from "../../notices/notices.ts";
import { FaultError } from "../../workspace/contract/fault.ts";
import { faultText } from "../../workspace/contract/texts.ts";
import type { OutputDeps } from "./sound-output.ts";

/**
 * What a player's output needs of the browser. The visitor is told of known faults, such as a sound that
 * cannot start.
 */
export const browserOutput = ({
  notices,
  report,
}: {
  readonly notices: Pick<NoticeStore, "warn">;
  readonly report: (error: unknown) => void;
}): OutputDeps => ({
  createContext: (sampleRate) => new AudioContext({ sampleRate }),
  setTimer: (work, ms) => {
    const timer = setTimeout(work, ms);
    return () => clearTimeout(timer);
  },
  onError: (error) => {
    if (error instanceof FaultError) notices.warn(faultText(error.fault));
    else report(error);
  },
});
