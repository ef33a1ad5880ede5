import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { addBreaths } from "#bench/audio/breaths.ts";
import { convolve } from "#bench/audio/convolve.ts";
import { addClicks, addDullEcho, addEcho, addSmacks, dull } from "#bench/audio/faults.ts";
import { makeNoise, mix } from "#bench/audio/material.ts";
import { countMatches, measureModulation, measureSiSdr } from "#bench/audio/metrics.ts";
import { createRandom } from "#bench/audio/random.ts";
import { earlyPart, makeRoom } from "#bench/audio/room.ts";
import { runEffect, type Run } from "#bench/audio/run-effect.ts";
import { resample, runMono, scoreSpeech } from "#bench/audio/score.ts";
import { makeVowel, measureFormants, measurePitch, VOWEL_FORMANTS } from "#bench/audio/vowel.ts";
import { createResources } from "#cli/audio/effects/resources.ts";
import { createNetMemory, LSTM_UNITS } from "../nets/net-memory.ts";
import { createRnnoise, RNNOISE_STEP } from "../nets/rnnoise.ts";
import { createRateAdapter, type FixedStep } from "../restoration/rate-adapter.ts";
import { createFullStep, createLowStep, loadSpeechNets } from "../restoration/speech-nets.ts";
import { createLoudnessMeter } from "../signal/loudness.ts";
import breath from "./breath.ts";
import clicks from "./clicks.ts";
import denoise from "./denoise.ts";
import echo from "./echo.ts";
import enhance from "./enhance.ts";
import reverb from "./reverb.ts";
import voice from "./voice.ts";

const home = path.resolve(import.meta.dirname, "../..");
const sampleRate = 48_000;
const at = { sampleRate, root: home };

/** Read speech, 7 s: a 16-bit WAV file, mono, 48 kHz. */
function readSpeech(): Float32Array {
  const file = readFileSync(
    path.join(home, "node_modules/@vonage/noise-suppression/data/7729-102255-0000.wav"),
  );
  const start = file.indexOf("data") + 8;
  return Float32Array.from(
    { length: (file.length - start) >> 1 },
    (_, i) => file.readInt16LE(start + 2 * i) / 32_768,
  );
}
const speech = readSpeech();
const short = speech.slice(sampleRate, 3 * sampleRate);

const rangesOf = ({ findings }: Run) =>
  (findings?.ranges ?? []).map(({ start, end }) => ({
    start: start * sampleRate,
    end: end * sampleRate,
  }));

describe("denoise", () => {
  it.each(["white", "room"] as const)("TLS-1 speech comes out of %s noise", async (noise) => {
    const input = mix(short, makeNoise(noise, short.length, sampleRate), 5);
    const { samples } = await runEffect(denoise, {}, [input], at);
    const nets = await loadSpeechNets(createResources(home));
    const score = (estimate: Float32Array) => scoreSpeech(estimate, short, sampleRate, null);
    const scoreAlone = (step: FixedStep) =>
      score(runMono(createRateAdapter(step, sampleRate), input));
    const [before, after] = [await score(input), await score(samples[0]!)];
    const peers = [await scoreAlone(createLowStep(nets)), await scoreAlone(createFullStep(nets))];
    expect(after.siSdr).toBeGreaterThan(before.siSdr + 4);
    expect(after.stoi).toBeGreaterThan(before.stoi);
    for (const peer of peers) {
      // The networks must improve the signal.
      expect(peer.siSdr).toBeGreaterThan(before.siSdr);
      expect(after.siSdr).toBeGreaterThan(peer.siSdr);
      // STOI is imprecise for two seconds of one speaker.
      expect(after.stoi).toBeGreaterThan(peer.stoi - 0.004);
    }
  });

  it("TLS-1 speech among other voices comes out no worse than it went in", async () => {
    // The same reader, faster and slower, from other positions: four voices at once.
    const crowd = short.map((_, i) =>
      [0.8, 0.9, 1.12, 1.25].reduce(
        (sum, pace, voice) => sum + speech[Math.floor((3.1 + voice / 4) * sampleRate + pace * i)]!,
        0,
      ),
    );
    for (const snr of [0, 5, 12]) {
      const input = mix(short, crowd, snr);
      const { samples } = await runEffect(denoise, {}, [input], at);
      const ratio = measureSiSdr(samples[0]!, short);
      expect(ratio).toBeGreaterThan(measureSiSdr(input, short));
    }
  });

  it.each([0.8, 1, 1.4])(
    "TLS-1 clean speech stays what it is, at %s times its pitch",
    async (pitch) => {
      const length = Math.floor(speech.length / pitch);
      const voice = Float32Array.from({ length }, (_, i) => {
        const first = Math.floor(pitch * i);
        return speech[first]! + (pitch * i - first) * ((speech[first + 1] ?? 0) - speech[first]!);
      });
      const { samples } = await runEffect(denoise, {}, [voice], at);
      expect(measureSiSdr(samples[0]!, voice)).toBeGreaterThan(40);
    },
  );

  it.each(["white", "room"] as const)(
    "TLS-1 the softer %s noise is, the closer is the result to the speech, without steps",
    async (noise) => {
      const background = makeNoise(noise, speech.length, sampleRate);
      const level = 10 * Math.log10(background.reduce((sum, x) => sum + x * x, 0) / speech.length);
      let before = -Infinity;
      for (let decibels = -30; decibels >= -70; decibels -= 3) {
        const gain = 10 ** ((decibels - level) / 20);
        const input = speech.map((x, i) => x + gain * background[i]!);
        const { samples } = await runEffect(denoise, {}, [input], at);
        const ratio = measureSiSdr(samples[0]!, speech);
        expect(ratio, `${decibels} dBFS`).toBeGreaterThan(before);
        if (before > 0) expect(ratio - before, `${decibels} dBFS`).toBeLessThan(6);
        before = ratio;
      }
    },
    60_000,
  );

  it("TLS-1 noise alone goes", async () => {
    const noise = makeNoise("room", short.length, sampleRate).map((x) => 0.1 * x);
    const left = (await runEffect(denoise, {}, [noise], at)).samples[0]!.subarray(sampleRate);
    const power = (sound: Float32Array) => sound.reduce((sum, x) => sum + x * x, 0) / sound.length;
    expect(10 * Math.log10(power(left) / power(noise))).toBeLessThan(-20);
  });

  it.each([0, 10])("TLS-1 speech comes out of wind %i dB below it as DTLN has it", async (snr) => {
    // Gusts that are mostly below 80 Hz.
    const random = createRandom(8);
    let [first, second, gust, goal] = [0, 0, 1, 1];
    const wind = Float32Array.from(short, (_, i) => {
      if (i % 9600 === 0) goal = Math.exp(1.2 * random.normal());
      gust += 0.0003 * (goal - gust);
      first += 0.0046 * (random.normal() - first);
      second += 0.0046 * (first - second);
      return gust * second;
    });
    const input = mix(short, wind, snr);
    const nets = await loadSpeechNets(createResources(home));
    const alone = runMono(createRateAdapter(createLowStep(nets), sampleRate), input);
    const { samples } = await runEffect(denoise, {}, [input], at);
    const ratio = measureSiSdr(samples[0]!, short);
    expect(ratio).toBeGreaterThan(measureSiSdr(alone, short) - 0.3);
    expect(ratio).toBeGreaterThan(snr + 8);
  });

  it("TLS-1 keeps the stereo image", async () => {
    const noise = makeNoise("white", short.length, sampleRate);
    const left = mix(short, noise, 10);
    const right = left.map((x) => 0.5 * x);
    const { samples } = await runEffect(denoise, {}, [left, right], at);
    expect(measureSiSdr(samples[1]!, samples[0]!)).toBeGreaterThan(60);
  });
});

/** A burst of tones a second, 8 s. @param seconds in which they decay by 60 dB */
function makeBursts(rate: number, seconds: number): Float32Array {
  const tones = [200, 450, 800, 1300, 2000, 3200, 5000];
  return Float32Array.from({ length: 8 * rate }, (_, i) => {
    const time = (i % rate) / rate;
    const sum = tones.reduce((all, hertz) => all + Math.sin(2 * Math.PI * hertz * time), 0);
    return 0.1 * sum * 10 ** ((-3 * time) / seconds);
  });
}

describe("reverb", () => {
  it("TLS-1 a room becomes less", async () => {
    const room = makeRoom(0.7, sampleRate);
    const input = convolve(speech, room);
    const reference = convolve(speech, earlyPart(room, sampleRate));
    const { samples } = await runEffect(reverb, {}, [input], at);
    expect(measureSiSdr(samples[0]!, reference)).toBeGreaterThan(
      measureSiSdr(input, reference) + 1,
    );
    const modulation = (x: Float32Array) => measureModulation(resample(x, sampleRate, 16_000));
    expect(modulation(samples[0]!)).toBeGreaterThan(modulation(input));
  });

  it.each([
    ["the reverb remover", reverb, {}],
    ["the enhancer", enhance, { denoise: false, equalise: false, deess: false, target: -31 }],
  ] as const)(
    "TLS-1 sound that ends as fast as dry speech stays in %s",
    async (_, effect, values) => {
      const process = async (input: Float32Array) =>
        measureSiSdr(
          (await runEffect(effect as typeof enhance, values, [input], at)).samples[0]!,
          input,
        );
      expect(await process(makeBursts(sampleRate, 0.11))).toBeGreaterThan(40);
      expect(await process(makeBursts(sampleRate, 0.6))).toBeLessThan(20);
    },
  );

  it.each([16_000, 22_050, 44_100, 48_000])("TLS-1 a decay has its time at %d Hz", async (rate) => {
    const bursts = makeBursts(rate, 0.6);
    const { findings } = await runEffect(reverb, {}, [bursts], { ...at, sampleRate: rate });
    expect(Math.abs(findings!.figures!["decaySeconds"]! / 0.6 - 1)).toBeLessThan(0.06);
  });

  it("TLS-1 dry speech stays what it is", async () => {
    const { samples } = await runEffect(reverb, {}, [short], at);
    expect(measureSiSdr(samples[0]!, short)).toBeGreaterThan(10);
  });
});

describe("clicks", () => {
  it("TLS-1 finds 95 % of clicks and repairs them", async () => {
    const { samples, clicks: labels } = addClicks(speech, sampleRate, 3, createRandom(3));
    const run = await runEffect(clicks, {}, [samples], at);
    expect(countMatches(rangesOf(run), labels).recall).toBeGreaterThanOrEqual(0.95);
    expect(run.findings?.changes).toBeGreaterThanOrEqual(rangesOf(run).length);
    expect(measureSiSdr(run.samples[0]!, speech)).toBeGreaterThan(35);
  });

  it("TLS-1 finds smacks of several releases, and makes them softer", async () => {
    const { samples, clicks: labels } = addSmacks(speech, sampleRate, 1.5, createRandom(54));
    const run = await runEffect(clicks, {}, [samples], at);
    expect(countMatches(rangesOf(run), labels).recall).toBeGreaterThanOrEqual(0.75);
    const gain = measureSiSdr(run.samples[0]!, speech) - measureSiSdr(samples, speech);
    expect(gain).toBeGreaterThan(1.5);
  });

  it("TLS-1 takes the ends of a recording that was cut within a word for no clicks", async () => {
    const vowel = Float32Array.from(
      { length: sampleRate },
      (_, i) => 0.4 * Math.cos(i / 60) + 0.2 * Math.cos(i / 23),
    );
    const run = await runEffect(clicks, {}, [vowel], at);
    expect(rangesOf(run)).toEqual([]);
    expect([run.findings?.changes, run.samples]).toEqual([0, [vowel]]);
  });

  it("TLS-1 finds less than one per second in speech without breaths, and preserves the kept ones", async () => {
    const run = await runEffect(clicks, {}, [speech], at);
    expect(rangesOf(run).length).toBeLessThan(speech.length / sampleRate);
    const unchanged = await runEffect(clicks, { keep: [[0, 10]] }, [speech], at);
    expect(unchanged.samples[0]).toEqual(speech);
    expect(unchanged.findings?.changes).toBe(0);
  });
});

describe("echo", () => {
  it.each([
    ["once", 137.3, 0.5],
    ["again and again", 250, 0.4],
  ] as const)("TLS-1 an echo that comes %s goes", async (kind, milliseconds, gain) => {
    const delay = Math.round((milliseconds * sampleRate) / 1000);
    const input =
      kind === "once"
        ? speech.map((x, i) => x + (i >= delay ? gain * speech[i - delay]! : 0))
        : addEcho(speech, delay, gain);
    const { samples, findings } = await runEffect(echo, {}, [input], at);
    const found = findings?.figures?.["delayMilliseconds"] ?? NaN;
    expect(Math.abs(found - milliseconds)).toBeLessThan(1);
    expect(findings?.changes).toBe(1);
    expect(measureSiSdr(samples[0]!, speech)).toBeGreaterThan(measureSiSdr(input, speech) + 10);
  });

  it("TLS-1 an echo that lost its high frequencies goes, too", async () => {
    const one = (x: Float32Array) => dull(x, sampleRate, 2500).map((v) => 0.5 * v);
    const input = addDullEcho(speech, Math.round(0.2 * sampleRate), one, 1);
    const { samples } = await runEffect(echo, {}, [input], at);
    expect(measureSiSdr(samples[0]!, speech)).toBeGreaterThan(measureSiSdr(input, speech) + 10);
  });

  it("TLS-1 USR-15 speech without an echo stays as it is, and it says so", async () => {
    const { samples, findings } = await runEffect(echo, {}, [speech], at);
    expect(samples[0]).toEqual(speech);
    expect(findings?.changes).toBe(0);
    // A delay that is set replaces detection.
    const given = await runEffect(echo, { delay: 120 }, [speech], at);
    expect(given.findings?.changes).toBeUndefined();
  });
});

describe("breath", () => {
  // Breaths occur between sentences.
  const copies = Array.from({ length: 6 }, () => speech);
  const material = addBreaths(copies, sampleRate, createRandom(5));

  it("TLS-1 finds breaths and touches no voice", async () => {
    const run = await runEffect(breath, { mode: "remove" }, [material.samples], at);
    expect(run.findings?.changes).toBe(rangesOf(run).length);
    expect(countMatches(rangesOf(run), material.breaths).f1).toBeGreaterThanOrEqual(0.85);
    for (const { start, end } of material.speech) {
      const middle = [start + 2400, end - 2400] as const;
      const before = material.samples.slice(...middle);
      expect(measureSiSdr(run.samples[0]!.slice(...middle), before)).toBeGreaterThan(30);
    }
  });

  it("TLS-1 preserves breaths that are marked as kept", async () => {
    const values = { mode: "remove", keep: [[0, 60]] } as const;
    const { samples, findings } = await runEffect(breath, values, [material.samples], at);
    expect(samples[0]).toEqual(material.samples);
    expect(findings?.changes).toBe(0);
  });
});

describe("enhance", () => {
  it("TLS-1 brings speech to its loudness below −1 dBTP", async () => {
    const target = -16;
    const noise = makeNoise("room", short.length, sampleRate);
    const { samples } = await runEffect(enhance, { target }, [mix(short, noise, 15)], at);
    const meter = createLoudnessMeter({ sampleRate, channels: 1 });
    meter.push(samples);
    const { integrated, truePeak } = meter.measure();
    expect(Math.abs(integrated - target)).toBeLessThan(0.3);
    expect(truePeak).toBeLessThanOrEqual(-1);
  });

  it("TLS-14 lists where it evens out the speech, and leaves what is kept", async () => {
    const parts = [1, 1, 10 ** (-9 / 20), 1];
    const input = Float32Array.from(
      { length: parts.length * speech.length },
      (_, i) => speech[i % speech.length]! * parts[Math.floor(i / speech.length)]!,
    );
    const plain = { strength: 0, equalise: false, deess: false, target: -30 } as const;
    const softness = ({ samples }: Run) => {
      const [first, , third] = parts.map((_, i) => {
        const meter = createLoudnessMeter({ sampleRate, channels: 1 });
        meter.push([samples[0]!.subarray(i * speech.length, (i + 1) * speech.length)]);
        return meter.measure().integrated;
      });
      return first! - third!;
    };
    const evened = await runEffect(enhance, plain, [input], at);
    const [move, ...others] = evened.findings!.ranges!;
    expect(others).toEqual([]);
    expect(Math.abs(move!.gain! - 9)).toBeLessThan(1);
    expect(Math.abs(softness(evened))).toBeLessThan(1);
    const keep = [[move!.start, move!.end]] as const;
    const unchanged = await runEffect(enhance, { ...plain, keep }, [input], at);
    expect(Math.abs(softness(unchanged) - 9)).toBeLessThan(0.3);
    for (const { samples } of [evened, unchanged]) {
      const meter = createLoudnessMeter({ sampleRate, channels: 1 });
      meter.push(samples);
      expect(Math.abs(meter.measure().integrated - plain.target)).toBeLessThan(0.3);
    }
  });
});

describe("voice", () => {
  const shift = async (samples: Float32Array, values: { pitch?: number; formant?: number }) =>
    (await runEffect(voice, values, [samples], at)).samples[0]!;
  const swaying = makeVowel(110, sampleRate, { sway: 0.15 });
  const formants = measureFormants(swaying, VOWEL_FORMANTS, sampleRate);

  it.each([-5, 3])("TLS-1 moves pitch by %d semitones, formants not", async (pitch) => {
    const expected = 110 * 2 ** (pitch / 12);
    const moved = await shift(makeVowel(110, sampleRate), { pitch });
    const cents = 1200 * Math.log2(measurePitch(moved, expected, sampleRate) / expected);
    expect(Math.abs(cents)).toBeLessThan(5);
    const after = measureFormants(await shift(swaying, { pitch }), formants, sampleRate);
    after.forEach((hertz, i) =>
      expect(Math.abs(hertz / formants[i]! - 1), `formant ${i + 1}`).toBeLessThan(0.03),
    );
  });

  it("TLS-1 moves formants, pitch not", async () => {
    const moved = await shift(makeVowel(110, sampleRate), { formant: 4 });
    const cents = 1200 * Math.log2(measurePitch(moved, 110, sampleRate) / 110);
    expect(Math.abs(cents)).toBeLessThan(5);
    const expected = formants.map((hertz) => hertz * 2 ** (4 / 12));
    const after = measureFormants(await shift(swaying, { formant: 4 }), expected, sampleRate);
    after.forEach((hertz, i) => expect(Math.abs(hertz / expected[i]! - 1)).toBeLessThan(0.05));
  });
});

describe("nets", () => {
  const random = createRandom(1);
  const numbers = (length: number) => Float32Array.from({ length }, () => random.normal());

  it("TLS-5 a layer is a product of matrices, for several inputs at once", () => {
    const [rows, columns] = [70, 39];
    const shape = { rows, columns, weights: numbers(rows * columns), bias: numbers(rows) };
    const layer = createNetMemory(rows * columns).createDense(shape);
    for (const input of layer.inputs) input.set(numbers(columns));
    layer.run();
    for (const [i, output] of layer.outputs.entries())
      for (let row = 0; row < rows; row++) {
        let sum = shape.bias[row]!;
        for (let k = 0; k < columns; k++)
          sum += shape.weights[row * columns + k]! * layer.inputs[i]![k]!;
        expect(output[row]).toBeCloseTo(sum, 2);
      }
  });

  it("TLS-5 an LSTM keeps its state from input to input", () => {
    const [gates, columns] = [4 * LSTM_UNITS, 9];
    const ofInput = {
      rows: gates,
      columns,
      weights: numbers(gates * columns),
      bias: numbers(gates),
    };
    const small = numbers(gates * LSTM_UNITS).map((x) => 0.1 * x);
    const ofState = { rows: gates, columns: LSTM_UNITS, weights: small };
    const net = createNetMemory(gates * (columns + LSTM_UNITS)).createLstm({ ofInput, ofState });
    const cell = new Float64Array(LSTM_UNITS);
    let hidden = new Float64Array(LSTM_UNITS);
    const logistic = (x: number) => 1 / (1 + Math.exp(-x));
    for (let round = 0; round < 3; round++) {
      for (const input of net.inputs) input.set(numbers(columns));
      net.run();
      for (const [i, output] of net.outputs.entries()) {
        const sums = Float64Array.from({ length: gates }, (_, row) => {
          let sum = ofInput.bias[row]!;
          for (let k = 0; k < columns; k++)
            sum += ofInput.weights[row * columns + k]! * net.inputs[i]![k]!;
          for (let k = 0; k < LSTM_UNITS; k++) sum += small[row * LSTM_UNITS + k]! * hidden[k]!;
          return sum;
        });
        const gate = (number: number, unit: number) => sums[number * LSTM_UNITS + unit]!;
        hidden = cell.map((_, unit) => {
          const added = logistic(gate(0, unit)) * Math.tanh(gate(2, unit));
          cell[unit] = logistic(gate(1, unit)) * cell[unit]! + added;
          return logistic(gate(3, unit)) * Math.tanh(cell[unit]!);
        });
        const off = hidden.map((x, unit) => Math.abs(x - output[unit]!));
        expect(Math.max(...off)).toBeLessThan(1e-3);
      }
    }
  });

  it("TLS-5 RNNoise gives what the package's own module does", async () => {
    const { openRnnoiseModule } = await import(path.join(home, "scripts/rnnoise-module.mjs"));
    const { memory, rnnoise_create, rnnoise_process_frame, malloc } = openRnnoiseModule();
    const [hop, fullScale] = [480, 32_768];
    const state = rnnoise_create(0);
    const address = malloc(4 * hop);
    const own = createRnnoise((await loadSpeechNets(createResources(home))).rnnoise);
    const input = mix(short, makeNoise("room", short.length, sampleRate), 5);
    // Silent samples must not enter the state of the layers.
    input.fill(0, 20_000, 30_000);
    let [error, power] = [0, 0];
    for (let at = 0; at + RNNOISE_STEP <= input.length; at += RNNOISE_STEP) {
      const output = new Float32Array(RNNOISE_STEP);
      own.run(input.subarray(at, at + RNNOISE_STEP), output);
      for (let i = 0; i < RNNOISE_STEP; i += hop) {
        const frame = new Float32Array(memory.buffer, address, hop);
        frame.set(input.subarray(at + i, at + i + hop).map((x) => fullScale * x));
        rnnoise_process_frame(state, address, address);
        for (const [k, x] of frame.entries()) {
          error += (output[i + k]! - x / fullScale) ** 2;
          power += (x / fullScale) ** 2;
        }
      }
    }
    expect(10 * Math.log10(error / power)).toBeLessThan(-55);
  });

  it.each([createLowStep, createFullStep])(
    "TLS-5 %o begins anew after another sound",
    async (create) => {
      const nets = await loadSpeechNets(createResources(home));
      const input = mix(short, makeNoise("room", short.length, sampleRate), 5).subarray(0, 60_000);
      const first = runMono(createRateAdapter(create(nets), sampleRate), input);
      runMono(createRateAdapter(create(nets), sampleRate), input.map((x) => 0.5 - x).reverse());
      const again = runMono(createRateAdapter(create(nets), sampleRate), input);
      expect(again.length).toBe(first.length);
      expect(again.findIndex((x, i) => x !== first[i])).toBe(-1);
    },
  );

  it.each(["dtln-weights", "rnnoise-weights"])("TLS-5 %s are those of the package", (script) => {
    execFileSync(process.execPath, [path.join(home, `scripts/${script}.mjs`), "--check"]);
  });
});
