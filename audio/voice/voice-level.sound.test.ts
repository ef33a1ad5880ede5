import { describe, expect, it } from "vitest";
import type { Block } from "../effect.ts";
import voice from "../effects/voice.ts";
import { createStep } from "../pipeline/step.ts";
import { runSteps } from "../pipeline/stream.ts";
import { copyFrames, joinBlocks } from "../signal/blocks.ts";
import { createLoudnessMeter } from "../signal/loudness.ts";
import { PRESET_NAMES } from "./presets.ts";
import type { VoiceValues } from "./voice-values.ts";

const RATE = 24_000;
const FORMAT = { sampleRate: RATE, channels: 1 } as const;
const SECONDS = 5;
/** Maximum true peak in dBTP of any result. */
const CEILING = -1;

interface Speaker {
  /** Pitch and formants in Hz. */
  readonly pitch: number;
  readonly formants: readonly number[];
  /** Syllables per second. */
  readonly pace: number;
}

const SPEAKERS: Readonly<Record<string, Speaker>> = {
  "a low voice": { pitch: 95, formants: [520, 1200, 2400], pace: 3 },
  "a high voice": { pitch: 215, formants: [690, 1700, 2900], pace: 4.2 },
  "a child": { pitch: 330, formants: [950, 2200, 3600], pace: 3.6 },
};

/** Syllables with pauses between phrases. */
function speak({ pitch, formants, pace }: Speaker, lufs: number): Float32Array {
  const sound = Float32Array.from({ length: SECONDS * RATE }, (_, i) => {
    const time = i / RATE;
    if (time % 2.4 > 2) return 0;
    const bent = pitch * (1 + 0.08 * Math.sin(2 * Math.PI * 0.7 * time));
    let sum = 0;
    for (let n = 1; n * pitch < 0.4 * RATE; n++) {
      const hertz = n * bent;
      const level = formants.reduce(
        (all, formant, at) => all + 1 / (1 + at) / (1 + ((hertz - formant) / 130) ** 2),
        0,
      );
      sum += (level / n ** 0.3) * Math.sin(2 * Math.PI * n * pitch * time + n);
    }
    return sum * Math.sin(Math.PI * ((pace * time) % 1)) ** 2;
  });
  const gain = 10 ** ((lufs - measure([sound]).integrated) / 20);
  return sound.map((value) => gain * value);
}

async function change(sound: Float32Array, values: VoiceValues): Promise<Block> {
  const parts: Block[] = [];
  const source = {
    format: FORMAT,
    frames: sound.length,
    async *open() {
      for (let at = 0; at < sound.length; at += 4096) yield [sound.slice(at, at + 4096)];
    },
  };
  await runSteps([createStep(voice, values, null)], source, (block) => {
    parts.push(copyFrames(block, 0));
  });
  return joinBlocks(parts, 1);
}

function measure(block: Block) {
  const meter = createLoudnessMeter(FORMAT);
  meter.push(block);
  return meter.measure();
}

const CHANGES: readonly VoiceValues[] = [
  ...PRESET_NAMES.filter((preset) => preset !== "none").map((preset) => ({
    preset,
    pitch: 0,
    formant: 0,
  })),
  { preset: "none", pitch: -7, formant: 0 },
  { preset: "none", pitch: 0, formant: 5 },
];

describe.each(Object.entries(SPEAKERS))("%s", (_, speaker) => {
  // Levels of mono podcasts and broadcasts, and a soft recording.
  const sounds = [-18, -23, -45].map((lufs) => speak(speaker, lufs));

  it.each(CHANGES)("TLS-1 is as loud when it is changed: %o", async (values) => {
    for (const sound of sounds) {
      const before = measure([sound]);
      const after = measure(await change(sound, values));
      expect(Math.abs(after.integrated - before.integrated)).toBeLessThan(0.5);
      expect(after.truePeak).toBeLessThanOrEqual(CEILING);
    }
  });

  it("TLS-1 full scale stays below the ceiling, and as loud as it can be there", async () => {
    const loud = speak(speaker, -11);
    for (const values of CHANGES) {
      const { integrated, truePeak } = measure(await change(loud, values));
      expect(truePeak).toBeLessThanOrEqual(CEILING);
      expect(integrated).toBeGreaterThan(-18);
    }
  });
});

it("TLS-4 silence stays silence, and a voice that does not pass is not blown up to noise", async () => {
  const values = { preset: "robot", pitch: 0, formant: 0 } as const;
  const silence = await change(new Float32Array(RATE), values);
  expect(silence[0]!.every((value) => Math.abs(value) < 1e-9)).toBe(true);
  const hum = Float32Array.from(
    { length: SECONDS * RATE },
    (_, i) => 0.5 * Math.sin((2 * Math.PI * 30 * i) / RATE),
  );
  const radio = measure(await change(hum, { preset: "radio", pitch: 0, formant: 0 }));
  expect(radio.truePeak).toBeLessThanOrEqual(CEILING);
});
