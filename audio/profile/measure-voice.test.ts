import { describe, expect, it } from "vitest";
import { createSeededRandom } from "#core/random.ts";
import { createFilter, designBiquad } from "../signal/biquad.ts";
import { formantShiftOf } from "./formant-shift.ts";
import { createVoiceMeter } from "./measure-voice.ts";
import { type VoiceMeasures, rangeOf, semitonesBetween } from "./voice-measures.ts";

const RATE = 24_000;
const FORMANTS = [560, 1480, 2520, 3500] as const;

interface VoiceOptions {
  /** Pitch in Hz at a time in seconds. */
  readonly pitchAt: (time: number) => number;
  /** Semitones. */
  readonly formant?: number;
  /** dB above 2.5 kHz. */
  readonly highShelfDb?: number;
  readonly seconds?: number;
  readonly rate?: number;
}

/** Pulses through resonances in syllables of a quarter of a second: a voice with known measures. */
function makeVoice({
  pitchAt,
  formant = 0,
  highShelfDb: highShelf = 0,
  seconds = 6,
  rate = RATE,
}: VoiceOptions) {
  const samples = new Float32Array(Math.round(seconds * rate));
  const random = createSeededRandom(3);
  let phase = 0;
  for (let i = 0; i < samples.length; i++) {
    phase += pitchAt(i / rate) / rate;
    if (phase >= 1) {
      phase -= 1;
      samples[i] = 1;
    }
    samples[i] = samples[i]! + 0.001 * (random() - 0.5);
  }
  const factor = 2 ** (formant / 12);
  for (const hertz of FORMANTS) {
    const frequency = hertz * factor;
    createFilter([designBiquad("peak", { frequency, q: 5, gain: 18 }, rate)]).run(samples);
  }
  createFilter([
    designBiquad("lowpass", { frequency: 900 }, rate),
    designBiquad("highshelf", { frequency: 2500, gain: highShelf }, rate),
  ]).run(samples);
  const max = samples.reduce((peak, value) => Math.max(peak, Math.abs(value)), 0);
  return samples.map((value, i) => {
    const syllablePhase = ((i / rate) % 0.25) / 0.25;
    return (0.5 * value * Math.max(0.02, Math.sin(Math.PI * syllablePhase))) / max;
  });
}
function measure(made: VoiceOptions): VoiceMeasures {
  const { rate = RATE } = made;
  const meter = createVoiceMeter({ sampleRate: rate, channels: 1 });
  const samples = makeVoice(made);
  for (let from = 0; from < samples.length; from += 5000)
    meter.push([samples.subarray(from, from + 5000)]);
  return meter.finish();
}

describe("the measures of a voice", () => {
  it.each([
    [82, RATE],
    [110, 48_000],
    [147, 44_100],
    [220, RATE],
    [330, 16_000],
  ])("TLS-1 find a pitch of %d Hz at a rate of %d within 2 %%", (hertz, rate) => {
    const { pitch, voiced, split } = measure({ pitchAt: () => hertz, rate });
    expect(Math.abs(pitch.median / hertz - 1)).toBeLessThan(0.02);
    expect(voiced).toBeGreaterThan(3);
    expect(split).toBe(0);
  });

  it("TLS-1 find over how many semitones a voice moves", () => {
    const pitchAt = (time: number) => 150 * 2 ** ((4 * Math.sin(2 * Math.PI * 0.7 * time)) / 12);
    // A sine spends a tenth of its time in the outer 2.4 % on each side.
    expect(Math.abs(rangeOf(measure({ pitchAt })) - 7.6)).toBeLessThan(0.8);
  });

  it.each([-9, -4, 5, 10])(
    "TLS-1 find a tone that is %d dB brighter from 2.5 kHz on",
    (highShelfDb) => {
      const pitchAt = () => 130;
      const [plain, other] = [measure({ pitchAt }), measure({ pitchAt, highShelfDb })];
      const meanOf = ({ envelope }: VoiceMeasures, from: number, to: number) =>
        envelope.slice(from, to).reduce((sum, level) => sum + level, 0) / (to - from);
      const stepOf = (one: VoiceMeasures) => meanOf(one, 56, 63) - meanOf(one, 16, 32);
      expect(Math.abs(stepOf(other) - stepOf(plain) - highShelfDb)).toBeLessThan(1.5);
      expect(Math.sign(other.tilt - plain.tilt)).toBe(Math.sign(highShelfDb));
    },
  );

  it.each([-3, -1.5, 1.5, 3])("TLS-1 find resonances that are %d semitones higher", (formant) => {
    const plain = measure({ pitchAt: (time) => 125 + 10 * Math.sin(5 * time) });
    const other = measure({ pitchAt: (time) => 140 + 12 * Math.sin(4 * time), formant });
    expect(Math.abs(formantShiftOf(other.envelope, plain.envelope) - formant)).toBeLessThan(0.6);
  });

  it("TLS-1 count syllables, and hear that two people speak", () => {
    const { pace } = measure({ pitchAt: () => 120 });
    expect(Math.abs(pace - 4)).toBeLessThan(0.5);
    const two = measure({ pitchAt: (time) => (time < 9 ? 105 : 205), seconds: 18 });
    expect(Math.abs(two.split - semitonesBetween(105, 205))).toBeLessThan(1);
  });

  it("TLS-4 are finite for silence, noise and nothing", () => {
    const random = createSeededRandom(1);
    for (const samples of [
      new Float32Array(0),
      new Float32Array(RATE),
      Float32Array.from({ length: 2 * RATE }, () => random() - 0.5),
    ]) {
      const meter = createVoiceMeter({ sampleRate: RATE, channels: 1 });
      meter.push([samples]);
      const { voiced, envelope, ...found } = meter.finish();
      expect(voiced).toBeLessThan(0.3);
      for (const value of [...envelope, ...Object.values(found.pitch), found.tilt, found.pace])
        expect(Number.isFinite(value)).toBe(true);
    }
  });
});
