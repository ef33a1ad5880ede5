import type { OutputDeps } from "./sound-output.ts";

/** What a player's output needs of the browser. */
export const browserOutput = (onError: OutputDeps["onError"]): OutputDeps => ({
  createContext: (sampleRate) => new AudioContext({ sampleRate }),
  setTimer: (work, ms) => {
    const timer = setTimeout(work, ms);
    return () => clearTimeout(timer);
  },
  onError,
});
