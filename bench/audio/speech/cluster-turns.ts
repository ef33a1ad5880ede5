import { MEL_BANDS, computeMelFrames } from "#audio/alignment/mel-frames.ts";
import { createVoiceMeter } from "#audio/profile/measure-voice.ts";

/** Coefficients of a turn's timbre, without the first, which is how loud it is. */
const COEFFICIENTS = 12;

/** What a turn of a talk sounds like: pitch and timbre, each of its own size. */
export function featuresOf(samples: Float32Array, sampleRate: number): number[] {
  const meter = createVoiceMeter({ sampleRate, channels: 1 });
  meter.push([samples]);
  const { pitch, tilt } = meter.finish();
  const semitone = (hertz: number): number => 12 * Math.log2(Math.max(40, hertz) / 100);
  const { energies, count } = computeMelFrames(samples, sampleRate);
  const frames: number[][] = [];
  for (let frame = 0; frame < count; frame++) {
    const logs = Array.from(
      energies.subarray(frame * MEL_BANDS, (frame + 1) * MEL_BANDS),
      (energy) => Math.log(energy + 1e-9),
    );
    frames.push(
      Array.from({ length: COEFFICIENTS + 1 }, (_, k) =>
        logs.reduce(
          (sum, log, band) => sum + log * Math.cos((Math.PI * k * (band + 0.5)) / MEL_BANDS),
          0,
        ),
      ),
    );
  }
  // Frames of speech: the louder half.
  const loud = frames.toSorted((a, b) => b[0]! - a[0]!).slice(0, Math.max(1, count / 2));
  const means = Array.from(
    { length: COEFFICIENTS },
    (_, k) => loud.reduce((sum, frame) => sum + frame[k + 1]!, 0) / loud.length,
  );
  const spreads = means.map((mean, k) =>
    Math.sqrt(loud.reduce((sum, frame) => sum + (frame[k + 1]! - mean) ** 2, 0) / loud.length),
  );
  return [
    semitone(pitch.median),
    semitone(pitch.high) - semitone(pitch.low),
    tilt,
    ...means,
    ...spreads,
  ];
}

/** By how much more pitch counts than one of the other numbers. */
const PITCH = 3;

/** Puts turns into two groups: the two nearest groups become one until two are left (Ward's distance). */
export function clusterTurns(turns: readonly (readonly number[])[]): number[] {
  const scaled = turns.map((turn) =>
    turn.map((value, k) => {
      const column = turns.map((one) => one[k]!);
      const mean = column.reduce((sum, one) => sum + one, 0) / column.length;
      const spread = Math.sqrt(
        column.reduce((sum, one) => sum + (one - mean) ** 2, 0) / column.length,
      );
      return ((value - mean) / (spread || 1)) * (k === 0 ? PITCH : 1);
    }),
  );
  let groups = scaled.map((center, at) => ({ center, members: [at] }));
  while (groups.length > 2) {
    let best = { distance: Infinity, a: 0, b: 1 };
    for (let a = 0; a < groups.length; a++)
      for (let b = a + 1; b < groups.length; b++) {
        const [one, two] = [groups[a]!, groups[b]!];
        const [n, m] = [one.members.length, two.members.length];
        const apart = one.center.reduce((sum, value, k) => sum + (value - two.center[k]!) ** 2, 0);
        const distance = (n * m * apart) / (n + m);
        if (distance < best.distance) best = { distance, a, b };
      }
    const [one, two] = [groups[best.a]!, groups[best.b]!];
    const [n, m] = [one.members.length, two.members.length];
    const joined = {
      center: one.center.map((value, k) => (n * value + m * two.center[k]!) / (n + m)),
      members: [...one.members, ...two.members],
    };
    groups = [...groups.filter((group) => group !== one && group !== two), joined];
  }
  return turns.map((_, at) => (groups[0]!.members.includes(at) ? 0 : 1));
}
