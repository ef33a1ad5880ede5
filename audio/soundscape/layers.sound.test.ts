import { describe, expect, it } from "vitest";
import { createFixedFilter } from "./kit/filters.ts";
import { QUANTUM, type Surface } from "./kit/layer.ts";
import { createScapePlayer } from "./play-scape.ts";
import { type LayerName, LAYERS, DEFAULT_SETTING } from "./scape.ts";

const RATE = 48_000;
/** Frames per envelope value: 10 ms. */
const STEP = RATE / 100;

interface RenderedLayer {
  readonly left: Float32Array;
  readonly right: Float32Array;
  readonly mono: Float32Array;
  /** RMS of each 10 ms. */
  readonly envelope: Float64Array;
}
const rms = (samples: Float32Array, from = 0, to = samples.length): number => {
  let sum = 0;
  for (let i = from; i < to; i++) sum += samples[i]! ** 2;
  return Math.sqrt(sum / (to - from));
};
const rendered = new Map<string, RenderedLayer>();

function render(
  name: LayerName,
  { seconds = 24, seed = 5, character = 0.5, surface = "leaves" as Surface } = {},
): RenderedLayer {
  const key = [name, seconds, seed, character, surface].join();
  const known = rendered.get(key);
  if (known) return known;
  const setting = { ...DEFAULT_SETTING, character, surface };
  const player = createScapePlayer({ seed, binaural: false, layers: { [name]: setting } }, RATE);
  const frames = Math.floor((seconds * RATE) / QUANTUM) * QUANTUM;
  const left = new Float32Array(frames);
  const right = new Float32Array(frames);
  for (let at = 0; at < frames; at += QUANTUM) {
    const [a, b] = player.next();
    left.set(a, at);
    right.set(b, at);
  }
  const mono = left.map((sample, i) => (sample + right[i]!) / 2);
  const envelope = Float64Array.from({ length: Math.floor(frames / STEP) }, (_, i) =>
    rms(mono, i * STEP, (i + 1) * STEP),
  );
  const made = { left, right, mono, envelope };
  rendered.set(key, made);
  return made;
}
/** Fraction of the energy between two frequencies. */
function bandEnergyRatio({ mono }: RenderedLayer, low: number, high: number): number {
  const filters = [0, 1].flatMap(() => [
    createFixedFilter("high", { frequency: low }, RATE),
    createFixedFilter("low", { frequency: Math.min(high, 0.44 * RATE) }, RATE),
  ]);
  const band = mono.map((sample) => filters.reduce((value, filter) => filter(value), sample));
  return (rms(band) / rms(mono)) ** 2;
}
const crest = ({ mono }: RenderedLayer): number => {
  const peak = mono.reduce((max, sample) => Math.max(max, Math.abs(sample)), 0);
  return 20 * Math.log10(peak / rms(mono));
};
/** dB between loud and quiet parts. */
function range({ mono }: RenderedLayer, seconds: number): number {
  const length = Math.round(seconds * RATE);
  const levels = Array.from({ length: Math.floor(mono.length / length) }, (_, i) =>
    rms(mono, i * length, (i + 1) * length),
  ).toSorted((a, b) => a - b);
  const at = (part: number): number => Math.max(1e-6, levels[Math.floor(part * levels.length)]!);
  return 20 * Math.log10(at(0.95) / at(0.05));
}
/** Fraction of the time in which it is 40 dB below its peak. */
const silence = ({ envelope }: RenderedLayer): number => {
  const max = envelope.reduce((a, b) => Math.max(a, b), 0);
  return envelope.filter((value) => value < max / 100).length / envelope.length;
};
/** Onsets per second: the envelope rises by 6 dB within 30 ms. */
function onsets({ envelope }: RenderedLayer): number {
  const max = envelope.reduce((a, b) => Math.max(a, b), 0);
  let count = 0;
  let last = -10;
  for (let i = 3; i < envelope.length; i++)
    if (envelope[i]! > 0.06 * max && envelope[i]! > 2 * envelope[i - 3]! && i - last > 4) {
      count++;
      last = i;
    }
  return count / (envelope.length / 100);
}
/** Maximum autocorrelation of the envelope at lags between `from` and `to` seconds. */
function repetition({ envelope }: RenderedLayer, from: number, to: number): number {
  const mean = envelope.reduce((a, b) => a + b, 0) / envelope.length;
  const away = envelope.map((value) => value - mean);
  const power = away.reduce((sum, value) => sum + value ** 2, 0) / away.length;
  let max = 0;
  for (let lag = Math.round(100 * from); lag <= 100 * to; lag++) {
    let sum = 0;
    for (let i = lag; i < away.length; i++) sum += away[i]! * away[i - lag]!;
    max = Math.max(max, sum / (away.length - lag) / power);
  }
  return max;
}
/** Strongest modulation frequency of the loudness between two frequencies, in Hz. */
function dominantRate({ mono }: RenderedLayer, low: number, high: number): number {
  const step = 240;
  const rate = RATE / step;
  const loud = Float64Array.from({ length: Math.floor(mono.length / step) }, (_, i) =>
    rms(mono, i * step, (i + 1) * step),
  );
  let best = { frequency: 0, power: 0 };
  for (let frequency = low; frequency <= high; frequency += 0.1) {
    // In segments, as no animal keeps exact time.
    let power = 0;
    for (let from = 0; from + rate <= loud.length; from += rate) {
      let real = 0;
      let imaginary = 0;
      for (let i = 0; i < rate; i++) {
        const angle = (2 * Math.PI * frequency * i) / rate;
        real += loud[from + i]! * Math.cos(angle);
        imaginary += loud[from + i]! * Math.sin(angle);
      }
      power += real ** 2 + imaginary ** 2;
    }
    if (power > best.power) best = { frequency, power };
  }
  return best.frequency;
}

describe.each(LAYERS)("the layer %s", (name) => {
  it("TLS-1 is the same for the same seed, and another for another", () => {
    const first = render(name, { seconds: 3 });
    rendered.clear();
    const again = render(name, { seconds: 3 });
    expect(Buffer.from(first.left.buffer).equals(Buffer.from(again.left.buffer))).toBe(true);
    expect(Buffer.from(first.right.buffer).equals(Buffer.from(again.right.buffer))).toBe(true);
    const other = render(name, { seconds: 3, seed: 6 });
    expect(Buffer.from(first.left.buffer).equals(Buffer.from(other.left.buffer))).toBe(false);
  });

  it("TLS-1 has samples that can be played, at every character, without a step out of nothing", () => {
    for (const character of [0, 1]) {
      const { left, right } = render(name, { seconds: 8, character });
      for (const samples of [left, right]) {
        expect(samples.every(Number.isFinite)).toBe(true);
        expect(samples.reduce((max, one) => Math.max(max, Math.abs(one)), 0)).toBeLessThan(0.9);
        expect(Math.abs(samples.reduce((sum, one) => sum + one, 0) / samples.length)).toBeLessThan(
          0.003,
        );
      }
    }
  });

  it("TLS-1 is about as loud as the others, and wide", () => {
    const sound = render(name);
    const level = 20 * Math.log10(rms(sound.mono));
    expect(level).toBeGreaterThan(-48);
    expect(level).toBeLessThan(-20);
    const side = sound.left.map((sample, i) => sample - sound.right[i]!);
    expect(rms(side) / rms(sound.mono)).toBeGreaterThan(0.02);
  });

  it("TLS-1 does not repeat itself", () => {
    expect(repetition(render(name), 1.2, 8)).toBeLessThan(0.75);
  });

  it("TLS-1 has gentle highs", () => {
    expect(bandEnergyRatio(render(name), 9000, 20_000)).toBeLessThan(0.12);
  });
});

describe("what layers sound like", () => {
  it("TLS-1 rain is drops before a noise, more of them in a downpour, and brighter on leaves than on a roof", () => {
    const rain = render("rain");
    expect(crest(rain)).toBeGreaterThan(17);
    expect(silence(rain)).toBeLessThan(0.2);
    expect(rms(render("rain", { character: 1 }).mono)).toBeGreaterThan(2 * rms(rain.mono));
    const [leaves, window, roof] = (["leaves", "window", "roof"] as const).map((surface) =>
      bandEnergyRatio(render("rain", { surface }), 2500, 20_000),
    );
    expect(leaves).toBeGreaterThan(window!);
    expect(window).toBeGreaterThan(roof!);
  });

  it("TLS-1 wind is low, and comes and goes slowly", () => {
    const wind = render("wind", { seconds: 60 });
    expect(bandEnergyRatio(wind, 20, 1200)).toBeGreaterThan(0.8);
    expect(range(wind, 1)).toBeGreaterThan(6);
    expect(crest(wind)).toBeLessThan(24);
    // Whistling in a storm is narrower than the noise.
    expect(bandEnergyRatio(render("wind", { character: 1 }), 300, 1500)).toBeGreaterThan(
      bandEnergyRatio(wind, 300, 1500),
    );
  });

  it("TLS-1 waves swell, break and run out, each in its own time", () => {
    const waves = render("waves", { seconds: 60 });
    expect(range(waves, 1)).toBeGreaterThan(8);
    expect(range(waves, 1)).toBeLessThan(40);
    expect(silence(waves)).toBeLessThan(0.05);
  });

  it("TLS-1 fire cracks over a low roar", () => {
    const fire = render("fire");
    expect(crest(fire)).toBeGreaterThan(14);
    expect(bandEnergyRatio(fire, 20, 600)).toBeGreaterThan(0.35);
    expect(onsets(render("fire", { character: 1 }))).toBeGreaterThan(0.5);
  });

  it("TLS-1 the night sings between 3 and 5 kHz, in pulses, more when it is warm", () => {
    const night = render("night");
    const song = bandEnergyRatio(night, 3000, 5200);
    expect(song).toBeGreaterThan(0.08);
    expect(bandEnergyRatio(night, 6500, 20_000)).toBeLessThan(0.02);
    expect(bandEnergyRatio(render("night", { character: 1 }), 3000, 5200)).toBeGreaterThan(song);
  });

  it("TLS-1 a fan is steady and low, with its blades audible at their rate", () => {
    const fan = render("fan");
    expect(range(fan, 0.5)).toBeLessThan(3);
    expect(bandEnergyRatio(fan, 20, 2000)).toBeGreaterThan(0.85);
    // 5 blades, 16.2 rotations per second on average.
    expect(dominantRate(fan, 60, 95)).toBeGreaterThan(76);
    expect(dominantRate(fan, 60, 95)).toBeLessThan(86);
  });

  it("TLS-16 noise is brown, pink or white: −3, 0 and 3 dB from one octave to the next", () => {
    const slopes = [0, 0.5, 1].map((character) => {
      const noise = render("noise", { character });
      const octave = (low: number): number => bandEnergyRatio(noise, low, 2 * low);
      return (10 * Math.log10(octave(4000) / octave(500))) / 3;
    });
    for (const [at, slope] of [-3, 0, 3].entries())
      expect(Math.abs(slopes[at]! - slope)).toBeLessThan(0.5);
    expect(range(render("noise"), 0.5)).toBeLessThan(1);
  });

  it("TLS-1 a record crackles over its hiss, more when it is worn", () => {
    const vinyl = render("vinyl");
    expect(crest(vinyl)).toBeGreaterThan(15);
    expect(silence(vinyl)).toBeLessThan(0.05);
    expect(crest(render("vinyl", { character: 1 }))).toBeGreaterThan(
      crest(render("vinyl", { character: 0 })),
    );
  });

  it("TLS-1 a cat purrs some 26 times a second, and breathes", () => {
    const purr = render("purr");
    const rate = dominantRate(purr, 15, 45);
    expect(rate).toBeGreaterThan(22);
    expect(rate).toBeLessThan(31);
    expect(bandEnergyRatio(purr, 20, 700)).toBeGreaterThan(0.8);
    expect(range(purr, 0.1)).toBeGreaterThan(6);
  });

  it("TLS-1 a whisper is syllables of breath where speech is, with pauses and without a pitch", () => {
    const whisper = render("whisper");
    expect(bandEnergyRatio(whisper, 250, 7000)).toBeGreaterThan(0.85);
    expect(silence(whisper)).toBeGreaterThan(0.12);
    expect(silence(whisper)).toBeLessThan(0.7);
    const rate = dominantRate(whisper, 1.5, 12);
    expect(rate).toBeGreaterThan(1.4);
    expect(rate).toBeLessThan(9);
  });

  it("TLS-1 a brush strokes, and is brighter when it is stiff", () => {
    const brush = render("brush");
    expect(silence(brush)).toBeGreaterThan(0.1);
    expect(silence(brush)).toBeLessThan(0.75);
    expect(bandEnergyRatio(render("brush", { character: 1 }), 3000, 20_000)).toBeGreaterThan(
      bandEnergyRatio(render("brush", { character: 0 }), 3000, 20_000),
    );
  });

  it("TLS-1 fingers tap in groups, a nail brighter than a fingertip", () => {
    const tapping = render("tapping");
    expect(crest(tapping)).toBeGreaterThan(20);
    expect(onsets(tapping)).toBeGreaterThan(1);
    expect(onsets(tapping)).toBeLessThan(9);
    expect(bandEnergyRatio(render("tapping", { character: 1 }), 1000, 20_000)).toBeGreaterThan(
      2 * bandEnergyRatio(render("tapping", { character: 0 }), 1000, 20_000),
    );
  });

  it("TLS-1 pages are turned now and then", () => {
    const page = render("page");
    expect(silence(page)).toBeGreaterThan(0.4);
    expect(bandEnergyRatio(page, 500, 9000)).toBeGreaterThan(0.6);
  });

  it("TLS-1 scissors snip in series, and are crisp when they are sharp", () => {
    const scissors = render("scissors");
    expect(silence(scissors)).toBeGreaterThan(0.15);
    expect(onsets(scissors)).toBeGreaterThan(0.5);
    expect(bandEnergyRatio(scissors, 1500, 12_000)).toBeGreaterThan(0.6);
  });

  it("TLS-1 typing has a human pace", () => {
    const keyboard = render("keyboard");
    expect(onsets(keyboard)).toBeGreaterThan(2.5);
    expect(onsets(keyboard)).toBeLessThan(14);
    expect(silence(keyboard)).toBeGreaterThan(0.08);
  });
});
