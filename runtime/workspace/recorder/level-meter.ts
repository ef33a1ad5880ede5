import type { LevelMeter } from "./take.ts";

/** Measures how loud a stream is; it is heard nowhere. */
export function createLevelMeter(stream: MediaStream, context: AudioContext): LevelMeter {
  const source = context.createMediaStreamSource(stream);
  const analyser = context.createAnalyser();
  analyser.fftSize = 4096;
  source.connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  // Some browsers let a context sleep that was not made by a click.
  if (context.state === "suspended") void context.resume().catch(() => {});
  return {
    read() {
      analyser.getFloatTimeDomainData(samples);
      return Math.min(
        1,
        samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0),
      );
    },
    close() {
      source.disconnect();
      void context.close().catch(() => {});
    },
  };
}
