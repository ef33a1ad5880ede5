import type { NoticeStore } from "../../notices/notices.ts";
import { FaultError } from "../../contract/fault.ts";
import { faultText } from "../../contract/texts.ts";
import type { OutputDeps } from "./sound-output.ts";

/**
 * The browser's dependencies of a player. Expected errors, for example that audio cannot start, are
 * shown to the visitor.
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
