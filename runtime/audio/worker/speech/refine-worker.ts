import { refineSpeech } from "#audio/narration/refine/refine-speech.ts";
import type { RefineRequest } from "./refine-request.ts";

const scope = globalThis as unknown as DedicatedWorkerGlobalScope;

scope.addEventListener("message", ({ data }: MessageEvent<RefineRequest & { turn: number }>) => {
  const { turn, samples, sampleRate, refining } = data;
  try {
    const refined = refineSpeech(samples, sampleRate, refining);
    scope.postMessage({ turn, samples: refined }, [refined.buffer]);
  } catch (error) {
    scope.postMessage({ turn, error: String(error) });
  }
});
