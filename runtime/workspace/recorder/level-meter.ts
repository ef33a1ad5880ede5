import type { LevelMeter } from "./take.ts";

/** Measures the level of a stream without playing it. */
export function createLevelMeter(stream: MediaStream, context: AudioContext): LevelMeter {
  const source = context.createMediaStreamSource(stream);
  const analyser = context.createAnalyser();
  analyser.fftSize = 4096;
  source.connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  // Some browsers suspend contexts that were not created in a click handler.
  if (context.state === "suspended") void context.resume().catch(() => {});
  return {
    read() {
      analyser.getFloatTimeDomainData(samples);
      return Math.min(
        1,
        samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0),
      );
    },
    close() {
      source.disconnect();
      void context.close().catch(() => {});
    },
  };
}
