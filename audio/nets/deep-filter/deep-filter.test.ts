import { describe, expect, it } from "vitest";
import type { NetInput, NetSession } from "../net-session.ts";
import { createDeepFilter } from "./deep-filter.ts";
import { BANDS, bandWidths, BINS, FILTERED, HOP } from "./erb-features.ts";

const FRAME = 2 * HOP;
const TAPS = 5;
/** Effective memory of the network below, in frames. */
const MEMORY = 50;

function noise(seed: number, length: number): Float32Array {
  let state = seed;
  return Float32Array.from({ length }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state / 2 ** 32 - 0.5) * 0.8;
  });
}

/** Gain of a band from the mean of the input so far. */
const gainOf = (mean: number, band: number): number =>
  1 / (1 + Math.exp(-(3 * mean + band / BANDS)));
/** Coefficient from a bin of the input. */
const tapOf = (part: number, tap: number): number => 0.2 * Math.tanh(part) + 0.1 * tap;

/** Mean over the last `MEMORY` frames; zeros precede the first frame, as with padding. */
const meanUpTo = (rows: (frame: number) => number, frame: number): number => {
  let sum = 0;
  for (let at = Math.max(0, frame - MEMORY + 1); at <= frame; at++) sum += rows(at);
  return sum / MEMORY;
};

/** A network with limited memory; state is reset with each run. */
function netOf() {
  const frameCounts: number[] = [];
  const fed = ({ data, dims }: NetInput) => ({ data: data as Float32Array, dims });
  const session = (run: NetSession["run"]): NetSession => ({ run, close: async () => {} });
  return {
    asked: frameCounts,
    sessions: {
      encoder: session(async (inputs) => {
        const [levels, bins] = [fed(inputs["feat_erb"]!), fed(inputs["feat_spec"]!)];
        frameCounts.push(levels.dims[2]!);
        return { e0: levels, e1: levels, e2: levels, e3: levels, emb: levels, c0: bins };
      }),
      bands: session(async ({ e0 }) => {
        const { data, dims } = fed(e0!);
        const m = data.map((_, at) => {
          const [frame, band] = [Math.floor(at / BANDS), at % BANDS];
          return gainOf(
            meanUpTo((row) => data[row * BANDS + band]!, frame),
            band,
          );
        });
        return { m: { data: m, dims } };
      }),
      filters: session(async ({ c0 }) => {
        const { data, dims } = fed(c0!);
        const frames = dims[2]!;
        const coefs = new Float32Array(frames * FILTERED * 2 * TAPS);
        for (let frame = 0; frame < frames; frame++)
          for (let bin = 0; bin < FILTERED; bin++)
            for (let tap = 0; tap < TAPS; tap++)
              for (const part of [0, 1])
                coefs[((frame * FILTERED + bin) * TAPS + tap) * 2 + part] = tapOf(
                  data[(part * frames + frame) * FILTERED + bin]!,
                  tap,
                );
        return { coefs: { data: coefs, dims: [1, frames, FILTERED, 2 * TAPS] } };
      }),
    },
  };
}

const windowAt = (at: number): number =>
  Math.sin((Math.PI / 2) * Math.sin((Math.PI * (at + 0.5)) / FRAME) ** 2);
const cosines = Float64Array.from({ length: FRAME }, (_, k) => Math.cos((2 * Math.PI * k) / FRAME));
const sines = Float64Array.from({ length: FRAME }, (_, k) => Math.sin((2 * Math.PI * k) / FRAME));

/** Compared frames: the first ones, and those around the border of the chunks. */
const isCompared = (frame: number): boolean => frame < 40 || (frame >= 380 && frame < 420);

/** Straightforward reference implementation of the published code: the compared frames. */
function referenceOutput(samples: Float32Array): Float64Array {
  const frames = samples.length / HOP;
  const spectra = Array.from({ length: frames }, (_, frame) => {
    const re = new Float64Array(BINS);
    const im = new Float64Array(BINS);
    const delayed = Float64Array.from(
      { length: FRAME },
      (__, at) => (samples[(frame - 1) * HOP + at] ?? 0) * windowAt(at),
    );
    for (let bin = 0; bin < BINS; bin++)
      for (let at = 0; at < FRAME; at++) {
        const turn = (bin * at) % FRAME;
        re[bin]! += (delayed[at]! * cosines[turn]!) / FRAME;
        im[bin]! -= (delayed[at]! * sines[turn]!) / FRAME;
      }
    return { re, im };
  });
  const widths = bandWidths();
  const ofBin = widths.flatMap((width, band) => Array<number>(width).fill(band));
  const levels = Array.from({ length: BANDS }, (_, band) => -60 - (30 * band) / (BANDS - 1));
  const sizes = Array.from(
    { length: FILTERED },
    (_, bin) => 0.001 - (0.0009 * bin) / (FILTERED - 1),
  );
  const bandRows: number[][] = [];
  const binRows: (readonly [number, number])[][] = [];
  for (const { re, im } of spectra) {
    const power = Array<number>(BANDS).fill(0);
    for (let bin = 0; bin < BINS; bin++) power[ofBin[bin]!]! += re[bin]! ** 2 + im[bin]! ** 2;
    bandRows.push(
      power.map((sum, band) => {
        const level = 10 * Math.log10(sum / widths[band]! + 1e-10);
        levels[band] = 0.01 * level + 0.99 * levels[band]!;
        return (level - levels[band]!) / 40;
      }),
    );
    binRows.push(
      sizes.map((size, bin) => {
        sizes[bin] = 0.01 * Math.hypot(re[bin]!, im[bin]!) + 0.99 * size;
        const root = Math.sqrt(sizes[bin]!);
        return [re[bin]! / root, im[bin]! / root] as const;
      }),
    );
  }
  // The network receives each frame two frames early.
  const delayedRow = (frame: number) => bandRows[frame + 2]!;
  const out = new Float64Array(samples.length + FRAME);
  for (let frame = 0; frame < frames - 2; frame++) {
    if (!isCompared(frame)) continue;
    const re = new Float64Array(BINS);
    const im = new Float64Array(BINS);
    for (let bin = 0; bin < BINS; bin++) {
      if (bin >= FILTERED) {
        const band = ofBin[bin]!;
        const gain = gainOf(
          meanUpTo((row) => delayedRow(row)[band]!, frame),
          band,
        );
        re[bin] = gain * spectra[frame]!.re[bin]!;
        im[bin] = gain * spectra[frame]!.im[bin]!;
        continue;
      }
      for (let tap = 0; tap < TAPS; tap++) {
        const from = spectra[frame - 2 + tap];
        if (!from) continue;
        const [c, d] = binRows[frame + 2]![bin]!.map((part) => tapOf(part, tap)) as [
          number,
          number,
        ];
        re[bin]! += from.re[bin]! * c - from.im[bin]! * d;
        im[bin]! += from.re[bin]! * d + from.im[bin]! * c;
      }
    }
    for (let at = 0; at < FRAME; at++) {
      let sum = re[0]! + re[HOP]! * (at % 2 === 0 ? 1 : -1);
      for (let bin = 1; bin < HOP; bin++) {
        const turn = (bin * at) % FRAME;
        sum += 2 * (re[bin]! * cosines[turn]! - im[bin]! * sines[turn]!);
      }
      out[frame * HOP + at]! += sum * windowAt(at);
    }
  }
  // A frame begins a hop before its samples.
  return out.subarray(HOP);
}

describe("DeepFilterNet", () => {
  it("TLS-5 has the bands of libDF: two bins at least, all 481 together", () => {
    const widths = bandWidths();
    expect(widths).toEqual([
      2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 5, 5, 7, 7, 8, 10, 12, 13, 15, 18, 20, 24, 28, 31, 37,
      42, 50, 56, 67,
    ]);
    expect(widths.reduce((sum, width) => sum + width, 0)).toBe(BINS);
  });

  it("TLS-5 does what the published code does, over the border of two chunks, with what the net remembers", async () => {
    const { sessions, asked: frameCounts } = netOf();
    const net = createDeepFilter(sessions);
    const sound = noise(7, 2 * net.hop);
    // The sound fades, so that the state of the running means matters.
    for (let at = 0; at < sound.length; at++) sound[at]! *= 1 - at / sound.length;
    const found = await net.run(sound);
    const expected = referenceOutput(sound);
    let error = 0;
    let power = 0;
    for (let at = net.delay; at < found.length; at++) {
      // A hop is complete once two frames have been added up.
      const hop = Math.floor((at - net.delay) / HOP);
      if (!isCompared(hop) || !isCompared(hop + 1)) continue;
      error += (found[at]! - expected[at - net.delay]!) ** 2;
      power += expected[at - net.delay]! ** 2;
    }
    expect(10 * Math.log10(error / power)).toBeLessThan(-90);
    // The batch never grows, however long the sound is.
    expect(frameCounts).toEqual([398, 550]);
    await net.run(noise(8, net.hop));
    expect(frameCounts).toEqual([398, 550, 550]);
  }, 60_000);

  it("TLS-5 knows nothing of another sound", async () => {
    const { sessions } = netOf();
    const first = createDeepFilter(sessions);
    const sound = noise(3, first.hop);
    await first.run(noise(4, first.hop));
    const fresh = await first.clone!().run(sound);
    expect(fresh).toEqual(await createDeepFilter(netOf().sessions).run(sound));
  });

  it("TLS-5 refuses a net that answers otherwise", async () => {
    const { sessions } = netOf();
    const wrong: NetSession = { run: async () => ({}), close: async () => {} };
    const run = (change: object) => {
      const net = createDeepFilter({ ...sessions, ...change });
      return net.run(new Float32Array(net.hop));
    };
    await expect(run({ encoder: wrong })).rejects.toThrow(TypeError);
    await expect(run({ bands: wrong })).rejects.toThrow("no m of");
    await expect(run({ filters: wrong })).rejects.toThrow("no coefs of");
  });
});
