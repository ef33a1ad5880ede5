/** Frames after which sound counts as late in the measurement of its decay. */
export const LATE_FRAMES = 5;
/** Band edges in Hz for the measurement of the decay. */
const DECAY_EDGES = [0, 300, 600, 1000, 1600, 2500, 4000, 6500, 96_000] as const;
const LEVELS = 81;
/** Decays from which on a band counts: of fewer, the fastest says nothing. */
const MIN_DECAYS = 20;
/** Seconds in which the softest moment of a band shows its noise, and parts that they consist of. */
const FLOOR_SECONDS = 6;
const FLOOR_BLOCKS = 8;
/** Frames that lie partly in silence before a sound. */
const EDGE_FRAMES = 4;
/** Power of a band below which it is silent. */
const MIN_POWER = 1e-9;
/** Power relative to that moment: of the mean noise, and from which on a decay is measured. */
const NOISE_OVER_FLOOR = 2;
const MIN_OVER_FLOOR = 30;

/** Band index of each bin. */
export function bandsOf(sampleRate: number, size: number): Uint8Array {
  return Uint8Array.from({ length: size / 2 + 1 }, (_, bin) => {
    const frequency = (bin * sampleRate) / size;
    return DECAY_EDGES.findLastIndex((edge) => frequency >= edge);
  });
}

/**
 * Softest smoothed power of each band in the last seconds: its noise. Frames at the edges of digital
 * silence do not count.
 */
function createFloorMeter(count: number, perSecond: number) {
  const blockFrames = Math.ceil((FLOOR_SECONDS * perSecond) / FLOOR_BLOCKS);
  const blocks = Array.from({ length: FLOOR_BLOCKS }, () => new Float64Array(count).fill(Infinity));
  const smoothed = new Float64Array(count);
  const floor = new Float64Array(count).fill(Infinity);
  /** Frames since silence, per band. */
  const ages = new Uint32Array(count);
  let [at, frames] = [0, 0];
  return {
    floor,
    add(powers: Float64Array) {
      if (frames++ === blockFrames) {
        frames = 1;
        at = (at + 1) % FLOOR_BLOCKS;
        blocks[at]!.fill(Infinity);
        for (let band = 0; band < count; band++)
          floor[band] = blocks.reduce(
            (softest, block) => Math.min(softest, block[band]!),
            Infinity,
          );
      }
      const block = blocks[at]!;
      for (let band = 0; band < count; band++) {
        const power = powers[band]!;
        ages[band] = power > MIN_POWER ? ages[band]! + 1 : 0;
        const age = ages[band]! - EDGE_FRAMES;
        if (age <= 0) continue;
        smoothed[band] = age === 1 ? power : 0.7 * smoothed[band]! + 0.3 * power;
        if (age < EDGE_FRAMES) continue;
        block[band] = Math.min(block[band]!, smoothed[band]!);
        floor[band] = Math.min(floor[band]!, smoothed[band]!);
      }
    },
  };
}

/** Histograms per band of the power that is left after `LATE_FRAMES`, in steps of 0.5 dB. */
export function createDecayMeter(sampleRate: number, size: number, perSecond: number) {
  const bands = bandsOf(sampleRate, size);
  const count = DECAY_EDGES.length - 1;
  /** First bin of each band, and the end of the last one. */
  const starts = Array.from({ length: count + 1 }, (_, band) => {
    const first = bands.findIndex((of) => of >= band);
    return first < 0 ? bands.length : first;
  });
  const counts = Array.from({ length: count }, () => new Uint32Array(LEVELS));
  const past = Array.from({ length: LATE_FRAMES }, () => new Float64Array(count));
  const before = new Float64Array(count);
  const means = new Float64Array(count);
  const noise = createFloorMeter(count, perSecond);
  let at = 0;
  return {
    /** @param power of all bins */
    add(power: Float32Array) {
      const now = past[at]!;
      before.set(now);
      for (let band = 0; band < count; band++) {
        let sum = 0;
        for (let bin = starts[band]!; bin < starts[band + 1]!; bin++) sum += power[bin]!;
        now[band] = sum;
      }
      noise.add(now);
      for (let band = 0; band < count; band++) {
        means[band] = Math.max(0.999 * means[band]!, now[band]!);
        // Only decays from loud sound belong to the reverb; soft sound may be noise.
        const loud = Math.max(0.01 * means[band]!, MIN_POWER, MIN_OVER_FLOOR * noise.floor[band]!);
        if (before[band]! > loud) {
          const left = Math.max(0, now[band]! - NOISE_OVER_FLOOR * noise.floor[band]!);
          const level = Math.round(-20 * Math.log10(left / before[band]! + 1e-6));
          const row = counts[band]!;
          row[Math.min(LEVELS - 1, Math.max(0, level))]!++;
        }
      }
      at = (at + 1) % LATE_FRAMES;
    },
    measure: (rank: number) =>
      counts.map((row) => {
        const all = row.reduce((sum, n) => sum + n, 0);
        if (all < MIN_DECAYS) return 0;
        let rest = rank * all;
        for (let level = LEVELS - 1; level > 0; level--) {
          rest -= row[level]!;
          if (rest <= 0) return 10 ** (-level / 20);
        }
        return 0;
      }),
  };
}
